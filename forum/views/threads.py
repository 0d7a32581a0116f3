"""Threads of games, leagues and whatever else has one; talk and moves posted in a game's thread."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from forum.errors import CommandRefused, ForumRefusal
from forum.forms import TRAP, PostForm
from forum.models import Draft
from forum.numbers import number_in
from forum.permissions import may_read_category, may_write
from forum.play.commands import command_try, room_of, thread_say, written
from forum.play.studies import studies_of_game
from forum.play.thread import thread_address, thread_of
from forum.services.subjects import subject_post, topic_of_subject
from forum.subjects import Subject, subject_named
from forum.views.composer import composer_context
from forum.views.doors import ForumRequest, MemberRequest, member, visitor
from games.errors import NoSuchTable, TableError
from games.models import ChatLine
from games.selectors.tables import Table, table_for
from games.selectors.talk import has_played
from games.services.talk import game_mark_read

Room = ChatLine.Room


def _subject(request: ForumRequest, kind: str, key: str) -> Subject:
    try:
        subject = subject_named(kind)
    except KeyError as unknown:
        raise Http404 from unknown
    if not subject.may_read(key, request.standing.user):
        raise Http404
    return subject


@require_safe
@visitor
def thread(request: ForumRequest, kind: str, key: str) -> HttpResponse:
    """The thread of a thing: its topic, or an empty one that the first post opens."""
    subject = _subject(request, kind, key)
    if kind == "game":
        return game_thread(request, int(key))
    topic = topic_of_subject(kind=kind, key=key)
    if topic is not None:
        return redirect(topic)
    return _empty(request, subject, key, _form(request, kind, key))


def _form(request: ForumRequest, kind: str, key: str) -> PostForm:
    """The box to write in, with what was typed and not sent."""
    place = f"thread:{kind}:{key}"
    draft = Draft.objects.filter(user=request.standing.user, place=place).first()
    return PostForm(initial={"text": draft.text if draft else ""})


def _empty(
    request: ForumRequest,
    subject: Subject,
    key: str,
    form: PostForm,
    status: int = 200,
    **more: str,
) -> HttpResponse:
    category = subject.category(key)
    standing = request.standing
    if not may_read_category(standing, category):
        raise Http404
    may_post = (
        may_write(standing)
        and standing.reaches(category.reply_by)
        and subject.may_post(key, standing.user)
    )
    place = f"thread:{subject.kind}:{key}"
    return render(
        request,
        "forum/thread.html",
        {
            "title": subject.title(key),
            "category": category,
            "subject": subject,
            "subject_address": subject.address(key),
            "key": key,
            "standing": standing,
            "may_post": may_post,
            **composer_context(request, place=place, form=form, preview=more.get("preview", "")),
        },
        status=status,
    )


@require_http_methods(["POST"])
@member
def thread_post(request: MemberRequest, kind: str, key: str) -> HttpResponse:
    """The first post of a thread, or one more."""
    subject = _subject(request, kind, key)
    form = PostForm(request.POST)
    text = request.POST.get("text", "")
    if request.POST.get("action") == "preview" or not form.is_valid():
        status = 200 if form.is_valid() else 422
        return _again(request, subject, key, form, status=status, preview=text)
    try:
        post = subject_post(
            kind=kind,
            key=key,
            author=request.user,
            text=form.cleaned_data["text"],
            trapped=bool(request.POST.get(TRAP)),
        )
    except ForumRefusal as refusal:
        if refusal.code in ("not-allowed", "silenced"):
            raise
        form.add_error("text", str(refusal))
        return _again(request, subject, key, form, status=422)
    if not post.is_shown:
        messages.info(request, gettext("Thank you. A moderator looks at what new accounts write."))
    return redirect(post)


def _again(
    request: MemberRequest,
    subject: Subject,
    key: str,
    form: PostForm,
    *,
    status: int,
    preview: str = "",
) -> HttpResponse:
    return _empty(request, subject, key, form, status, preview=preview)


# ---- games -------------------------------------------------------------------------------------


@never_cache
def game_thread(
    request: ForumRequest,
    game_id: int,
    *,
    text: str = "",
    problem: str = "",
    nearest: tuple[str, ...] = (),
    preview: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Talk and moves of a game, with what the reader may say and play."""
    table = _table(request, game_id)
    lit = request.GET.get("hex", "")[:4].upper()
    found = thread_of(
        game=table.game,
        viewer=request.user,
        view=table.view,
        before=number_in(request.GET.get("before", "")),
        at=number_in(request.GET.get("at", "")),
        lit=lit,
    )
    user = request.standing.user
    if user is not None and request.method == "GET" and any(found.newest.values()):
        game_mark_read(
            game=table.game,
            user=user,
            table_line=found.newest[Room.TABLE],
            gallery_line=found.newest[Room.GALLERY],
        )
    topic = topic_of_subject(kind="game", key=str(game_id))
    form = _form(request, "game", str(game_id)) if table.game.is_finished else PostForm()
    partly = request.headers.get("HX-Request") and request.method == "GET"
    return render(
        request,
        "forum/play/_thread_part.html" if partly else "forum/play/thread.html",
        {
            "game": table.game,
            "table": table,
            "thread": found,
            "lit": lit,
            "topic": topic,
            "subject": subject_named("game"),
            "subject_address": subject_named("game").address(str(game_id)),
            "standing": request.standing,
            "may_say": bool(found.room) and may_write(request.standing),
            "may_post": table.game.is_finished and may_write(request.standing),
            "my_turn": bool(table.owed_by_me),
            "studies": studies_of_game(game=table.game, viewer=user),
            "text": text,
            "problem": problem,
            "nearest": nearest,
            "tried": preview,
            "key": request.POST.get("key") or secrets.token_urlsafe(12),
            **composer_context(request, place=f"thread:game:{game_id}", form=form),
        },
        status=status,
    )


def _table(request: ForumRequest, game_id: int) -> Table:
    try:
        return table_for(game_id=game_id, viewer=request.standing.user)
    except NoSuchTable as missing:
        raise Http404 from missing


@require_POST
@member
def game_say(request: MemberRequest, game_id: int) -> HttpResponse:
    """Say something in the thread; with a move in it, show first what that would do."""
    table = _table(request, game_id)
    text = request.POST.get("text", "")[:5000]
    standing = request.standing
    if not may_write(standing) or table.game.is_finished:
        return game_thread(
            request,
            game_id,
            text=text,
            problem=gettext("Nothing can be said here now."),
            status=403,
        )
    plays = table.game.host_id == request.user.pk or has_played(game=table.game, user=request.user)
    confirmed = request.POST.get("action") == "confirm"
    try:
        if written(text).lines and not confirmed:
            _shown, tried = command_try(game_id=game_id, user=request.user, text=text)
            return game_thread(
                request, game_id, text=text, preview={"is": tried, "words": written(text).words}
            )
        moves = thread_say(
            game_id=game_id,
            user=request.user,
            text=text,
            room=room_of(game=table.game, plays=plays),
            key=request.POST.get("key", "")[:60],
        )
    except CommandRefused as refusal:
        return game_thread(
            request, game_id, text=text, problem=str(refusal), nearest=refusal.nearest, status=422
        )
    except (ForumRefusal, TableError) as refusal:
        return game_thread(request, game_id, text=text, problem=refusal.sentence, status=422)
    if moves:
        played = ". ".join(move.line for move in moves)
        messages.success(request, gettext("Played: %(line)s") % {"line": played})
    return redirect(f"{thread_address(game_id)}#end")
