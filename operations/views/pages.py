"""Small choices that need no account."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from operations.context_processors import THEMES

A_YEAR = 60 * 60 * 24 * 365


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember a visitor's theme; a signed-in user's is kept with the account too."""
    theme = request.POST.get("theme", "")
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = "/"
    response = HttpResponseRedirect(target)
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=A_YEAR, samesite="Lax")
        if request.user.is_authenticated and hasattr(request.user, "theme"):
            request.user.theme = theme
            request.user.save(update_fields=["theme"])
    return response
