"""WSGI entry point for servers without ASGI; live updates then fall back to polling."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.dev")

application = get_wsgi_application()
