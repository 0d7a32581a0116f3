"""A plan on the board: the position after its steps, what each step does, what may come next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.utils.translation import gettext as _

from engine.api import CHANCE, Composition, Decision, Event, MoveError, Step
from engine.api import Seat as SeatNumber
from games.errors import NotPlannable
from games.models import Game, PlanBranch, Seat
from games.positions import position_at
from games.presenters.asked import asked
from games.presenters.options.words import Words
from games.presenters.terra_mystica.board import (
    Board,
    Marks,
    Target,
    board_of,
    colour_of,
    places_in,
)
from games.presenters.terra_mystica.choices import TITLES, Choice, choice_of
from games.presenters.terra_mystica.facts import faction_colour
from games.presenters.terra_mystica.names import BUILDINGS, faction_name, sign, signed
from games.presenters.terra_mystica.panels import CultBoard, cult_board
from games.presenters.terra_mystica.sentences import gained
from games.presenters.terra_mystica.targets import (
    bridge_targets,
    hex_targets,
    queries_by_target,
)
from games.presenters.terra_mystica.turn_actions import kind_of
from games.services.plans import all_is_open, line_try

COLUMNS = ("vp", "c", "w", "p")
FEW = 8
"""So many choices of a heading are shown at once."""

Address = Callable[..., str]
"""Where the plan is shown with this written."""


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One line of a branch."""

    index: int
    seat: Seat
    line: str
    effect: str
    """What changes for the seat itself."""
    is_dead: bool
    is_changed: bool
    is_shown: bool
    """Lies before the position on the board."""

    @property
    def upto(self) -> int:
        return self.index + 1


