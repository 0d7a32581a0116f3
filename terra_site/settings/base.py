"""What all kinds of running share. The environment enters here, through `env`, and nowhere else."""

from __future__ import annotations

from email.utils import parseaddr
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from terra_site.env import ROOT, Environment, MailDoor

# Set by `shared` in each kind of settings; declared for the type checker.
DATABASES: dict[str, dict[str, Any]]
DATA_DIR: Path
DEV_MAILBOX: bool
INBOUND_LISTEN: MailDoor
INBOUND_IMAP: MailDoor | None
INBOUND_WEBHOOK: bool
VAPID_PRIVATE_KEY: str
PRIVATE_TARGETS: bool
SITE_KIND: str
MAIL_AUTHSERV_ID: str
MAIL_DELIVERY_BACKEND: str
REPLY_ADDRESS: str
BOUNCE_ADDRESS: str
MAINTENANCE: bool
REDIS_PREFIX: str
REDIS_URL: str
SITE_NAME: str
SITE_URL: str
CELERY_BROKER_URL: str


def shared(env: Environment) -> dict[str, Any]:
    """Settings that follow from the environment alone."""
    mail = env.mail_server
    return {
        "SECRET_KEY": env.secret_key,
        "SECRET_KEY_FALLBACKS": env.former_secret_keys,
        "ALLOWED_HOSTS": env.allowed_hosts,
        "SITE_NAME": env.site_name,
        "SITE_URL": env.site_url,
        "DATA_DIR": env.data_dir,
        "DATABASES": {"default": _database(env)},
        "CACHES": {"default": _cache(env), "pictures": _pictures(env)},
        "REDIS_URL": env.redis_url,
        "REDIS_PREFIX": env.redis_prefix,
        "STATIC_ROOT": env.data_dir / "static",
        "DEFAULT_FROM_EMAIL": env.mail_from,
        "SERVER_EMAIL": parseaddr(env.mail_from)[1],
        "MAIL_DELIVERY_BACKEND": "notifications.backends.MailboxBackend"
        if mail.scheme == "mailbox"
        else "notifications.backends.SmtpBackend",
        "EMAIL_HOST": mail.host,
        "EMAIL_PORT": mail.port,
        "EMAIL_HOST_USER": mail.user,
        "EMAIL_HOST_PASSWORD": mail.password,
        "EMAIL_USE_TLS": mail.starttls,
        "EMAIL_USE_SSL": mail.scheme == "smtps",
        "DEV_MAILBOX": mail.scheme == "mailbox",
        **_inbound(env),
        "VAPID_PRIVATE_KEY": env.vapid_private_key,
        "PRIVATE_TARGETS": env.flag("PRIVATE_TARGETS", False),
        "MAINTENANCE": env.flag("MAINTENANCE", False),
        **_celery(env),
    }


def _inbound(env: Environment) -> dict[str, Any]:
    """How mail comes in; see docs/operations.md, "Mail that comes in"."""
    return {
        "REPLY_ADDRESS": env.reply_address,
        # Mail that stays in the development mailbox cannot come back.
        "BOUNCE_ADDRESS": "" if env.mail_server.scheme == "mailbox" else env.reply_address,
        "MAIL_AUTHSERV_ID": env.receiving_server,
        "INBOUND_LISTEN": env.listen_for_mail,
        "INBOUND_IMAP": env.mail_to_fetch,
        "INBOUND_WEBHOOK": bool(env.webhook_secret),
        "ANYMAIL": {"WEBHOOK_SECRET": env.webhook_secret} if env.webhook_secret else {},
    }


def _database(env: Environment) -> dict[str, Any]:
    config: dict[str, Any] = dict(dj_database_url.parse(env.database_url))
    if config["ENGINE"] == "django.db.backends.sqlite3":
        # Writers queue up instead of failing: see docs/operations.md, "Embedded".
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
            ),
        }
    else:
        config["CONN_HEALTH_CHECKS"] = True
        config["OPTIONS"] = {
            **config.get("OPTIONS", {}),
            "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
        }
    return config


def _cache(env: Environment) -> dict[str, Any]:
    """Shared by all processes, because rate limits count in it."""
    if env.redis_url:
        return {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": env.redis_url,
            "KEY_PREFIX": env.redis_prefix + "cache",
        }
    return {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "shared_cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }


def _pictures(env: Environment) -> dict[str, Any]:
    """Pictures of boards for mails: some hundred kilobytes each, worth nothing after some days."""
    return {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(env.data_dir / "pictures"),
        "TIMEOUT": 3 * 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 500},
    }


def _celery(env: Environment) -> dict[str, Any]:
    if env.redis_url:
        broker: dict[str, Any] = {
            "CELERY_BROKER_URL": env.redis_url,
            "CELERY_BROKER_TRANSPORT_OPTIONS": {
                "global_keyprefix": env.redis_prefix + "celery:",
                "socket_connect_timeout": 5,
            },
        }
    else:
        folder = env.data_dir / "broker"
        broker = {
            "CELERY_BROKER_URL": "filesystem://",
            "CELERY_BROKER_TRANSPORT_OPTIONS": {
                "data_folder_in": str(folder / "queue"),
                "data_folder_out": str(folder / "queue"),
                "control_folder": str(folder / "control"),
                "store_processed": False,
                "polling_interval": 0.2,
            },
        }
    return {
        **broker,
        "CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP": True,
        "CELERY_TASK_IGNORE_RESULT": True,
        "CELERY_TASK_ACKS_LATE": True,
        "CELERY_TASK_PUBLISH_RETRY": False,
        "CELERY_WORKER_PREFETCH_MULTIPLIER": 1,
        "CELERY_TIMEZONE": "UTC",
        # The database is the truth; a tick that nobody took in time is worth nothing.
        "CELERY_BEAT_SCHEDULE": {
            "sweep": {
                "task": "operations.tasks.sweep",
                "schedule": 5.0,
                "options": {"expires": 15},
            },
        },
    }


INSTALLED_APPS = [
    "django.forms",  # before the others, so that our form templates win
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",  # allauth.usersessions formats its times with it
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "django_htmx",
    "template_partials",
    "csp",
    "anymail",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "operations",
    "accounts",
    "games",
    "ratings",
    "leagues",
    "forum",
    "notifications",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonalMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "operations.middleware.MaintenanceMiddleware",
]

ROOT_URLCONF = "terra_site.urls"
ASGI_APPLICATION = "terra_site.asgi.application"
WSGI_APPLICATION = "terra_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "csp.context_processors.nonce",
                "operations.context_processors.site",
                "games.context_processors.waiting",
                "notifications.context_processors.mail_trouble",
            ],
        },
    }
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# An index that carries a column more for PostgreSQL is a plain one on SQLite, and serves it well.
SILENCED_SYSTEM_CHECKS = ["models.W040"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Every mail is a row of the outbox first; the worker hands it to MAIL_DELIVERY_BACKEND.
EMAIL_BACKEND = "notifications.backends.OutboxBackend"
EMAIL_TIMEOUT = 20

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("cs", _("Czech")), ("pl", _("Polish"))]
LOCALE_PATHS = [ROOT / "locale"]
FORMAT_MODULE_PATH = ["terra_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "operations.views.errors.csrf_failure"
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django.server": {"level": "WARNING"},
        # The SMTP receiver would write every reply address, which is a secret, into the log.
        "mail.log": {"level": "WARNING"},
    },
}
