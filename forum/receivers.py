"""What happens here when somebody's account is removed: posts stay, under the pseudonym."""

from __future__ import annotations

import re
from typing import Any

from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import user_anonymised
from forum.models import (
    Action,
    Announcement,
    Bookmark,
    CategoryMark,
    DailyDigest,
    Draft,
    Post,
    PostRevision,
    Reference,
    Study,
    Subscription,
    TopicRead,
    UserNote,
)
from forum.search.talk import talk_put
from forum.selectors.announcements import announcements_forget
from forum.services.log import entry_add
from forum.services.talk_reports import talk_case_open
from games.models import ChatLine, Game, TableNotice
from games.models import Report as LineReport
from games.selectors.talk import has_played
from games.signals import chat_posted, game_ended, line_reported

FORMER = "former-player"
CLOCK_ACTIONS = {
    "paused": Action.CLOCK_STOP,
    "resumed": Action.CLOCK_START,
    "gift": Action.CLOCK_GIFT,
}
"""What tables note when somebody turns their clocks."""


@receiver(game_ended)
def make_talk_findable(*, game: Game, **_: Any) -> None:
    """Players and spectators hear each other from now on, and so may everybody who searches."""
    talk_put(lines=ChatLine.objects.filter(game=game).values_list("pk", "text"))


@receiver(chat_posted)
def make_late_talk_findable(*, line: ChatLine, **_: Any) -> None:
    if line.game.is_finished:
        talk_put(lines=[(line.pk, line.text)])


@receiver(line_reported)
def bring_to_the_desk(*, report: LineReport, **_: Any) -> None:
    talk_case_open(report=report)


@receiver(post_save, sender=TableNotice)
def log_what_outsiders_do(*, instance: TableNotice, created: bool, **_: Any) -> None:
    """Players and hosts look after their own table; what others do to it, everybody may read."""
    action = CLOCK_ACTIONS.get(instance.code)
    if not created or action is None or instance.user is None:
        return
    game = instance.game
    if game.host_id != instance.user.pk and not has_played(game=game, user=instance.user):
        given = instance.facts.get("hours")
        entry_add(
            actor=instance.user,
            action=action,
            game=game,
            detail=f"+{given} h" if given else "",
            now=instance.at,
        )


@receiver(user_anonymised)
def forget_person(*, user: User, **_: Any) -> None:
    """Private things go; in posts of others the name goes too."""
    for model in (Draft, Bookmark, CategoryMark, DailyDigest, Subscription, TopicRead, UserNote):
        model.objects.filter(user=user).delete()
    Study.objects.filter(author=user, published_at=None).delete()
    for reference in Reference.objects.filter(user=user).select_related("post"):
        if reference.written:
            _forget_name(reference.post, reference.written)
        else:
            Post.objects.filter(pk=reference.post_id).update(
                html_version=0
            )  # names the author anew
    Reference.objects.filter(user=user).exclude(written="").delete()


def _forget_name(post: Post, name: str) -> None:
    pattern = re.compile(rf"@{re.escape(name)}(?![\w-])", re.IGNORECASE)
    post.text = pattern.sub(FORMER, post.text)
    post.html_version = 0
    post.save(update_fields=["text", "html_version"])
    for revision in PostRevision.objects.filter(post=post):
        revision.text = pattern.sub(FORMER, revision.text)
        revision.save(update_fields=["text"])


@receiver([post_save, post_delete], sender=Announcement)
def show_new_announcements(**_: Any) -> None:
    announcements_forget()