@dataclass(frozen=True, slots=True)
class SeatNumbers:
    """What a seat has in the shown position, and how much that differs from now."""

    seat: Seat
    colour: str
    title: str
    cells: list[tuple[int, str]]
    bowls: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that could be played on."""

    seat: Seat
    tag: Words
    is_chosen: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Wish:
    """A whole line that may have been meant."""

    label: str
    query: str


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """What may come next under one heading; a choice shows the plan with the line it makes."""

    heading: Words
    choices: list[Choice]
    is_open: bool
    """Few enough to be shown at once."""


@dataclass(frozen=True, slots=True)
class PlanView:
    """Everything the page of a plan shows about one branch."""

    steps: list[PlannedStep]
    upto: int
    position: Any
    """What the planner sees of the position."""
    board: Board | None
    """None for a game without hexes."""
    cults: CultBoard | None
    numbers: list[SeatNumbers]
    turns: list[Turn]
    line: str
    composition: Composition[Any] | None
    groups: list[ChoiceGroup]
    nearest: list[Wish]
    """What a refused line may have meant."""
    preview: str
    """What the line would do to the seat that plays it."""
    problem: str
    """Why nothing can be planned from here on; empty: something can."""

    @property
    def cut_at(self) -> int:
        """Where taking back cuts: after the shown step, or before the last one."""
        return self.upto if self.upto < len(self.steps) else max(0, self.upto - 1)


def plan_view(
    *,
    game: Game,
    seats: list[Seat],
    my_seat: Seat | None,
    branch: PlanBranch,
    upto: int | None,
    chosen: int | None,
    line: str,
    at: str = "",
) -> PlanView:
    """Play a branch up to a step and ask what might follow."""
    mine = None if my_seat is None else my_seat.number
    number = None if mine is None else SeatNumber(mine)
    start = position_at(game=game, number=branch.number)
    steps, state, shown = _played(game, seats, mine, branch, start, upto)
    view = game.rules.view(state, number)
    open_table = all_is_open(game=game, state=state)
    owed = [row for row in game.rules.pending(state) if row.seat != CHANCE and not row.answered]
    owed = [row for row in owed if open_table or row.seat == mine]
    decision = _decision(owed, chosen, mine)
    composition = None
    if decision is not None:
        composition = game.rules.compose(state, decision.seat, line)
    asked_of = {"branch": branch.pk, "upto": shown, "seat": decision.seat if decision else ""}

    def address(**more: str) -> str:
        return urlencode({**asked_of, **more})

    names = {seat.number: seat.holder_name for seat in seats}
    news = places_in(_shown_events(game, branch, start, shown))
    written = composition.step if composition else None
    seen = game.rules.view(written.state, number) if written else view

    return PlanView(
        steps=steps,
        upto=shown,
        position=view,
        board=_board(seen, composition, names, news, address),
        cults=_cults(seen, composition, address),
        numbers=_numbers(seats, game.rules.view(start, number), view),
        turns=_turns(game, seats, owed, decision, mine),
        line=composition.line if composition else line,
        composition=composition,
        groups=_groups(view, composition, names, at, address),
        nearest=[
            Wish(wish, address(line=wish))
            for wish in (composition.refusal.nearest if composition and composition.refusal else ())
        ],
        preview=effect(composition.step.events, decision.seat)
        if composition and composition.step and decision
        else "",
        problem="" if decision else _why_not(game, state, open_table),
    )


def _played(
    game: Game,
    seats: list[Seat],
    mine: int | None,
    branch: PlanBranch,
    start: Any,
    upto: int | None,
) -> tuple[list[PlannedStep], Any, int]:
    """The steps of a branch, the position after `upto` of them, and how many those were."""
    by_number = {seat.number: seat for seat in seats}
    wanted = len(branch.lines) if upto is None else max(0, min(upto, len(branch.lines)))
    steps, state, alive, shown_state, shown = [], start, True, start, 0
    for index, planned in enumerate(branch.lines):
        step: Step[Any] | None = None
        if alive:
            try:
                step = line_try(
                    game=game, state=state, seat=mine, number=planned["seat"], line=planned["line"]
                )
            except (MoveError, NotPlannable):
                alive = False
        if step is not None:
            state = step.state
            if index < wanted:
                shown_state, shown = state, index + 1
        steps.append(
            PlannedStep(
                index=index,
                seat=by_number[planned["seat"]],
                line=planned["line"],
                effect=effect(step.events, planned["seat"]) if step else "",
                is_dead=step is None,
                is_changed=branch.status == PlanBranch.Status.CHANGED and branch.broken_at == index,
                is_shown=index < wanted and step is not None,
            )
        )
    return steps, shown_state, shown


def _shown_events(game: Game, branch: PlanBranch, start: Any, shown: int) -> Iterable[Event]:
    state = start
    for planned in branch.lines[:shown]:
        step = game.rules.play(state, SeatNumber(planned["seat"]), planned["line"])
        yield from step.events
        state = step.state


def effect(events: Iterable[Event], seat: int) -> str:
    """The sum of what events do to a seat's numbers, buildings apart."""
    total = gained(events, seat)
    return ", ".join(signed(kind, count) for kind, count in total.items() if kind not in BUILDINGS)


def _decision(owed: list[Decision], chosen: int | None, mine: int | None) -> Decision | None:
    """The seat asked for, else one's own, else whoever is first."""
    for wanted in (chosen, mine):
        for row in owed:
            if wanted is not None and row.seat == wanted:
                return row
    return owed[0] if owed else None


def _turns(
    game: Game,
    seats: list[Seat],
    owed: list[Decision],
    decision: Decision | None,
    mine: int | None,
) -> list[Turn]:
    by_number = {seat.number: seat for seat in seats}
    first: dict[int, Decision] = {}
    for row in owed:
        first.setdefault(row.seat, row)
    return [
        Turn(
            seat=by_number[number],
            tag=asked(game.rules_key, row.kind).tag,
            is_chosen=decision is not None and decision.seat == number,
            is_mine=number == mine,
        )
        for number, row in first.items()
    ]


