"""The game page: everything its templates need, from one table and the line being composed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from engine.api import Event, Json, Offer, Seat
from engine.registry import AnyRules
from games.presenters.terra_mystica.auction import Auction, auction_of
from games.presenters.terra_mystica.board import Board, Marks, Target, board_of, places_in
from games.presenters.terra_mystica.composing import (
    Asked,
    Composer,
    Quick,
    compose,
    narrowed,
    quick_answers,
)
from games.presenters.terra_mystica.final import FinalTable, final_table
from games.presenters.terra_mystica.ledger import LedgerRow, ledger_of
from games.presenters.terra_mystica.names import MAPS, PHASES
from games.presenters.terra_mystica.news import News, Row, news_of
from games.presenters.terra_mystica.panels import (
    Chip,
    CultBoard,
    PlayerPanel,
    PowerAction,
    Supply,
    chips_of,
    cult_board,
    player_panel,
    power_actions,
    supply,
    taken_by,
    turn_order,
)
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.targets import bridge_targets, queries_by_target
from games.presenters.terra_mystica.text_board import TextRow, text_board
from games.presenters.terra_mystica.tiles import RoundTile, rounds_of

TEMPLATES = {
    name: f"games/terra_mystica/_{name}.html"
    for name in (
        "actions",
        "board",
        "composer",
        "cults",
        "dock",
        "final",
        "ledger",
        "mini",
        "news",
        "players",
        "prompt",
        "rounds",
        "supply",
        "text_board",
    )
}


@dataclass(frozen=True, kw_only=True)
class Source:
    """What the parts of a page are made from, kept for those that are made late."""

    rules: AnyRules
    state: Any
    view: Mapping[str, Json]
    shown: Mapping[str, Json]
    """The position after the line being composed."""
    log: Sequence[Row]
    me: Seat | None


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """What the templates of a table read."""

    templates: Mapping[str, str]
    names: Names
    chips: Mapping[int, Chip]
    board: Board
    rounds: tuple[RoundTile, ...]
    cults: CultBoard
    actions: tuple[PowerAction, ...]
    supply: Supply
    order: tuple[Chip, ...]
    news: News | None
    composer: Composer | None
    quick: tuple[Quick, ...]
    auction: Auction | None
    headline: str
    map_name: str
    source: Source
    targets: Mapping[str, Target]

    @cached_property
    def text_rows(self) -> tuple[TextRow, ...]:
        """The board in words; made only where it is shown."""
        return text_board(self.source.shown, self.names, self.targets)

    @cached_property
    def ledger(self) -> list[LedgerRow]:
        source = self.source
        return ledger_of(
            source.log, view=source.view, names=self.names, chips=self.chips, me=source.me
        )

    @cached_property
    def final(self) -> FinalTable | None:
        """The final scoring as things stand; where it is over, the result says more."""
        view = self.source.view
        if view["phase"] == "over":
            return None
        order = _me_first([chip.seat for chip in self.order], self.source.me)
        return final_table(view, order=order, names=self.names, chips=self.chips)

    @cached_property
    def players(self) -> tuple[PlayerPanel, ...]:
        """The reader first, then round the table."""
        source, view = self.source, self.source.view
        seats = {seat["seat"]: seat for seat in view["seats"]}
        return tuple(
            player_panel(view, seats[number], source.rules.forecast(source.state, Seat(number)))
            for number in _me_first([chip.seat for chip in self.order], source.me)
        )


def page_of(
    *,
    rules: AnyRules,
    state: Any,
    view: Mapping[str, Json],
    asked: Asked,
    names: Names,
    log: Sequence[Row] = (),
    since: Sequence[Row] = (),
) -> TablePage:
    chips = chips_of(view)
    me = asked.seat
    news = news_of(since, me=me, names=names, chips=chips) if me is not None or since else None
    composer: Composer | None = None
    events: tuple[Event, ...] = ()
    offers: tuple[Offer, ...] = ()
    shown = view
    if me is not None and asked.owed:
        composer, events, shown, offers = compose(rules, state, view, asked, names, chips)
    line = composer.line if composer else ""
    open_now = narrowed(offers, asked, view)
    marks = Marks(
        targets=composer.targets if composer else {},
        bridges=bridge_targets(open_now, line=line),
        chosen=tuple(places_in(event for event in events if event.seat == me)),
        news=news.places if news and not line else {},
        dims=bool(line or asked.pick or asked.at),
    )
    order = turn_order(view)
    return TablePage(
        templates=TEMPLATES,
        names=names,
        chips=chips,
        board=board_of(shown, marks),
        rounds=rounds_of(view),
        cults=cult_board(
            view,
            news=news.cults if news else {},
            queries=queries_by_target(open_now, "cult", line=line),
        ),
        actions=power_actions(
            view,
            queries=queries_by_target(offers, "action", line=line),
            chosen=[
                event.facts["space"]
                for event in events
                if event.kind == "space-used" and event.seat == me
            ],
            taken_by=taken_by(row.events for row in log),
            burns={key: (burn.notes[0], burn.query) for key, burn in composer.burns.items()}
            if composer
            else None,
        ),
        supply=supply(
            view,
            queries={
                key: query
                for kind in ("bonus", "favor", "town")
                for key, query in queries_by_target(offers, kind, line=line).items()
            },
        ),
        order=tuple(chips[number] for number in order),
        news=news,
        composer=composer,
        quick=quick_answers(rules, state, asked, names, view) if me is not None else (),
        auction=auction_of(view, names),
        headline=headline_of(view),
        map_name=str(MAPS.get(view["map"], _("Map of its own"))),
        source=Source(rules=rules, state=state, view=view, shown=shown, log=log, me=me),
        targets=marks.targets,
    )


def headline_of(view: Mapping[str, Json]) -> str:
    if view["phase"] in ("play", "spades", "unlock-cults", "unlock-income") and view["round"]:
        return _("Round %(round)s of %(rounds)s") % {
            "round": view["round"],
            "rounds": view["rounds"],
        }
    return str(PHASES.get(view["phase"], view["phase"]))


def _me_first(order: Sequence[int], me: int | None) -> list[int]:
    if me is None or me not in order:
        return list(order)
    start = list(order).index(me)
    return [*order[start:], *order[:start]]
