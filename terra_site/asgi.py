"""ASGI entry point: `uvicorn terra_site.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.dev")

application = get_asgi_application()
