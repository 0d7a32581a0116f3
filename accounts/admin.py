"""Accounts in the operators' admin site."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import Role, RoleChange, RoleGrant, User
from accounts.permissions import refusal_for
from accounts.services.roles import role_grant, role_revoke


def admin_sign_in(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """The admin site has no sign-in of its own, which would go round the second factor."""
    refusal = refusal_for(request, Role.OPERATOR)
    return refusal if refusal else redirect("admin:index")


admin.site.login = admin_sign_in  # type: ignore[method-assign]


def _operator(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    """To look somebody up and to lock or unlock an account; people edit their own data."""

    list_display = ("username", "email", "date_joined", "last_login", "is_active")
    list_filter = ("is_active", "role_grants__role")
    search_fields = ("username", "email")
    fields = ("username", "email", "date_joined", "last_login", "is_active", "country", "about")
    readonly_fields = ("username", "email", "date_joined", "last_login")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


@admin.register(RoleGrant)
class RoleGrantAdmin(admin.ModelAdmin):
    list_display = ("user", "role", "granted_at")
    list_filter = ("role",)
    autocomplete_fields = ("user",)
    fields = ("user", "role")
    actions = None

    def has_change_permission(self, request: HttpRequest, obj: RoleGrant | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: RoleGrant, form: Any, change: bool) -> None:
        """Through the service, so that the change is recorded."""
        role_grant(user=obj.user, role=Role(obj.role), by=_operator(request), source="admin site")
        obj.pk = RoleGrant.objects.get(user=obj.user, role=obj.role).pk

    def delete_model(self, request: HttpRequest, obj: RoleGrant) -> None:
        role_revoke(user=obj.user, role=Role(obj.role), by=_operator(request), source="admin site")


@admin.register(RoleChange)
class RoleChangeAdmin(admin.ModelAdmin):
    """The record, to read only."""

    list_display = ("at", "user", "role", "granted", "by", "source")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: RoleChange | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: RoleChange | None = None) -> bool:
        return False
