"""Maintenance: everybody but the health checks gets a calm page."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

ALWAYS_OPEN = ("/healthz", "/readyz", "/static/")


class MaintenanceMiddleware:
    """Answers 503 while MAINTENANCE is on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.MAINTENANCE and not request.path.startswith(ALWAYS_OPEN):
            page = render_to_string("errors/maintenance.html", {})
            return HttpResponse(page, status=503, headers={"Retry-After": "600"})
        return self.get_response(request)
