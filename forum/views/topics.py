"""A topic, and writing in it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from forum.errors import ForumRefusal
from forum.forms import TRAP, PostForm, TopicForm
from forum.models import Draft, Follow, Post, Topic
from forum.numbers import number_in
from forum.permissions import may_read_topic, may_reply, may_solve, may_write
from forum.selectors.categories import categories_to_write_in
from forum.selectors.topics import (
    page_of,
    pages_of,
    poll_options,
    posts_page,
    topic_with_marks,
)
from forum.services.posts import post_reply, topic_start
from forum.services.reading import topic_mark_read
from forum.subjects import subject_address, subject_of
from forum.views.composer import composer_context, quotation
from forum.views.doors import ForumRequest, MemberRequest, member, readable_topic, visitor


@require_safe
@visitor
def topic(request: ForumRequest, topic_id: int) -> HttpResponse:
    found = topic_with_marks(topic_id=topic_id, standing=request.standing)
    if found is not None and found.merged_into_id is not None:
        return redirect("forum_topic", found.merged_into_id)
    found = readable_topic(request, found)
    draft = getattr(found, "my_draft", None) or ""
    return topic_page(request, found, PostForm(initial={"text": draft}))


def topic_page(
    request: ForumRequest,
    found: Topic,
    form: PostForm,
    *,
    number: int | None = None,
    preview: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a topic, also shown again with a refused or previewed reply at its end."""
    standing = request.standing
    pages = pages_of(found)
    page = max(1, min(number or number_in(request.GET.get("page")), pages))
    mark = getattr(found, "my_mark", None)
    posts = posts_page(topic=found, standing=standing, page=page, mark=mark)
    subject = subject_of(found)
    if subject is not None:
        dressed = subject.dress(found.subject_key, [row.html for row in posts])
        for row, html in zip(posts, dressed, strict=True):
            row.html = html
    if standing.user is not None:
        seen = max((row.post.number or 0 for row in posts), default=0)
        if seen > (mark or 0) and request.method == "GET":
            topic_mark_read(user=standing.user, topic_id=found.pk, number=seen)
    polled = page == 1 and hasattr(found, "poll")
    options = poll_options(topic=found, standing=standing) if polled else []
    closes_at = found.poll.closes_at if options else None
    poll_over = closes_at is not None and closes_at <= timezone.now()
    replying = may_reply(standing, found)
    return render(
        request,
        "forum/topic.html",
        {
            "topic": found,
            "tags": sorted(filter(None, (getattr(found, "tag_names", "") or "").split(","))),
            "category": found.category,
            "posts": posts,
            "first_new": next((row.post.pk for row in posts if row.is_new), None),
            "number": page,
            "pages": pages,
            "standing": standing,
            "follow": getattr(found, "my_follow", None)
            or getattr(found, "my_category_follow", None)
            or "off",
            "follows": Follow.choices,
            "options": options,
            "votes_total": sum(getattr(option, "count", 0) for option in options),
            "poll_over": poll_over,
            "poll_open": bool(options)
            and not found.locked
            and not poll_over
            and may_write(standing),
            "voted": any(getattr(option, "mine", False) for option in options),
            "may_reply": replying,
            "may_solve": may_solve(standing, found),
            "may_vote": found.category.has_votes and may_write(standing) and not found.locked,
            "subject": subject,
            "subject_address": subject_address(topic=found) if subject else "",
            "panel": subject.panel(found.subject_key, request) if subject else "",
            **(
                composer_context(request, place=f"topic:{found.pk}", form=form, preview=preview)
                if replying
                else {}
            ),
        },
        status=status,
    )


def _where_it_is_now(request: ForumRequest, topic_id: int) -> Topic:
    """The topic, or the one that it was merged into while somebody was reading and writing."""
    found = topic_with_marks(topic_id=topic_id, standing=request.standing)
    if found is not None and found.merged_into_id is not None:
        found = topic_with_marks(topic_id=found.merged_into_id, standing=request.standing)
    return readable_topic(request, found)


