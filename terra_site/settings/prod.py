"""Production: PostgreSQL, Redis, TLS in front. Refuses to start without what it needs."""

from terra_site.env import Environment
from terra_site.settings.accounts import *  # noqa: F403
from terra_site.settings.base import *  # noqa: F403
from terra_site.settings.base import shared

DEBUG = False
SITE_KIND = "production"

env = Environment(production=True)
globals().update(shared(env))

CSRF_TRUSTED_ORIGINS = [env.site_url]
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
