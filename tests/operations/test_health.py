"""/healthz and /readyz."""

from datetime import timedelta

import pytest
from django.utils import timezone

from operations.health import beat

pytestmark = pytest.mark.django_db


def test_alive(client):
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.content == b"ok\n"


def test_ready_when_a_worker_was_heard_lately(client):
    beat(name="worker", now=timezone.now() - timedelta(seconds=5))
    response = client.get("/readyz")
    assert response.status_code == 200, response.content
    assert response.json() == {
        "ready": True,
        "checks": {"database": "ok", "migrations": "ok", "broker": "ok", "worker": "ok"},
    }


def test_not_ready_without_a_worker(client):
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["worker"] == "has never been seen"


def test_not_ready_with_a_silent_worker(client):
    beat(name="worker", now=timezone.now() - timedelta(minutes=10))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["worker"].startswith("silent for 60")


def test_not_ready_when_the_broker_is_away(client, monkeypatch):
    from celery import current_app

    beat(name="worker", now=timezone.now())
    with current_app.connection_for_write(url="redis://127.0.0.1:1/0") as away:
        monkeypatch.setattr(current_app, "connection_for_write", lambda **_: away)
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["broker"].startswith("does not answer")