def _board(
    view: Any,
    composition: Composition[Any] | None,
    names: Mapping[int, str],
    news: Iterable[str],
    address: Address,
) -> Board | None:
    """The board as the line being written leaves it, with what may be chosen on it next."""
    if "hexes" not in view:
        return None
    line = composition.line if composition else ""
    offers = composition.offers if composition else ()
    step = composition.step if composition else None
    numbers = {place: number for number, place in enumerate(dict.fromkeys(news), start=1)}
    hexes = hex_targets(offers, line=line, pick="", names=names)
    bridges = bridge_targets(offers, line=line)
    marks = Marks(
        targets={place: _in_plan(target, address) for place, target in hexes.items()},
        bridges={ends: _in_plan(target, address) for ends, target in bridges.items()},
        chosen=tuple(places_in(step.events)) if step else (),
        news=numbers,
    )
    return board_of(view, marks)


def _in_plan(target: Target, address: Address) -> Target:
    return replace(target, query=address(**dict(parse_qsl(target.query))))


def _cults(view: Any, composition: Composition[Any] | None, address: Address) -> CultBoard | None:
    if "cults" not in view:
        return None
    found = (
        queries_by_target(composition.offers, "cult", line=composition.line) if composition else {}
    )
    return cult_board(
        view, queries={cult: address(**dict(parse_qsl(query))) for cult, query in found.items()}
    )


def _groups(
    view: Any,
    composition: Composition[Any] | None,
    names: Mapping[int, str],
    at: str,
    address: Address,
) -> list[ChoiceGroup]:
    """What may come next under its headings; with `at`, only what concerns that place."""
    if composition is None:
        return []
    terrain = {cell["name"]: cell["terrain"] for cell in view.get("hexes", ())}
    shared = frozenset(row["action"] for row in view.get("actions", ()))
    found: dict[str, list[Choice]] = {}
    for offer in composition.offers:
        if at and offer.target != at:
            continue
        if offer.verb == "decline" and not offer.target:
            continue  # the same as to decline each offer by itself, which is said more clearly
        made = choice_of(
            offer, line=composition.line, terrain=terrain, names=names, tiles=view.get("tiles")
        )
        if offer.group == "power":
            made = replace(made, swatch=faction_colour(offer.target))
        choice = replace(made, query=address(line=made.line))
        key = "offer" if offer.group == "power" else kind_of(offer, shared)
        found.setdefault(key, []).append(choice)
    return [
        ChoiceGroup(TITLES.get(key, TITLES["other"]), choices, bool(at) or len(choices) <= FEW)
        for key, choices in found.items()
    ]


def _numbers(seats: list[Seat], before: Any, after: Any) -> list[SeatNumbers]:
    """What everybody has, for games that show such numbers."""
    was, now = _by_seat(before), _by_seat(after)
    rows = []
    for seat in seats:
        facts = now.get(seat.number)
        if facts is None:
            continue
        numbers = facts.get("numbers", {})
        old = was.get(seat.number, {}).get("numbers", {})
        rows.append(
            SeatNumbers(
                seat=seat,
                colour=colour_of(facts),
                title=faction_name(facts["faction"]) if facts.get("faction") else "",
                cells=[(numbers.get(kind, 0), _difference(numbers, old, kind)) for kind in COLUMNS],
                bowls="/".join(str(numbers.get(kind, 0)) for kind in ("p1", "p2", "p3")),
            )
        )
    return rows


def _by_seat(view: Any) -> dict[int, Mapping[str, Any]]:
    rows = view.get("seats", []) if isinstance(view, dict) else []
    return {row["seat"]: row for row in rows if "seat" in row and "faction" in row}


def _difference(now: Mapping[str, int], old: Mapping[str, int], kind: str) -> str:
    change = now.get(kind, 0) - old.get(kind, 0)
    return sign(change) if change else ""


def _why_not(game: Game, state: Any, open_table: bool) -> str:
    owed = game.rules.pending(state)
    if not owed:
        return _("The game is over here.")
    if any(row.seat == CHANCE for row in owed):
        return _("Here chance decides. A plan cannot go on beyond that.")
    if not open_table:
        return _("Others decide in secret here. A plan cannot go on beyond that.")
    return _("Nobody is to move here.")
