"""The servers that the configuration names, asked before anything is started."""

from __future__ import annotations

import sqlite3
from urllib.parse import unquote, urlsplit

import psycopg
import redis

from terra_site.env import ConfigError, Environment

SECONDS = 5


def outside_check(env: Environment) -> None:
    """End with one sentence if the database or Redis cannot be used.

    The mail server is not asked: while it is away mails wait, and the operator sees them.
    """
    _database(env.database_url)
    if env.redis_url:
        _redis(env.redis_url)


def _database(url: str) -> None:
    parts = urlsplit(url)
    try:
        if parts.scheme == "sqlite":
            sqlite3.connect(unquote(parts.path.removeprefix("/"))).close()
        else:
            psycopg.connect(url, connect_timeout=SECONDS).close()
    except (sqlite3.Error, psycopg.Error) as error:
        raise ConfigError(
            "DATABASE_URL",
            f"names a database that cannot be opened ({_in_short(error)}).",
            "postgresql://user:password@localhost:5432/postspade",
        ) from None


def _redis(url: str) -> None:
    client = redis.Redis.from_url(url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS)
    try:
        client.ping()
    except redis.RedisError as error:
        raise ConfigError(
            "REDIS_URL",
            f"names a server that does not answer ({_in_short(error)}).",
            "redis://localhost:6379/0",
        ) from None
    finally:
        client.close()


def _in_short(error: Exception) -> str:
    """The first line, without the full stop: more is for those who look into the logs."""
    lines = str(error).strip().splitlines()
    return lines[0].strip().rstrip(".:") if lines else type(error).__name__
