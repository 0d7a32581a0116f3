"""Looking back: any position, the whole log, charts, the record, the result."""

from __future__ import annotations

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import SignedInRequest
from games.errors import TableError
from games.models import Move
from games.presenters.terra_mystica.charts import charts_of
from games.presenters.terra_mystica.ledger import (
    TRACED,
    LedgerRow,
    gone_row,
    ledger_of,
    origins_of,
)
from games.presenters.terra_mystica.names import resource_name
from games.presenters.terra_mystica.page import headline_of
from games.presenters.terra_mystica.panels import chips_of
from games.presenters.terra_mystica.result import result_of
from games.selectors.log import disclosed_rows, entries_for, viewer_number
from games.selectors.records import record_json, record_text
from games.selectors.tables import Table
from games.selectors.verification import verified
from games.services.series import rematch_create
from games.views.context import names_of, panels_context, seat_rows, table_context
from games.views.table import end_seen, table_or_404

ROWS_PER_PAGE = 60


@require_safe
def at(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The table as it was after a row."""
    shown = table_or_404(request, game_id, number)
    if shown.view is None or number > shown.game.length:
        raise Http404
    context = table_context(shown, looking_back=True)
    context |= panels_context(context) | {"is_latest": False}
    return render(request, "games/table.html", context)


@require_safe
def go(request: HttpRequest, game_id: int) -> HttpResponse:
    """The slider without scripts."""
    number = request.GET.get("number", "")
    return redirect("table_at", game_id, int(number) if number.isdecimal() else 0)


@require_safe
def log(request: HttpRequest, game_id: int) -> HttpResponse:
    """The rows with their numbers, newest first: of all seats or of one, also those taken back."""
    shown = _begun(request, game_id)
    wanted = request.GET.get("seat", "")
    seat = int(wanted) if wanted.isdecimal() and int(wanted) < len(shown.seats) else None
    rows = Move.objects.filter(game=shown.game)
    undone = "undone" in request.GET
    if not undone:
        rows = rows.filter(live=True)
    if seat is not None:
        rows = rows.filter(seat=seat)
    page = Paginator(rows.order_by("-sequence"), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "games/log.html",
        {
            "game": shown.game,
            "page": page,
            "ledger": _ledger_page(request, shown, list(page)),
            "seats": seat_rows(shown).values(),
            "seat": seat,
            "undone": undone,
            "any_undone": Move.objects.filter(game=shown.game, live=False).exists(),
            "verified": verified(game=shown.game, kept=request.GET.get("kept", "")[:64])
            if "check" in request.GET
            else None,
        },
    )


def _ledger_page(request: HttpRequest, shown: Table, page: list[Move]) -> list[LedgerRow]:
    """The rows of a page. Their numbers are reckoned back from the last of them that counts, over
    all rows in between."""
    if not page:
        return []
    between = Move.objects.filter(
        game=shown.game, sequence__lte=page[0].sequence, sequence__gte=page[-1].sequence
    ).order_by("sequence")
    entries = entries_for(
        moves=between,
        viewer=viewer_number(shown.my_seat),
        disclosed=disclosed_rows(game=shown.game, moves=between, state=shown.state),
    )
    counted = [entry for entry in entries if entry.live]
    last = counted[-1].number if counted else 0
    view = shown.view
    if last != shown.game.length:
        view = table_or_404(request, shown.game.pk, last).view
    names, chips = names_of(shown), chips_of(shown.view)
    me = shown.my_seat.number if shown.my_seat else None
    told = {
        row.number: row for row in ledger_of(counted, view=view, names=names, chips=chips, me=me)
    }
    wanted = {move.sequence for move in page}
    return [
        told[entry.number] if entry.live else gone_row(entry, names=names, chips=chips, me=me)
        for entry in reversed(entries)
        if entry.sequence in wanted
    ]


@require_safe
def origins(request: HttpRequest, game_id: int, seat: int, key: str) -> HttpResponse:
    """Where a number of a seat came from, change by change, up to a row."""
    shown = _begun(request, game_id)
    upto = request.GET.get("upto", "")
    number = min(int(upto), shown.game.length) if upto.isdecimal() else shown.game.length
    if key not in TRACED or seat >= len(shown.seats):
        raise Http404
    rows = Move.objects.filter(game=shown.game, live=True, number__lte=number).order_by("number")
    entries = entries_for(
        moves=rows,
        viewer=viewer_number(shown.my_seat),
        disclosed=disclosed_rows(game=shown.game, moves=rows, state=shown.state),
    )
    return render(
        request,
        "games/origins.html",
        {
            "game": shown.game,
            "number": number,
            "name": names_of(shown)[seat],
            "chip": chips_of(shown.view)[seat],
            "resource": resource_name(key),
            "origins": origins_of(entries, seat=seat, key=key, start=_at_start(shown)[seat][key]),
            "others": [(other, resource_name(other)) for other in TRACED if other != key],
            "seat": seat,
        },
    )


def _at_start(shown: Table) -> dict[int, dict[str, int]]:
    """What the seats had before the first row: something only where all was prepared for them."""
    state = shown.rules.setup(shown.game.options, shown.game.seat_count)
    return {seat["seat"]: seat["numbers"] for seat in shown.rules.view(state, None)["seats"]}


def _begun(request: HttpRequest, game_id: int) -> Table:
    shown = table_or_404(request, game_id)
    if shown.view is None:
        raise Http404
    return shown


@require_safe
def charts(request: HttpRequest, game_id: int) -> HttpResponse:
    """Points and resources over time."""
    shown = _begun(request, game_id)
    rows = Move.objects.filter(game=shown.game, live=True).order_by("number")
    entries = entries_for(
        moves=rows,
        viewer=viewer_number(shown.my_seat),
        disclosed=disclosed_rows(game=shown.game, moves=rows, state=shown.state),
    )
    return render(
        request,
        "games/charts.html",
        {
            "game": shown.game,
            "charts": charts_of(
                entries, view=shown.view, names=names_of(shown), start=_at_start(shown)
            ),
            "headline": headline_of(shown.view),
            "my_number": shown.my_seat.number if shown.my_seat else None,
        },
    )


@require_safe
def result(request: HttpRequest, game_id: int) -> HttpResponse:
    """How it ended: places, final scoring step by step, points by source."""
    shown = _begun(request, game_id)
    if shown.standings is None:
        return redirect("table", game_id)
    end_seen(shown, now=timezone.now())
    before = table_or_404(request, game_id, shown.game.length - 1)
    final = shown.log[-1].events if shown.log else ()
    return render(
        request,
        "games/result.html",
        {
            "game": shown.game,
            "result": result_of(
                shown.standings,
                view=before.view,
                events=final,
                names=names_of(shown),
                chips=chips_of(shown.view),
            ),
            "seats": seat_rows(shown),
            "may_rematch": shown.my_seat is not None,
        },
    )


@login_required
@require_POST
def rematch(request: SignedInRequest, game_id: int) -> HttpResponse:
    table_or_404(request, game_id)
    try:
        game = rematch_create(game_id=game_id, user=request.user)
    except TableError as problem:
        messages.error(request, problem.sentence)
        return redirect("table_result", game_id)
    return redirect("table", game.pk)


@require_safe
def record(request: HttpRequest, game_id: int, form: str) -> HttpResponse:
    """The record for keeping: text for people, JSON for programs."""
    shown = _begun(request, game_id)
    name = f"game-{game_id}.{form}"
    if form == "json":
        answer: HttpResponse = JsonResponse(
            record_json(table=shown), json_dumps_params={"indent": 1, "ensure_ascii": False}
        )
    else:
        answer = HttpResponse(record_text(table=shown), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f"attachment; filename={json.dumps(name)}"
    return answer
