"""What other apps may listen to. All are sent inside the transaction of their cause."""

from django.dispatch import Signal

post_published = Signal()
"""Sent with `post` (its topic and author fetched) when a post is there for readers to see.

A post that was held back is published when a moderator lets it through. Who follows the topic is a
question for `forum.selectors.following`.
"""

user_mentioned = Signal()
"""Sent with `post` and `users`, a list of those a published post names; the author is not in it."""

decision_taken = Signal()
"""Sent with `entry`, a ModerationEntry whose `person` should be told what was decided and why."""
