"""A position from text, played line by line.

    table = scene('''
        halflings: D E6; TP F7; 20c 10w; cults 0/0/1/1; card BON5
        witches: D C3 A10
    ''')
    assert table.change("upgrade E6 to TP") == {"c": -6, "w": -2, "D": -1, "TP": 1}
    assert table.refused("build A1") == "not-your-turn"

One row per seat, the first seat is on turn. What a row does not say: 70 coins, 70 workers, 7
priests (none for who is river-bound), 20 points; all tokens in bowl III for the first seat, the
faction's own bowls for the others; no cult steps; a card without effects. Buildings stand
on home terrain.

Every line goes through the border, and every time the promises of the border are looked at: events
explain all numbers, a refused line changes nothing, hints on a refusal are legal lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from engine.api import Event, Message, MoveError, Seat, Step
from engine.terra_mystica.actions import owed
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    BridgeBuilt,
    Built,
    FactionTaken,
    FavorTaken,
    HomeChosen,
    PhaseBegan,
    RoundBegan,
    TownFounded,
    TownTileTaken,
    TurnBegan,
)
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.setup import new_state
from engine.terra_mystica.state import Bridge, Options, Player, State, Turn
from engine.terra_mystica.terms import BUILDINGS, PERMANENT, WHEEL
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.scoring import SCORING_TILES
from engine.terra_mystica.view import numbers_of

PLAIN_CARDS = ("BON3", "BON5", "BON8", "BON7", "BON6")
TILES = ("mini-expansion-1", "shipping-bonus", "temple-scoring-tile")
RESOURCE = re.compile(r"(\d+)(c|w|p|vp)")


class Scene:
    """A table in the middle of a game."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.step: Step[State] | None = None

    # ---- looking ----------------------------------------------------------------------------

    def __getitem__(self, faction: str) -> Player:
        return self.state.players[self.seat(faction)]

    def seat(self, faction: str) -> int:
        return next(p.seat for p in self.state.players if p.faction == faction)

    @property
    def on_turn(self) -> str:
        turn = self.state.turn
        return "" if turn is None else self.state.players[turn.seat].faction

    @property
    def owed(self) -> list[str]:
        """What keeps the turn open; an action that is still to be taken is not told."""
        turn = self.state.turn
        return [] if turn is None else owed(self.state, turn)

    @property
    def events(self) -> tuple[Event, ...]:
        assert self.step is not None
        return self.step.events

    def power_offers(self) -> list[tuple[str, int]]:
        players = self.state.players
        return [(players[offer.to].faction, offer.size) for offer in self.state.offers]

    def lines(self, faction: str = "", after: str = "") -> list[str]:
        """What may come next, as a player is told."""
        return [offer.line for offer in RULES.compose(self.state, self._who(faction), after).offers]

    def warnings(self, line: str) -> dict[str, Message]:
        seat, text = self._split(line)
        composition = RULES.compose(self.state, seat, text)
        assert composition.refusal is None, composition.refusal
        return {message.code: message for message in composition.warnings}

    def hints(self, line: str) -> tuple[str, ...]:
        """The nearest legal lines to a refused one."""
        seat, text = self._split(line)
        refusal = RULES.compose(self.state, seat, text).refusal
        assert refusal is not None, f"{line!r} is legal"
        return refusal.nearest

    # ---- playing ----------------------------------------------------------------------------

    def play(self, *lines: str) -> Scene:
        for line in lines:
            seat, text = self._split(line)
            before = self.state
            self.step = RULES.play(before, seat, text)
            self.state = self.step.state
            self._check_sums(before)
        return self

    def change(self, line: str, of: str = "") -> dict[str, int]:
        """Play, and tell what changed among the numbers of the player (or of somebody else)."""
        seat = self.seat(of) if of else self._split(line)[0]
        before = numbers_of(self.state.players[seat])
        self.play(line)
        after = numbers_of(self.state.players[seat])
        return {name: after[name] - before[name] for name in after if after[name] != before[name]}

    def refused(self, line: str) -> str:
        """The code of the refusal. Nothing has changed, and every hint would be accepted."""
        seat, text = self._split(line)
        before = RULES.dump(self.state)
        try:
            step = RULES.play(self.state, seat, text)
        except MoveError as error:
            code = error.code
        else:
            raise AssertionError(f"{line!r} was accepted as {step.line!r}")
        assert RULES.dump(self.state) == before
        refusal = RULES.compose(self.state, seat, text).refusal
        assert refusal is not None
        assert refusal.message.code == code
        for hint in refusal.nearest:
            RULES.play(self.state, seat, hint)
        return code

    def outcome(self, line: str) -> dict[str, int] | str:
        """The change, or the code of the refusal: for tables."""
        seat, text = self._split(line)
        try:
            RULES.play(self.state, seat, text)
        except MoveError:
            return self.refused(line)
        return self.change(line)

    def set(self, faction: str, **fields: object) -> Scene:
        """Change a player by hand."""
        seat = self.seat(faction)
        self.state = self.state.with_player(seat, replace(self.state.players[seat], **fields))
        return self

    def _who(self, faction: str) -> Seat:
        return Seat(self.seat(faction) if faction else 0)

    def _split(self, line: str) -> tuple[Seat, str]:
        name, colon, text = line.partition(": ")
        if colon and name in FACTIONS:
            return self._who(name), text
        return Seat(0), line

    def _check_sums(self, before: State) -> None:
        """Every change of a number is told by events, for every seat."""
        for old, new in zip(before.players, self.state.players, strict=True):
            told: dict[str, int] = {}
            for event in self.events:
                assert event.source, event
                if event.seat == old.seat:
                    for name, amount in event.delta.items():
                        told[name] = told.get(name, 0) + amount
            one, two = numbers_of(old), numbers_of(new)
            changed = {name: two[name] - one[name] for name in two if one[name] != two[name]}
            assert {name: amount for name, amount in told.items() if amount} == changed
            assert sum(new.points.values()) == new.vp or not new.points


