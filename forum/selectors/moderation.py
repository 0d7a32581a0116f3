"""What moderators look at."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from forum.models import Appeal, ModerationEntry, Post, Report, Sanction, UserNote
from forum.permissions import Standing
from games.selectors.access import games_visible_to

OF_TALK = ("talk__line__author", "talk__line__game", "talk__reporter")


def _waiting() -> QuerySet[Report]:
    return Report.objects.exclude(state=Report.State.CLOSED)


def open_cases() -> QuerySet[Report]:
    """What waits, oldest first; of several reports of one thing the first."""
    same = Q(post=OuterRef("post")) | Q(talk__line=OuterRef("talk__line"))
    return _waiting().exclude(Exists(_waiting().filter(same, pk__lt=OuterRef("pk"))))


def open_reports() -> QuerySet[Report]:
    """Those cases as the desk shows them: see `others_join`."""
    return (
        open_cases()
        .select_related(
            *("post__topic__category", "post__author", "reporter", "claimed_by"), *OF_TALK
        )
        .order_by("at", "pk")
    )


def others_join(*, cases: Sequence[Report]) -> None:
    """Give each case `others`, the later reports of the same post or line: one query."""
    leads = {_thing(case): case for case in cases if case.state != Report.State.CLOSED}
    for case in cases:
        case.others = []  # type: ignore[attr-defined]
    same = Q(post__in=[case.post_id for case in cases if case.post_id]) | Q(
        talk__line__in=[case.talk.line_id for case in cases if case.talk]
    )
    rows = _waiting().filter(same).exclude(pk__in=[case.pk for case in cases])
    for row in rows.select_related("reporter", "talk__reporter").order_by("at", "pk"):
        if lead := leads.get(_thing(row)):
            lead.others.append(row)  # type: ignore[attr-defined]


def _thing(report: Report) -> tuple[int | None, int | None]:
    return report.post_id, report.talk.line_id if report.talk else None


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
        "reports": open_cases().count(),
        "appeals": Appeal.objects.filter(decided_by=None).count(),
        "reviews": entries_to_review(standing=standing).count(),
    }


def desk_count() -> int:
    """How much waits at the desk, for every page that leads there: asked once a minute."""
    found = cache.get_or_set(
        "forum:desk",
        lambda: open_cases().count() + Appeal.objects.filter(decided_by=None).count(),
        timeout=60,
    )
    return found or 0


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


def entries_contested() -> QuerySet[ModerationEntry]:
    """Decisions that somebody thinks should be undone."""
    return entries().filter(verdict=ModerationEntry.Verdict.DISAGREE)


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
