"""The table in a mail: round, news, one's own numbers, what is open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.api import Json
from games.presenters.terra_mystica.board import Board, Marks, board_of
from games.presenters.terra_mystica.composing import QUICK, Asked, quick_answers
from games.presenters.terra_mystica.messages import reason_sentence
from games.presenters.terra_mystica.names import (
    amount,
    amounts,
    building_name,
    counted,
    faction_name,
    terrain_name,
    tile_name,
)
from games.presenters.terra_mystica.news import News, news_of
from games.presenters.terra_mystica.page import headline_of
from games.presenters.terra_mystica.panels import chips_of, power_actions
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.tiles import round_now
from games.selectors.tables import Owed, Table

BIG_FIRST = ("SH", "SA", "TE", "TP", "D")
_CARD = re.compile(r"\bBON\d+")


@dataclass(frozen=True, kw_only=True)
class NewsLine:
    number: int
    name: str
    faction: str
    text: str
    mine: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class QuickAnswer:
    """One answer to a question out of turn, and what one has then."""

    line: str
    label: str
    price: str
    stocks: tuple[tuple[str, str], ...]
    changes: bool
    """Whether it changes anything."""


@dataclass(frozen=True, kw_only=True)
class QuickQuestion:
    """A question out of turn, with what one has before and after."""

    text: str
    stocks: tuple[tuple[str, str], ...]
    answers: tuple[QuickAnswer, ...]


@dataclass(frozen=True, kw_only=True)
class Words:
    where: str = ""
    asked: str = ""
    questions: tuple[str, ...] = ()
    news: tuple[NewsLine, ...] = ()
    stocks: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()
    board: Board | None = None
    """With what is new ringed, by the numbers of the news."""
    board_words: str = ""
    """The same for those who see no picture."""
    quick: QuickQuestion | None = None


def words_of(table: Table, names: Names, *, with_board: bool = True) -> Words:
    """For a reader with a seat."""
    if table.my_seat is None:
        return Words()
    view, me = table.view, table.view["seats"][table.my_seat.number]
    news = news_of(table.since, me=table.my_seat.number, names=names, chips=chips_of(view))
    where = headline_of(view)
    if me["faction"]:
        where = f"{where}, {faction_name(me['faction'])}"
    return Words(
        where=where,
        asked=_asked(table, names),
        questions=_questions(table, names),
        news=_news_lines(news),
        stocks=stocks_of(me) if me["faction"] else (),
        remarks=remarks_of(view),
        board=board_of(view, Marks(news=news.places)) if with_board else None,
        board_words=_board_words(table, news) if with_board else "",
        quick=_first_quick(table, names),
    )


def _questions(table: Table, names: Names) -> tuple[str, ...]:
    """In sentences; that a turn is to be taken is said by the title, if it is all."""
    mine = table.owed_by_me
    if [owed.decision.kind for owed in mine] == ["action"]:
        return ()
    return tuple(_sentence(reason_sentence(owed.decision.reason, names)) for owed in mine)


def _first_quick(table: Table, names: Names) -> QuickQuestion | None:
    """Nothing to be answered in one tap, if a move is asked for as well."""
    mine = table.owed_by_me
    if not mine or any(owed.decision.kind not in QUICK for owed in mine):
        return None
    return quick_question(table, mine[0], names)


def quick_question(table: Table, owed: Owed, names: Names) -> QuickQuestion | None:
    """A question out of turn with its answers; None if it is of another kind."""
    if table.game.rules_key != "terra_mystica":
        return None
    seat = owed.decision.seat
    asks = Asked(seat=seat, owed=(owed.decision,))
    found = quick_answers(table.rules, table.state, asks, names)
    if not found or not found[0].answers:
        return None
    now = _power_and_points(table.view["seats"][seat])
    offers = {offer.line: offer for offer in table.rules.legal(table.state, seat)}
    answers = []
    for choice in found[0].answers:
        after = table.rules.view(table.rules.play(table.state, seat, choice.line).state, seat)
        then = _power_and_points(after["seats"][seat])
        price = offers[choice.line].price if choice.line in offers else {}
        answers.append(
            QuickAnswer(
                line=choice.line,
                label=choice.label,
                price=price_words(price),
                stocks=then,
                changes=then != now,
            )
        )
    return QuickQuestion(text=_sentence(found[0].text), stocks=now, answers=tuple(answers))


def _asked(table: Table, names: Names) -> str:
    """One offer of power is named with its size; everything else has its usual words."""
    mine = table.owed_by_me
    if len(mine) != 1 or mine[0].decision.kind != "leech":
        return ""
    facts = mine[0].decision.reason.facts
    return _("Take %(size)s power?") % {"size": facts["size"]}


def _sentence(clause: str) -> str:
    return clause[:1].upper() + clause[1:]


def _news_lines(news: News) -> tuple[NewsLine, ...]:
    return tuple(
        NewsLine(
            number=item.number,
            name=item.name,
            faction=item.chip.label if item.chip else "",
            text=item.text,
            mine=item.mine,
        )
        for item in news.items
    )


def _board_words(table: Table, news: News) -> str:
    """What the picture shows, to who cannot see it: what is new, and one's own buildings."""
    assert table.my_seat is not None
    hexes = {cell["name"]: cell for cell in table.view["hexes"]}
    own: dict[str, list[str]] = {}
    for cell in hexes.values():
        if cell["building"] and cell["seat"] == table.my_seat.number:
            own.setdefault(cell["building"], []).append(cell["name"])
    fresh = [
        f"{_what_stands(hexes[place])} ({number})"
        for place, number in sorted(news.places.items(), key=lambda item: (item[1], item[0]))
        if place in hexes
    ]
    out = [_("Board after move %(number)s.") % {"number": table.number}]
    if fresh:
        out.append(_("New: %(what)s.") % {"what": ", ".join(fresh)})
    if own:
        pieces = (
            f"{building_name(piece)} {', '.join(own[piece])}" for piece in BIG_FIRST if piece in own
        )
        out.append(_("Your buildings: %(what)s.") % {"what": "; ".join(pieces)})
    return " ".join(out)