def scene(
    text: str,
    *,
    round: int = 1,
    scoring: str = "SCORE5",
    land: dict[str, str] | None = None,
    favors: dict[str, int] | None = None,
    towns: dict[str, int] | None = None,
    final: tuple[str, ...] = (),
    **options: object,
) -> Scene:
    """Set up a position; `land`, `favors` and `towns` change the map and the supplies."""
    rows = [row.strip() for row in text.strip().splitlines() if row.strip()]
    values: dict[str, object] = {"factions": tuple(FACTIONS), "tile_options": TILES, **options}
    state = new_state(Options(**values, final_tiles=final), len(rows))  # type: ignore[arg-type]
    rest = [tile for tile in SCORING_TILES if tile != scoring][:5]
    rest.insert(round - 1, scoring)
    cards = dict.fromkeys(BONUS_CARDS, 0)
    draft = Draft(replace(state, scoring=tuple(rest), cards=cards), 0)
    for seat, row in enumerate(rows):
        draft.seat = seat
        _take_seat(draft, row)
    state = draft.state
    state = replace(
        state,
        terrain={**state.terrain, **(land or {})},
        favors={**state.favors, **(favors or {})},
        towns={**state.towns, **(towns or {})},
        round=round,
    )
    return Scene(_begin(state))


def _begin(state: State) -> State:
    draft = Draft(state, 0)
    passed = [player.passed for player in state.players]
    draft.emit(PhaseBegan("play"))
    draft.emit(RoundBegan(state.round))
    for seat, has_passed in enumerate(passed):
        if has_passed:
            player = replace(draft.state.players[seat], passed=True)
            draft.state = replace(
                draft.state.with_player(seat, player), passed=(*draft.state.passed, seat)
            )
    draft.emit(TurnBegan(0, Turn(seat=0, row=0)))
    return draft.state


