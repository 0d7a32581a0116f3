"""What the forum keeps."""

from forum.models.announcements import Announcement, AnnouncementDismissal
from forum.models.categories import Category, Level
from forum.models.moderation import (
    Action,
    Appeal,
    ModerationEntry,
    Report,
    Sanction,
    UserNote,
    WatchedWord,
)
from forum.models.posts import Bookmark, Draft, Post, PostRevision, Reference, Thanks
from forum.models.reading import CategoryMark, DailyDigest, Follow, Subscription, TopicRead
from forum.models.studies import SharedPlan, Study, StudyStep, Variation
from forum.models.topics import Poll, PollOption, PollVote, Tag, Topic, TopicVote

__all__ = [
    "Action",
    "Announcement",
    "AnnouncementDismissal",
    "Appeal",
    "Bookmark",
    "Category",
    "CategoryMark",
    "DailyDigest",
    "Draft",
    "Follow",
    "Level",
    "ModerationEntry",
    "Poll",
    "PollOption",
    "PollVote",
    "Post",
    "PostRevision",
    "Reference",
    "Report",
    "Sanction",
    "SharedPlan",
    "Study",
    "StudyStep",
    "Subscription",
    "Tag",
    "Thanks",
    "Topic",
    "TopicRead",
    "TopicVote",
    "UserNote",
    "Variation",
    "WatchedWord",
]
