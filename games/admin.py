"""Tables in the operators' admin site: to look at. What changes a game goes through a service."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import ChatLine, Game, Move, OpenDecision, Report, Seat


class ReadOnly:
    """Nothing is added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "user", "bot", "dropped_at")


class DecisionInline(ReadOnly, admin.TabularInline):
    model = OpenDecision
    fields = ("seat", "kind", "ident", "opened_at", "due_at", "answered")


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "rules_key", "status", "visibility", "length", "moved_at", "host")
    list_filter = ("status", "visibility", "rules_key", "rated")
    list_select_related = ("host",)
    search_fields = ("name", "host__username", "seats__user__username")
    exclude = ("link_token",)
    inlines = (SeatInline, DecisionInline)


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    """The log without its lines, which may be secret to others than their seat."""

    list_display = ("game_id", "sequence", "number", "seat", "door", "user", "at", "live")
    list_filter = ("door", "kind", "live")
    list_select_related = ("user",)
    search_fields = ("=game__id",)
    fields = ("game", "sequence", "number", "kind", "seat", "door", "user", "at", "live", "hash")
    show_full_result_count = False


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "line", "reporter", "state", "settled_by")
    list_filter = ("state",)
    list_select_related = ("line", "reporter", "settled_by")


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "game_id", "room", "author", "text", "removed_at")
    list_select_related = ("author",)
    search_fields = ("text", "author__username")
