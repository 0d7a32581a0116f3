"""What moderators look at."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from forum.models import Appeal, ModerationEntry, Post, Report, Sanction, UserNote
from forum.permissions import Standing
from games.selectors.access import games_visible_to

OF_TALK = ("talk__line__author", "talk__line__game", "talk__reporter")


def open_reports() -> QuerySet[Report]:
    return (
        Report.objects.exclude(state=Report.State.CLOSED)
        .select_related(
            *("post__topic__category", "post__author", "reporter", "claimed_by"), *OF_TALK
        )
        .order_by("at", "pk")
    )


def closed_reports() -> QuerySet[Report]:
    return (
        Report.objects.filter(state=Report.State.CLOSED)
        .select_related(
            *("post__topic__category", "post__author", "reporter", "closed_by"), *OF_TALK
        )
        .order_by("-closed_at", "-pk")
    )


def open_appeals() -> QuerySet[Appeal]:
    return (
        Appeal.objects.filter(decided_by=None)
        .select_related(
            *("sanction__user", "sanction__by"),
            *("entry__person", "entry__actor", "entry__post", "entry__topic"),
        )
        .order_by("at")
    )


def moderation_counts(*, standing: Standing) -> dict[str, int]:
    """What waits: one query for each list."""
    return {
        "reports": Report.objects.exclude(state=Report.State.CLOSED).count(),
        "appeals": Appeal.objects.filter(decided_by=None).count(),
        "reviews": entries_to_review(standing=standing).count(),
    }


def entries() -> QuerySet[ModerationEntry]:
    return ModerationEntry.objects.select_related(
        "actor", "topic", "post", "person", "game", "reviewed_by"
    )


def entries_of_games(*, viewer: User | None) -> QuerySet[ModerationEntry]:
    """What was done to games: the part of the log that everybody who sees a game may read."""
    seen = games_visible_to(viewer=viewer).values("pk")
    return entries().filter(game__in=seen).order_by("-at", "-pk")


def entries_to_review(*, standing: Standing) -> QuerySet[ModerationEntry]:
    """Decisions of others about others that nobody has reviewed."""
    mine = Q(actor=standing.user) | Q(person=standing.user, person__isnull=False)
    return entries().filter(reviewed_by=None).exclude(mine)


def person_facts(*, person: User) -> dict[str, object]:
    """Everything a moderator needs to know about somebody, on one page."""
    counts = Post.objects.filter(author=person).aggregate(
        shown=Count("pk", filter=Q(state=Post.State.SHOWN)),
        removed=Count("pk", filter=Q(state=Post.State.REMOVED)),
    )
    return {
        "person": person,
        "counts": counts,
        "sanctions": Sanction.objects.filter(user=person)
        .select_related("by", "lifted_by")
        .order_by("-pk"),
        "notes": UserNote.objects.filter(user=person).select_related("author"),
        "entries": entries().filter(person=person)[:30],
        "reports": closed_reports().filter(post__author=person)[:20],
        "removal_wanted": Report.objects.filter(
            reporter=person, reason=Report.Reason.REMOVAL
        ).exclude(state=Report.State.CLOSED),
    }