def _what_stands(cell: Mapping[str, Json]) -> str:
    what = building_name(cell["building"]) if cell["building"] else terrain_name(cell["terrain"])
    return f"{cell['name']} {what}"


def stocks_of(me: Mapping[str, Json]) -> tuple[tuple[str, str], ...]:
    numbers = me["numbers"]
    return (
        *(counted(kind, numbers[kind]) for kind in ("c", "w", "p")),
        *_power_and_points(me),
    )


def _power_and_points(me: Mapping[str, Json]) -> tuple[tuple[str, str], ...]:
    """All that questions out of turn are about."""
    numbers = me["numbers"]
    bowls = "/".join(str(numbers[bowl]) for bowl in ("p1", "p2", "p3"))
    return (bowls, _("power I/II/III")), counted("vp", numbers["vp"])


def remarks_of(view: Mapping[str, Json]) -> tuple[str, ...]:
    """The scoring of the round, and which power actions are still to be had."""
    out = []
    tile = round_now(view)
    if tile is not None:
        out.append(
            _("This round scores: %(what)s, %(points)s.")
            % {
                "what": " / ".join(part.label for part in tile.scores),
                "points": amount("vp", int(tile.vp.text)),
            }
        )
    free = [
        f"{action.key} {action.name} ({action.power})"
        for action in power_actions(view)
        if action.state == "free"
    ]
    if free and view["phase"] == "play":
        out.append(_("Open power actions: %(actions)s.") % {"actions": ", ".join(free)})
    return tuple(out)


def price_words(price: Mapping[str, int]) -> str:
    """What an answer costs: "2 workers, 3 coins"."""
    return amounts(price)


def answer_words(line: str, price: Mapping[str, int]) -> str:
    """Beside a ready answer: its price, and which cards its codes mean."""
    cards = (tile_name(code).removesuffix(f" ({code})") for code in _CARD.findall(line))
    return ", ".join(filter(None, (price_words(price), *cards)))
