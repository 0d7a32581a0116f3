"""Tests: the embedded settings, or real servers where DATABASE_URL and REDIS_URL name them."""

import os
import tempfile
from pathlib import Path

from terra_site.env import Environment
from terra_site.settings.accounts import *  # noqa: F403
from terra_site.settings.base import *  # noqa: F403
from terra_site.settings.base import shared

DEBUG = False
SITE_KIND = "embedded"

_worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
_folder = Path(os.environ.get("TEST_DATA_DIR") or tempfile.mkdtemp(prefix="postspade-")) / _worker
_folder.mkdir(parents=True, exist_ok=True)

env = Environment(
    {
        "SECRET_KEY": "tests-only-" + "x" * 50,
        "DATA_DIR": str(_folder),
        "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
        "SITE_URL": "http://testserver",
        **{
            name: os.environ[name]
            for name in (
                "DATABASE_URL",
                "REDIS_URL",
                "REDIS_PREFIX",
                "EMAIL_URL",
                "DATA_DIR",
                "PRIVATE_TARGETS",
            )
            if os.environ.get(name)
        },
    },
    production=False,
)
_settings = shared(env)
globals().update(_settings)

_database = _settings["DATABASES"]["default"]
if "sqlite3" in _database["ENGINE"]:
    # A file: live-server tests use several threads, and an in-memory database has one.
    _database["TEST"] = {"NAME": str(_folder / "test.sqlite3")}
    # Test data need not outlive a power cut: nobody waits for the disk.
    _database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    # Pooled connections would keep the database from being dropped in the end.
    _database["OPTIONS"].pop("pool")
    _database["OPTIONS"]["options"] = "-c synchronous_commit=off"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
