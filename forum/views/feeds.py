"""Atom feeds of what everybody may read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.models import User
from accounts.selectors import user_named
from forum.models import Category, Post, Topic
from forum.permissions import Standing, may_read_category, may_read_topic
from forum.rendering import posts_refresh
from forum.selectors.categories import categories_for
from forum.selectors.posts import public_posts

A_FEED = 30
STRANGER = Standing(None)


class PostFeed(Feed):
    """The newest posts, read as somebody without an account would."""

    feed_type = Atom1Feed

    def title(self, obj: Any) -> str:
        return f"{obj} · {settings.SITE_NAME}" if obj else self._name()

    def _name(self) -> str:
        return gettext("Forum of %(site)s") % {"site": settings.SITE_NAME}

    def link(self, obj: Any) -> str:
        return str(obj.get_absolute_url()) if obj else reverse("forum")

    def posts(self, obj: Any) -> Any:
        return public_posts(categories=categories_for(standing=STRANGER))

    def items(self, obj: Any) -> list[Post]:
        posts = list(self.posts(obj)[:A_FEED])
        posts_refresh(posts=posts)
        return posts

    def item_title(self, item: Post) -> SafeString:
        return mark_safe(item.topic.title)  # the feed is XML and escapes once itself

    def item_description(self, item: Post) -> str:
        return item.html

    def item_author_name(self, item: Post) -> str:
        return item.author.username

    def item_pubdate(self, item: Post) -> datetime:
        return item.created_at

    def item_updateddate(self, item: Post) -> datetime:
        return item.edited_at or item.created_at

    def item_link(self, item: Post) -> str:
        return item.get_absolute_url()


class CategoryFeed(PostFeed):
    def get_object(self, request: HttpRequest, slug: str) -> Category:
        category = Category.objects.filter(slug=slug).first()
        if category is None or not may_read_category(STRANGER, category):
            raise Http404
        return category

    def posts(self, obj: Category) -> Any:
        return public_posts(categories=[obj])


class TopicFeed(PostFeed):
    def get_object(self, request: HttpRequest, topic_id: int) -> Topic:
        topic = Topic.objects.select_related("category").filter(pk=topic_id).first()
        if topic is None or not topic.listed or not may_read_topic(STRANGER, topic):
            raise Http404
        return topic

    def posts(self, obj: Topic) -> Any:
        return public_posts(categories=[obj.category]).filter(topic=obj)


class UserFeed(PostFeed):
    def get_object(self, request: HttpRequest, username: str) -> User:
        user = user_named(username=username)
        if user is None:
            raise Http404
        return user

    def link(self, obj: User) -> str:
        return reverse("forum_user", args=[obj.username])

    def posts(self, obj: User) -> Any:
        return super().posts(None).filter(author=obj)
