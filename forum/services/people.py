"""What moderators do about people: silence, ban, notes, watched words, erasure."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.selectors import roles_held
from forum.errors import AlreadyDone, NeedsReason, NotAllowed, NotYourOwn, TooShort
from forum.models import (
    Action,
    Draft,
    Post,
    PostRevision,
    Reference,
    Report,
    Sanction,
    Study,
    StudyStep,
    UserNote,
    WatchedWord,
)
from forum.permissions import may_sanction
from forum.search.index import index_drop
from forum.search.words import folded
from forum.services.log import entry_add, moderator_standing
from forum.services.publishing import topic_recount


@transaction.atomic
def sanction_set(
    *, person: User, by: User, kind: str, reason: str, ends_at: datetime | None
) -> Sanction:
    """Silence or ban somebody until a time, or for good; the person is told why."""
    standing = moderator_standing(by=by)
    if not may_sanction(standing, person, roles_held(user=person)):
        raise NotAllowed
    if not reason.strip():
        raise NeedsReason
    sanction = Sanction.objects.create(
        user=person, kind=Sanction.Kind(kind), reason=reason.strip()[:500], by=by, ends_at=ends_at
    )
    until = f" → {ends_at:%Y-%m-%d %H:%M} UTC" if ends_at else ""
    entry_add(
        actor=by,
        action=Action.SANCTION,
        person=person,
        detail=f"{sanction.get_kind_display()}{until}",
        reason=reason,
        tell=True,
    )
    return sanction


@transaction.atomic
def sanction_lift(*, sanction: Sanction, by: User, reason: str) -> None:
    moderator_standing(by=by)
    if sanction.user_id == by.pk:
        raise NotYourOwn
    lifted = Sanction.objects.filter(pk=sanction.pk, lifted_at=None).update(
        lifted_at=timezone.now(), lifted_by=by
    )
    if not lifted:
        raise AlreadyDone
    entry_add(
        actor=by,
        action=Action.LIFT,
        person=sanction.user,
        detail=str(sanction.get_kind_display()),
        reason=reason,
        tell=True,
    )


@transaction.atomic
def note_add(*, person: User, by: User, text: str) -> UserNote:
    moderator_standing(by=by)
    if not text.strip():
        raise TooShort(least=1)
    entry_add(actor=by, action=Action.NOTE, person=person)
    return UserNote.objects.create(user=person, author=by, text=text.strip()[:2000])


@transaction.atomic
def word_watch(*, word: str, by: User) -> None:
    moderator_standing(by=by)
    key = "".join(folded(word).split())
    if len(key) < 3:
        raise TooShort(least=3)
    _row, new = WatchedWord.objects.get_or_create(word=key[:60], defaults={"added_by": by})
    if new:
        entry_add(actor=by, action=Action.WORD, detail=f"+ {key}")


@transaction.atomic
def word_unwatch(*, word_id: int, by: User) -> None:
    moderator_standing(by=by)
    row = WatchedWord.objects.filter(pk=word_id).first()
    if row is None:
        raise AlreadyDone
    entry_add(actor=by, action=Action.WORD, detail=f"− {row.word}")
    row.delete()


@transaction.atomic
def posts_erase(*, person: User, by: User, reason: str) -> int:
    """Remove the words of all posts of somebody for good, with their history; places stay."""
    if not moderator_standing(by=by).is_operator:
        raise NotAllowed
    if not reason.strip():
        raise NeedsReason
    mine = Post.objects.filter(author=person).exclude(state=Post.State.ERASED)
    posts = list(mine.select_related("topic"))
    ids = [post.pk for post in posts]
    PostRevision.objects.filter(post_id__in=ids).delete()
    Reference.objects.filter(post_id__in=ids).delete()
    Draft.objects.filter(user=person).delete()
    StudyStep.objects.filter(study__author=person).delete()
    Study.objects.filter(author=person).update(title="…", intro="")
    index_drop(post_ids=ids)
    Post.objects.filter(pk__in=ids).update(text="", html="", state=Post.State.ERASED)
    for topic in {post.topic_id: post.topic for post in posts}.values():
        topic_recount(topic=topic)
    Report.objects.filter(reporter=person, reason=Report.Reason.REMOVAL).exclude(
        state=Report.State.CLOSED
    ).update(state=Report.State.CLOSED, closed_by=by, closed_at=timezone.now())
    entry_add(
        actor=by, action=Action.ERASE, person=person, detail=str(len(ids)), reason=reason, tell=True
    )
    return len(ids)
