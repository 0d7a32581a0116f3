"""Doors for roles."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import Role, User
from accounts.selectors import has_role, lacks_second_factor


class SignedInRequest(HttpRequest):
    """A request that has passed `login_required`."""

    user: User


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def role_required(role: str) -> Callable[[View[P]], View[P]]:
    """Let in those who have the role's powers; tell those who only lack a second factor."""
    needed = Role(role)

    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            refusal = refusal_for(request, needed)
            return refusal if refusal else view(request, *args, **kwargs)

        return guarded

    return guard


def refusal_for(request: HttpRequest, role: Role) -> HttpResponse | None:
    """None if the visitor has the role; else where to go; raises PermissionDenied for strangers."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    if has_role(user=request.user, role=role):
        return None
    if lacks_second_factor(user=request.user):
        return redirect("second_factor_needed")
    raise PermissionDenied
