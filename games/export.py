"""The part of the tables in the file with everything the site knows of one user."""

from __future__ import annotations

from accounts.models import User
from accounts.services.export import register_section
from games.models import (
    ChatLine,
    Invitation,
    MissedDeadline,
    Move,
    Mute,
    Note,
    Plan,
    PlayerTimes,
    Report,
    StandingOrder,
    Tenure,
    Watcher,
)


def games_section(user: User) -> object:
    """Every seat held, and every line played on it."""
    return {
        "seats": list(
            Tenure.objects.filter(user=user)
            .order_by("began_at")
            .values(
                "seat__game_id",
                "seat__game__name",
                "seat__game__rules_key",
                "seat__number",
                "began_at",
                "ended_at",
            )
        ),
        "moves": list(
            Move.objects.filter(user=user)
            .order_by("at", "sequence")
            .values("game_id", "sequence", "number", "seat", "line", "door", "at", "live")
        ),
        "invitations": list(
            Invitation.objects.filter(user=user).values(
                "game_id", "state", "created_at", "answered_at"
            )
        ),
        "watching": list(Watcher.objects.filter(user=user).values("game_id", "since")),
    }


def notes_section(user: User) -> object:
    return list(Note.objects.filter(user=user).values("game_id", "text", "changed_at"))


def plans_section(user: User) -> object:
    return [
        {
            "game": plan.game_id,
            "name": plan.name,
            "notes": plan.notes,
            "created_at": plan.created_at,
            "branches": list(plan.branches.values("name", "number", "lines", "status")),
        }
        for plan in Plan.objects.filter(user=user).prefetch_related("branches")
    ]


def table_talk_section(user: User) -> object:
    return {
        "said": list(
            ChatLine.objects.filter(author=user).values("game_id", "room", "text", "number", "at")
        ),
        "reported": list(Report.objects.filter(reporter=user).values("line_id", "reason", "at")),
        "muted": Mute.objects.filter(user=user).count(),
    }


def times_section(user: User) -> object:
    """Nights, vacations, deadlines missed, standing orders."""
    times = PlayerTimes.objects.filter(user=user)
    return {
        "hours": list(times.values("sleep_from", "sleep_to", "vacations")),
        "missed": list(MissedDeadline.objects.filter(user=user).values("game_id", "kind", "at")),
        "orders": list(
            StandingOrder.objects.filter(user=user).values("game_id", "text", "state", "made_at")
        ),
    }


def register_sections() -> None:
    register_section("games", games_section)
    register_section("notes", notes_section)
    register_section("plans", plans_section)
    register_section("table_talk", table_talk_section)
    register_section("times", times_section)