def _take_seat(draft: Draft, row: str) -> None:
    """One row of a scene: `faction (terrain): parts; separated; like this`."""
    head, _, tail = row.partition(":")
    faction, _, terrain = head.strip().partition(" ")
    seat, board = draft.seat, FACTIONS[faction]
    draft.emit(FactionTaken(seat, faction, 20))
    if terrain:
        draft.emit(HomeChosen(seat, terrain.strip("() "), faction))
    elif board.terrain_choice:
        draft.emit(HomeChosen(seat, "brown", faction))
    me = draft.me
    tokens = sum(board.start.bowls)
    draft.state = draft.state.with_player(
        seat,
        replace(
            me,
            c=70,
            w=70,
            p=0 if board.river_bound else 7,
            cults=(0, 0, 0, 0),
            bowls=(0, 0, tokens) if seat == 0 else board.start.bowls,
        ),
    )
    for part in filter(None, (part.strip() for part in tail.split(";"))):
        _part(draft, part)
    if not draft.me.card:
        _hold(draft, next(card for card in PLAIN_CARDS if card in draft.state.cards))


def _part(draft: Draft, part: str) -> None:
    word, *things = part.split()
    if word in BUILDINGS:
        _build(draft, word, things)
    elif RESOURCE.fullmatch(word):
        _purse(draft, (word, *things))
    elif word in ("bowls", "cults"):
        numbers = tuple(int(number) for number in things[0].split("/"))
        _set(draft, **{word: numbers})
    elif word in ("keys", "shipping", "dig", "range", "bridges", "priest_limit", "towns_due"):
        _set(draft, **{word: int(things[0])})
    elif word == "passed":
        _set(draft, passed=True)
    elif word == "card":
        _hold(draft, things[0])
    elif word == "unlocked":
        limit = draft.me.priest_limit + len(things)
        _set(draft, unlocked=(*draft.me.unlocked, *things), priest_limit=limit)
    elif word == "favors":
        for tile in things:
            draft.emit(FavorTaken(draft.seat, tile))
    elif word == "towns":
        for tile in things:
            draft.emit(TownTileTaken(draft.seat, tile))
    elif word == "town":
        draft.emit(TownFounded(draft.seat, tuple(things), False))
    elif word == "bridge":
        a, b = things[0].split(":")
        draft.emit(BridgeBuilt(draft.seat, Bridge(a, b, draft.seat)))
    elif word == "home":
        home = draft.me.home
        terrain = {**draft.state.terrain, **dict.fromkeys(things, home)}
        draft.state = replace(draft.state, terrain=terrain)
    else:
        raise ValueError(f"a scene has no {part!r}")


def _build(draft: Draft, building: str, places: Iterable[str]) -> None:
    me = draft.me
    for place in places:
        if (me.home in WHEEL and not me.board.river_bound) or me.home in PERMANENT:
            draft.state = replace(draft.state, terrain={**draft.state.terrain, place: me.home})
        draft.emit(Built(draft.seat, place, building, "", "scene"))


def _purse(draft: Draft, words: tuple[str, ...]) -> None:
    fields: dict[str, object] = {}
    for word in words:
        found = RESOURCE.fullmatch(word)
        assert found is not None, word
        fields[found[2]] = int(found[1])
    if "vp" in fields:
        fields["points"] = {"start": fields["vp"]}
    _set(draft, **fields)


def _hold(draft: Draft, card: str) -> None:
    draft.state = replace(
        draft.state, cards={k: n for k, n in draft.state.cards.items() if k != card}
    )
    _set(draft, card=card)


def _set(draft: Draft, **fields: object) -> None:
    draft.state = draft.state.with_player(draft.seat, replace(draft.me, **fields))


def end_phase_two(table: Scene) -> Scene:
    """Everybody passes with whatever card there is, in turn."""
    number = table.state.round
    while table.state.round == number and table.state.turn is not None:
        card = next(iter(table.state.cards))
        table.play(f"{table.on_turn}: pass {card}")
    return table
