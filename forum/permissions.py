"""Who may do what in the forum: pure questions about a standing, fetched once a request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import Role, User
from accounts.selectors import NEEDS_SECOND_FACTOR, second_factors
from forum.models import Category, Level, Post, Sanction, Topic
from forum.subjects import subject_may_post, subject_may_read

_ORDER = (Level.EVERYONE, Level.MEMBERS, Level.ORGANISERS, Level.MODERATORS, Level.OPERATORS)


@dataclass(frozen=True)
class Standing:
    """What somebody is in the forum: how far up the levels, and whether under a sanction."""

    user: User | None
    level: Level = Level.EVERYONE
    sanction: Sanction | None = None

    @property
    def is_banned(self) -> bool:
        return self.sanction is not None and self.sanction.kind == Sanction.Kind.BAN

    @property
    def is_moderator(self) -> bool:
        return self.reaches(Level.MODERATORS)

    @property
    def is_operator(self) -> bool:
        return self.reaches(Level.OPERATORS)

    def reaches(self, level: str) -> bool:
        return _ORDER.index(self.level) >= _ORDER.index(Level(level))


def standing_of(*, user: User | AnonymousUser, now: datetime) -> Standing:
    """One query; another for those under a sanction."""
    if not isinstance(user, User) or not user.is_active:
        return Standing(None)
    sanctions = active_sanctions(now=now).filter(user=OuterRef("pk")).order_by("kind", "-pk")
    factors = second_factors().filter(user=OuterRef("pk"))
    rows = User.objects.filter(pk=user.pk).values_list(
        "role_grants__role", Subquery(sanctions.values("pk")[:1]), Exists(factors)
    )
    held = frozenset(Role(role) for role, _sanction, _factor in rows if role)
    sanction = next((Sanction.objects.get(pk=pk) for _role, pk, _factor in rows if pk), None)
    if sanction is not None and sanction.kind == Sanction.Kind.BAN:
        return Standing(user, Level.EVERYONE, sanction)
    if not any(factor for _role, _sanction, factor in rows):
        held -= NEEDS_SECOND_FACTOR
    if Role.OPERATOR in held:
        level = Level.OPERATORS
    elif Role.MODERATOR in held:
        level = Level.MODERATORS
    else:
        level = Level.ORGANISERS if Role.ORGANISER in held else Level.MEMBERS
    return Standing(user, level, sanction)


def active_sanctions(*, now: datetime) -> QuerySet[Sanction]:
    return Sanction.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now), lifted_at=None)


def is_under_sanction(user: User) -> bool:
    return active_sanctions(now=timezone.now()).filter(user=user).exists()


def may_read_category(standing: Standing, category: Category) -> bool:
    return standing.reaches(category.read_by)


def may_write(standing: Standing) -> bool:
    """Write at all, react, vote: needs an account that is not silenced or banned."""
    return standing.user is not None and standing.sanction is None


def may_start(standing: Standing, category: Category) -> bool:
    return (
        may_write(standing)
        and may_read_category(standing, category)
        and standing.reaches(category.start_by)
    )


def may_read_topic(standing: Standing, topic: Topic) -> bool:
    if not may_read_category(standing, topic.category):
        return False
    if topic.subject_kind and not subject_may_read(topic=topic, viewer=standing.user):
        return False
    if topic.state == Topic.State.OPEN or standing.is_moderator:
        return True
    return topic.state == Topic.State.HELD and _is(standing, topic.author_id)


def may_reply(standing: Standing, topic: Topic) -> bool:
    return (
        may_write(standing)
        and may_read_topic(standing, topic)
        and topic.state == Topic.State.OPEN
        and (not topic.locked or standing.is_moderator)
        and standing.reaches(topic.category.reply_by)
        and (not topic.subject_kind or subject_may_post(topic=topic, viewer=standing.user))
    )


def may_see_post(standing: Standing, post: Post) -> bool:
    """Its words: others see at most that something was here."""
    if post.state == Post.State.SHOWN:
        return True
    if post.state == Post.State.ERASED:
        return False
    return standing.is_moderator or (
        post.state in (Post.State.HELD, Post.State.WITHDRAWN) and _is(standing, post.author_id)
    )


def may_edit(standing: Standing, post: Post) -> bool:
    if not may_write(standing) or post.state not in (Post.State.SHOWN, Post.State.HELD):
        return False
    if standing.is_moderator:
        return True
    return _is(standing, post.author_id) and not post.topic.locked


def may_withdraw(standing: Standing, post: Post) -> bool:
    return (
        may_write(standing)
        and _is(standing, post.author_id)
        and post.state in (Post.State.SHOWN, Post.State.HELD)
        and not post.topic.locked
    )


def may_bring_back(standing: Standing, post: Post) -> bool:
    """An author undoes his own withdrawal; a moderator undoes a removal of somebody else's post."""
    if not may_write(standing) or post.state not in (Post.State.WITHDRAWN, Post.State.REMOVED):
        return False
    if _is(standing, post.author_id):
        return post.state == Post.State.WITHDRAWN
    return standing.is_moderator


def may_solve(standing: Standing, topic: Topic) -> bool:
    return (
        topic.category.has_solutions
        and may_write(standing)
        and (standing.is_moderator or _is(standing, topic.author_id))
    )


def may_report(standing: Standing, post: Post) -> bool:
    return may_write(standing) and post.is_shown and not _is(standing, post.author_id)


def may_sanction(standing: Standing, person: User, roles: Iterable[Role]) -> bool:
    """Moderators act on players; only operators on those who have a role; nobody on himself."""
    if standing.user == person:
        return False
    above = {Role.MODERATOR, Role.OPERATOR} & set(roles)
    return standing.is_operator or (standing.is_moderator and not above)


def _is(standing: Standing, user_id: int) -> bool:
    return standing.user is not None and standing.user.pk == user_id
