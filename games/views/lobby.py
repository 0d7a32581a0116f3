"""The lobby: open tables, a new table, the waiting room of one table."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.permissions import SignedInRequest
from engine.api import OptionError
from engine.registry import AnyRules, all_games, latest
from games.addresses import table_url
from games.clocks import hours_per_move
from games.errors import DemandsTooMuch, NoSuchTable, TableError
from games.forms.clocks import clock_initial
from games.forms.lobby import BotsForm, FilterForm, GuestForm
from games.forms.table import LINK, PUBLIC, TableForm
from games.models import Game
from games.pace import paces_of_the_site
from games.presenters.clock_words import clock_lines, time_out_lines
from games.presenters.lobby import OpenRow, open_row, preset_cards
from games.presenters.options import game_words, option_sentence, options_in_words
from games.presets import presets_for
from games.selectors.access import game_for
from games.selectors.dashboard import invitations_for
from games.selectors.open_tables import (
    game_by_link,
    open_games,
    tables_in_words,
)
from games.services.opening import table_open
from games.services.tables import Limits
from games.table_names import suggested_name

PAGE = 20
GAME = "terra_mystica"
"""The game that new tables play unless another one is asked for."""
STANDARD = "league"


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables with filters, and beside them the form for a new one."""
    rules = _rules(request)
    user = request.user if isinstance(request.user, User) else None
    filters = FilterForm(request.GET or None, rules=rules, signed_in=user is not None)
    wanted = filters.wanted
    filters.initial = {"which": wanted.which}
    games = open_games(viewer=user, wanted=wanted, board_option=game_words(rules).pictured)
    page = Paginator(games, PAGE).get_page(request.GET.get("page"))
    tables = tables_in_words(games=list(page), viewer=user, paces=paces_of_the_site())
    context: dict[str, Any] = {
        "filters": filters,
        "page": page,
        "rows": [open_row(table) for table in tables],
        "wanted": wanted,
        "is_filtered": bool(wanted.seats or wanted.slowest or wanted.board),
    }
    if user is not None:
        context |= {
            "invitations": list(invitations_for(user=user)),
            "form": _new_form(request, rules, user),
            "presets": preset_cards(rules, STANDARD),
        }
    return render(request, "games/lobby/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def lobby_new(request: SignedInRequest) -> HttpResponse:
    """A new table: from a preset, as a copy of an earlier table, or quite free."""
    rules = _rules(request)
    if request.method == "POST":
        form = TableForm(request.POST, rules=rules, user=request.user)
        game = _open(form, request.user, rules) if form.is_valid() else None
        if game is not None:
            messages.success(request, _("The table is open."))
            return redirect(table_url(game))
        chosen = ""
    else:
        form = _new_form(request, rules, request.user)
        chosen = "" if "copy" in request.GET else request.GET.get("preset", STANDARD)
    context = {"form": form, "presets": preset_cards(rules, chosen)}
    return render(request, "games/lobby/new.html", context)


@require_safe
def lobby_table(request: HttpRequest, game_id: int) -> HttpResponse:
    """The waiting room; once the game has begun, its own page."""
    try:
        game = game_for(game_id=game_id, viewer=request.user)
    except NoSuchTable:
        raise Http404 from None
    if game.started_at is not None:
        return redirect(table_url(game))
    return waiting_room(request, game, GuestForm())


def lobby_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """What a link leads to: the table, and the question whether one comes."""
    game = game_by_link(token=token)
    if game is None:
        raise Http404
    if not game.is_open:
        if game.started_at is not None and isinstance(request.user, User):
            try:
                return redirect(table_url(game_for(game_id=game.pk, viewer=request.user)))
            except NoSuchTable:
                pass
        return render(request, "games/lobby/link_closed.html", {"game": game}, status=410)
    return waiting_room(request, game, GuestForm(), token=token)


def waiting_room(
    request: HttpRequest, game: Game, guest: GuestForm, *, token: str = "", status: int = 200
) -> HttpResponse:
    """The page of a table that has not begun."""
    user = request.user if isinstance(request.user, User) else None
    [table] = tables_in_words(games=[game], viewer=user, paces=paces_of_the_site())
    row: OpenRow = open_row(table, token=token)
    is_host = user is not None and game.host_id == user.pk
    link = ""
    if game.link_token and (is_host or table.my_seat):
        link = request.build_absolute_uri(reverse("lobby_by_link", args=[game.link_token]))
    context = {
        "game": game,
        "row": row,
        "token": token,
        "is_host": is_host,
        "guest": guest,
        "link": link,
        "lines": options_in_words(game.rules, game.options),
        "time_lines": [*clock_lines(game.clock), *time_out_lines(game.time_out)],
        "bots": BotsForm(rules_key=game.rules_key) if is_host else None,
    }
    return render(request, "games/lobby/table.html", context, status=status)


def _rules(request: HttpRequest) -> AnyRules:
    wanted = request.GET.get("game", GAME)
    known = {rules.key for rules in all_games()}
    return latest(wanted if wanted in known else GAME)


def _new_form(request: HttpRequest, rules: AnyRules, user: User) -> TableForm:
    """An empty form, filled in from an earlier table or from a preset."""
    if "copy" in request.GET:
        return _copy_form(request.GET["copy"], user)
    key = request.GET.get("preset", STANDARD)
    preset = next((row for row in presets_for(rules.key) if row.key == key), None)
    words = game_words(rules).presets.get(key)
    initial: dict[str, Any] = {"name": suggested_name(SystemRandom()), "who": PUBLIC}
    if words is not None:
        initial |= {"seats": words.seats, "hours": words.hours, "rated": words.rated}
    else:
        initial |= {"seats": rules.seats[-1], "hours": 72, "rated": True}
    return TableForm(
        rules=rules, user=user, chosen=preset.options if preset else {}, initial=initial
    )


def _copy_form(pk: str, user: User) -> TableForm:
    try:
        game = game_for(game_id=int(pk), viewer=user)
    except (NoSuchTable, ValueError):
        raise Http404 from None
    private = game.visibility == Game.Visibility.PRIVATE
    return TableForm(
        rules=latest(game.rules_key),
        user=user,
        chosen=game.options,
        initial={
            "name": suggested_name(SystemRandom()),
            "seats": game.seat_count,
            "hours": hours_per_move(game.clock) or 72,
            **clock_initial(game.clock, game.time_out),
            "who": LINK if private else PUBLIC,
            "rated": game.rated,
            "min_rating": game.min_rating,
            "max_rating": game.max_rating,
            "min_reliability": game.min_reliability,
            "shuffle_seats": game.shuffle_seats,
        },
    )


def _open(form: TableForm, user: User, rules: AnyRules) -> Game | None:
    """The new table; None if it was refused, and then the form says why."""
    chosen = form.cleaned_data
    try:
        return table_open(
            host=user,
            guests=chosen["invite"],
            with_link=chosen["who"] == LINK,
            rules_key=rules.key,
            name=chosen["name"],
            seats=chosen["seats"],
            options=chosen["options"],
            visibility=Game.Visibility.PUBLIC
            if chosen["who"] == PUBLIC
            else Game.Visibility.PRIVATE,
            rated=chosen["rated"],
            clock=form.clock(),
            time_out=form.time_out(),
            limits=Limits(
                min_rating=chosen["min_rating"],
                max_rating=chosen["max_rating"],
                min_reliability=chosen["min_reliability"],
            ),
            start_at=chosen["start_at"],
            fill_with=chosen["fill"] if chosen["start_at"] else "",
            shuffle_seats=chosen["shuffle_seats"],
        )
    except DemandsTooMuch as refusal:
        form.add_error(str(refusal.facts["limit"]), refusal.sentence)
    except OptionError as refusal:
        form.add_error(None, option_sentence(rules, refusal))
    except TableError as refusal:
        form.add_error(None, refusal.sentence)
    return None
