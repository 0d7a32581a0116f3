"""Threads that belong to something of another app: a game, a league, a season.

An app registers its kinds in the `ready` of its configuration. The forum never imports the app: it
asks the registered kind for a title, a link back and for who may read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from forum.models import Category, Topic


class Subject(ABC):
    """One kind of thing that has a thread."""

    kind: str
    """Such as "game"; stored with the topic, together with a key such as "123"."""
    way_back: str | Promise = _("To its page")
    """The words of the link back."""

    @abstractmethod
    def title(self, key: str) -> str:
        """The thread's title when it is opened."""

    @abstractmethod
    def address(self, key: str) -> str:
        """The page the thread belongs to."""

    @abstractmethod
    def category(self, key: str) -> Category:
        """Where the thread stands."""

    @abstractmethod
    def listed(self, key: str) -> bool:
        """Whether lists, search and feeds may show the thread."""

    @abstractmethod
    def may_read(self, key: str, viewer: User | None) -> bool:
        """Asked in addition to the rights of the category; False for what there is not."""

    def may_post(self, key: str, viewer: User | None) -> bool:
        """Asked in addition to the rights of the category, of those who may read."""
        return True

    def panel(self, key: str, request: HttpRequest) -> SafeString:
        """What stands above the posts."""
        return SafeString()

    def dress(self, key: str, htmls: Sequence[str]) -> Sequence[str]:
        """The words of posts in this thread, as they are shown."""
        return htmls


_subjects: dict[str, Subject] = {}


def register_subject(subject: Subject) -> None:
    if _subjects.get(subject.kind, subject) is not subject:
        raise ValueError(f"two subjects are called {subject.kind!r}")
    _subjects[subject.kind] = subject


def subject_named(kind: str) -> Subject:
    return _subjects[kind]


def subject_of(topic: Topic) -> Subject | None:
    return _subjects.get(topic.subject_kind) if topic.subject_kind else None


def subject_may_post(*, topic: Topic, viewer: User | None) -> bool:
    subject = _subjects.get(topic.subject_kind)
    return subject is not None and subject.may_post(topic.subject_key, viewer)


def subject_may_read(*, topic: Topic, viewer: User | None) -> bool:
    """A thread whose app is not there any more is closed to everybody."""
    subject = _subjects.get(topic.subject_kind)
    return subject is not None and subject.may_read(topic.subject_key, viewer)


def subject_address(*, topic: Topic) -> str:
    subject = _subjects.get(topic.subject_kind)
    return subject.address(topic.subject_key) if subject else ""
