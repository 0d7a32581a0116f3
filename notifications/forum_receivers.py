"""What the mail side does when something happens in the forum."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from forum.models import ModerationEntry, Post
from forum.signals import decision_taken, post_published, user_mentioned
from notifications.services.forum_mails import decision_tell, mention_tell

logger = logging.getLogger(__name__)


@receiver(post_published)
def hint_followers(*, post: Post, **_: Any) -> None:
    """Followers may be many: a worker tells them, and the sweep does if no worker hears this."""
    transaction.on_commit(lambda: _hint(post.pk))


def _hint(post_id: int) -> None:
    from notifications.tasks import tell_followers

    try:
        tell_followers.delay(post_id)
    except (OSError, tell_followers.OperationalError) as error:
        logger.warning("broker out of reach, the sweep will tell of post %s: %s", post_id, error)


@receiver(user_mentioned)
def tell_mentioned(*, post: Post, users: Sequence[User], **_: Any) -> None:
    """Few people, so at once: in the transaction of the post."""
    for user in users:
        mention_tell(post=post, user=user)


@receiver(decision_taken)
def tell_person(*, entry: ModerationEntry, **_: Any) -> None:
    decision_tell(entry=entry)
