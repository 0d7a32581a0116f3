"""Error pages. They say what is true, that nothing is lost, and offer one step."""

from __future__ import annotations

import logging
import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

logger = logging.getLogger(__name__)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/403.html", {"reason": str(exception or "")}, status=403)


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without request and database: either may be what is broken."""
    code = secrets.token_hex(4)
    logger.error("server error page shown, code %s, %s", code, request.path)
    return HttpResponse(render_to_string("errors/500.html", {"code": code}), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    logger.warning("CSRF check failed: %s, %s", reason, request.path)
    return render(request, "errors/csrf.html", status=403)
