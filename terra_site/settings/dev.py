"""The embedded site: SQLite, files as broker, mail kept for reading. Needs no server."""

from terra_site.env import Environment
from terra_site.settings.accounts import *  # noqa: F403
from terra_site.settings.base import *  # noqa: F403
from terra_site.settings.base import shared

DEBUG = False  # the real error pages; `./run --debug` shows the technical ones
SITE_KIND = "embedded"

env = Environment(production=False)
globals().update(shared(env))
DEBUG = env.flag("DEBUG", False)
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # localhost without TLS
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
