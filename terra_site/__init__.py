"""Settings, addresses and start-up of the site: the only package that knows all the others."""

from terra_site.celery import app as celery_app

__all__ = ["celery_app"]
