"""The servers that the tests start for themselves where the machine has none."""

import tempfile
from pathlib import Path

import psycopg
import pytest
import redis

from tooling import services

pytestmark = pytest.mark.embedded


@pytest.fixture(autouse=True)
def scratch(tmp_path_factory, monkeypatch):
    """Where servers keep their things; PostgreSQL's own user must be able to enter."""
    folder = Path(tempfile.mkdtemp(prefix="postspade-servers-"))
    folder.chmod(0o755)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert not any(folder.iterdir()), "a server left something behind"
    folder.rmdir()


def version_of(url: str) -> int:
    with psycopg.connect(url, connect_timeout=3) as connection:
        return int(connection.info.server_version)


def test_a_private_postgresql_runs_and_is_gone_afterwards():
    with services._private_postgresql() as url:
        assert version_of(url) >= 14_00_00
    with pytest.raises(psycopg.OperationalError):
        version_of(url)


def test_postgresql_comes_from_a_python_package_where_nothing_is_installed(monkeypatch):
    monkeypatch.setattr(services, "PG_BINARIES", "/nowhere")
    monkeypatch.setattr(services.shutil, "which", lambda name: None)
    monkeypatch.setattr(services, "apt_install", lambda *packages: False)
    with services._private_postgresql() as url:
        assert version_of(url) >= 14_00_00


@pytest.mark.parametrize("source", ["installed", "a Python package"])
def test_a_private_redis_runs_and_is_gone_afterwards(source):
    installed = services.shutil.which("redis-server")
    binary = installed if source == "installed" and installed else services._wheel_redis()
    with services._private_redis(binary) as url:
        assert redis.Redis.from_url(url).ping()
    with pytest.raises(redis.ConnectionError):
        redis.Redis.from_url(url).ping()


@pytest.mark.parametrize("variable", ["TEST_DATABASE_URL", "TEST_REDIS_URL"])
def test_a_named_server_that_does_not_answer_is_an_error_not_a_skip(variable, monkeypatch):
    port = services.free_port()
    scheme = "postgresql" if "DATABASE" in variable else "redis"
    monkeypatch.setenv(variable, f"{scheme}://127.0.0.1:{port}/0")
    server = services.postgresql if "DATABASE" in variable else services.redis_server
    with pytest.raises(SystemExit, match=variable), server():
        pytest.fail("there is no server")
