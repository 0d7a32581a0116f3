"""The broker in files: whole messages, and no end of the worker for one that is not."""

from __future__ import annotations

from pathlib import Path
from queue import Empty

import pytest
from celery import current_app
from django.conf import settings
from kombu import Connection

from terra_site.broker import Transport

pytestmark = pytest.mark.embedded


@pytest.fixture
def channel(tmp_path):
    folders = {"data_folder_in": tmp_path, "data_folder_out": tmp_path, "control_folder": tmp_path}
    with Connection(
        transport=Transport, transport_options={name: str(path) for name, path in folders.items()}
    ) as connection:
        yield connection.channel()


def test_messages_come_whole_and_in_their_order(channel, tmp_path: Path):
    channel._put("celery", {"number": 1})
    channel._put("other", {"number": 2})
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".msg", ".msg"]
    assert channel._get("celery") == {"number": 1}
    assert channel._get("other") == {"number": 2}
    with pytest.raises(Empty):
        channel._get("celery")


def test_what_a_crash_has_spoilt_is_left_out(channel, tmp_path: Path):
    (tmp_path / "0_a.celery.msg").touch()
    (tmp_path / "0_b.celery.msg").write_text('{"half": ')
    (tmp_path / "0_c.celery.msg.part").write_text('{"still": "written"')
    channel._put("celery", {"number": 1})
    assert channel._get("celery") == {"number": 1}
    with pytest.raises(Empty):
        channel._get("celery")
    (tmp_path / "celery.exchange").touch()
    assert channel.get_table("celery") == []


def test_the_embedded_site_uses_it():
    if settings.CELERY_BROKER_URL == "filesystem://":
        assert isinstance(current_app.connection_for_write().transport, Transport)
