"""End points for machines: is the process alive, is the site fit to serve?"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from operations.health import readiness


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    checks = readiness()
    ready = not any(checks.values())
    return JsonResponse(
        {"ready": ready, "checks": {name: problem or "ok" for name, problem in checks.items()}},
        status=200 if ready else 503,
    )