@require_safe
@visitor
def first_unread(request: ForumRequest, topic_id: int) -> HttpResponse:
    """On to the first post the reader has not seen; the last one if there is none."""
    found = _where_it_is_now(request, topic_id)
    number = min((getattr(found, "my_mark", None) or 0) + 1, found.last_number)
    post = found.posts.filter(number=number).first()
    return redirect(_place(post) if post else found.get_absolute_url())


@require_safe
@visitor
def post(request: ForumRequest, post_id: int) -> HttpResponse:
    """The lasting address of a post leads to where it stands now."""
    found = Post.objects.select_related("topic__category").filter(pk=post_id).first()
    if found is None or not may_read_topic(request.standing, found.topic):
        raise Http404
    return redirect(_place(found))


def _place(post: Post) -> str:
    page = page_of(post.number) if post.number else pages_of(post.topic)
    query = f"?page={page}" if page > 1 else ""
    return f"{reverse('forum_topic', args=[post.topic_id])}{query}#p{post.pk}"


@require_http_methods(["GET", "HEAD", "POST"])
@member
def reply(request: MemberRequest, topic_id: int) -> HttpResponse:
    found = _where_it_is_now(request, topic_id)
    if request.method != "POST":
        text = getattr(found, "my_draft", None) or ""
        if quoted := number_in(request.GET.get("quote")):
            text = f"{text}\n\n".lstrip() + quotation(request, found, quoted)
        return topic_page(request, found, PostForm(initial={"text": text}), number=pages_of(found))
    form = PostForm(request.POST)
    if request.POST.get("action") == "preview" or not form.is_valid():
        return topic_page(
            request,
            found,
            form,
            number=pages_of(found),
            preview=request.POST.get("text", ""),
            status=200 if form.is_valid() else 422,
        )
    try:
        new = post_reply(
            author=request.user,
            topic=found,
            text=form.cleaned_data["text"],
            trapped=bool(request.POST.get(TRAP)),
        )
    except ForumRefusal as refusal:
        if refusal.code in ("not-allowed", "silenced"):
            raise
        form.add_error("text", str(refusal))
        return topic_page(request, found, form, number=pages_of(found), status=422)
    if not new.is_shown:
        messages.info(request, _held_words())
    return redirect(_place(new))


@require_http_methods(["GET", "HEAD", "POST"])
@member
def new_topic(request: MemberRequest) -> HttpResponse:
    categories = categories_to_write_in(standing=request.standing)
    if not categories:
        return render(request, "forum/nowhere_to_write.html", status=403)
    if request.method != "POST":
        draft = Draft.objects.filter(user=request.user, place="new").first()
        initial = {
            "category": request.GET.get("category", ""),
            "title": draft.title if draft else "",
            "text": draft.text if draft else "",
        }
        return _new_topic_page(request, TopicForm(initial=initial, categories=categories))
    form = TopicForm(request.POST, categories=categories)
    if request.POST.get("action") == "preview" or not form.is_valid():
        return _new_topic_page(
            request,
            form,
            preview=request.POST.get("text", ""),
            status=200 if form.is_valid() else 422,
        )
    try:
        topic = topic_start(
            author=request.user,
            category=form.cleaned_data["category"],
            title=form.cleaned_data["title"],
            text=form.cleaned_data["text"],
            tags=form.tag_names,
            poll=form.poll,
            trapped=bool(request.POST.get(TRAP)),
        )
    except ForumRefusal as refusal:
        form.add_error(None, str(refusal))
        return _new_topic_page(request, form, status=422)
    if topic.state == Topic.State.HELD:
        messages.info(request, _held_words())
    return redirect(topic)


def _new_topic_page(
    request: MemberRequest, form: TopicForm, *, preview: str = "", status: int = 200
) -> HttpResponse:
    context = composer_context(request, place="new", form=form, preview=preview)
    return render(request, "forum/new_topic.html", context, status=status)


def _held_words() -> str:
    return gettext(
        "Thank you. A moderator looks at what new accounts write; your text is kept and waits."
    )
