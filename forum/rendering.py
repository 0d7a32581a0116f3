"""The cached HTML of posts: made with what the database knows, made anew when it is stale."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User
from forum.markup import VERSION, Names, Rendered, names_in, render
from forum.models import Post


def names_for(*texts: str) -> Names:
    """Whom these texts mean: two queries at most, none where nobody is named."""
    people: set[str] = set()
    posts: set[int] = set()
    for text in texts:
        named, quoted = names_in(text)
        people |= named
        posts |= quoted
    known = (
        dict(
            User.objects.filter(username_key__in=people, is_active=True).values_list(
                "username_key", "username"
            )
        )
        if people
        else {}
    )
    authors = (
        dict(Post.objects.filter(pk__in=posts).values_list("pk", "author__username"))
        if posts
        else {}
    )
    return Names(known, authors)


def text_render(*, text: str) -> Rendered:
    return render(text, names_for(text))


def posts_refresh(*, posts: Iterable[Post]) -> None:
    """Give every post HTML of the present renderer, and keep it."""
    stale = [post for post in posts if post.html_version != VERSION]
    if not stale:
        return
    names = names_for(*(post.text for post in stale))
    for post in stale:
        post.html = render(post.text, names).html
        post.html_version = VERSION
    Post.objects.bulk_update(stale, ["html", "html_version"])
