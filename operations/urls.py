"""Addresses of the site as such."""

from django.urls import path
from django.views.generic import TemplateView

from operations.views import health, pages

urlpatterns = [
    path("about/", TemplateView.as_view(template_name="about.html"), name="about"),
    path("privacy/", TemplateView.as_view(template_name="privacy.html"), name="privacy"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("theme/", pages.set_theme, name="set_theme"),
]
