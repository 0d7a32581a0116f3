"""The forum's part of the file with everything the site knows of somebody."""

from __future__ import annotations

from django.db.models import F, Q

from accounts.models import User
from accounts.services.export import register_section
from forum.models import (
    Appeal,
    Bookmark,
    Draft,
    PollVote,
    Post,
    PostRevision,
    Report,
    Sanction,
    Study,
    StudyStep,
    Subscription,
    Thanks,
    Topic,
    TopicVote,
)


def forum_section(user: User) -> object:
    posts = Post.objects.filter(author=user).order_by("created_at")
    return {
        "topics": list(
            Topic.objects.filter(author=user).order_by("pk").values("id", "title", "created_at")
        ),
        "posts": list(
            posts.values("id", "topic_id", "number", "text", "state", "created_at", "edited_at")
        ),
        "earlier_versions": list(
            PostRevision.objects.filter(post__author=user).values("post_id", "text", "written_at")
        ),
        "studies": list(
            Study.objects.filter(author=user).values("game_id", "title", "intro", "published_at")
        ),
        "study_positions": list(
            StudyStep.objects.filter(study__author=user).values("study_id", "number", "text")
        ),
        "drafts": list(Draft.objects.filter(user=user).values("place", "title", "text")),
        "bookmarks": list(Bookmark.objects.filter(user=user).values("post_id", "at")),
        "subscriptions": list(
            Subscription.objects.filter(user=user).values("topic_id", "category_id", "follow")
        ),
        "thanks": list(Thanks.objects.filter(user=user).values_list("post_id", flat=True)),
        "votes": list(TopicVote.objects.filter(user=user).values_list("topic_id", flat=True)),
        "poll_votes": list(
            PollVote.objects.filter(user=user).values(
                topic_id=F("option__poll__topic_id"), answer=F("option__text")
            )
        ),
        "reports": list(Report.objects.filter(reporter=user).values("post_id", "reason", "text")),
        "sanctions": list(
            Sanction.objects.filter(user=user).values("kind", "reason", "begun_at", "ends_at")
        ),
        "appeals": list(
            Appeal.objects.filter(Q(sanction__user=user) | Q(entry__person=user)).values(
                "text", "answer"
            )
        ),
    }


def register_own_section() -> None:
    register_section("forum", forum_section)
