"""Records in the stripped ledger form: what people decided, one row per line.

Reading plays every row with the rules; nothing is answered or waived by the engine, because the
rows hold every answer. Writing turns a log into rows that such a reader accepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from engine.api import MoveError
from engine.terra_mystica.commands.flow import Resign
from engine.terra_mystica.factions import FACTION_NAMES, FACTIONS
from engine.terra_mystica.line import play_commands, read_line
from engine.terra_mystica.maps import key_of
from engine.terra_mystica.maps.land import MapError, read_land
from engine.terra_mystica.options import TILE_OPTIONS
from engine.terra_mystica.setup import new_state
from engine.terra_mystica.state import Options, State
from engine.terra_mystica.terms import ROUNDS
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.scoring import FINAL_TILES

SEATS = range(2, 6)
VP_2017 = "starting-vp-2017"
"""Our own option line: records of others have the points in a column that is stripped."""
STARTING_POINTS = "Starting points:"
"""Our own line, `Starting points: FACTION 33, FACTION 40`: what an auction left (R1.12)."""
MAP_ROWS = "map-rows"
"""Our own line: letter of the first row, then the rows of a custom map."""


class RecordError(ValueError):
    """A record that cannot be played; `row` is the faction row at fault, 0 for the head."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(f"row {row}: {reason}")
        self.row = row
        self.reason = reason


class RowResult(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a row's own faction after the row."""

    row: int
    faction: str
    vp: int
    c: int
    w: int
    p: int
    pw: tuple[int, int, int]
    cult: tuple[int, int, int, int]


class FinalResult(msgspec.Struct, frozen=True, kw_only=True):
    """Scores of all factions, dropped ones included."""

    final: dict[str, int]


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What the comment rows before the first faction row say."""

    options: frozenset[str]
    map: str
    scoring: tuple[str, ...]
    removed: frozenset[str]
    seats: int
    final: tuple[str, ...]
    starting_vp: dict[str, int] = {}
    rows: tuple[str, ...] = ()
    """First row and rows of a custom map."""


_SCORING = re.compile(r"Round (\d) scoring: (SCORE\d)", re.IGNORECASE)
_REMOVED = re.compile(r"Removing tile (BON\d+)", re.IGNORECASE)
_PLAYER = re.compile(r"Player (\d+)\b", re.IGNORECASE)
_FINAL = re.compile(r"Added final scoring tile: ([a-z-]+)", re.IGNORECASE)
_POINTS = re.compile(r"([A-Za-z]+) (\d{1,2})\b")
_DROPPED = re.compile(r"(\S+) dropped from the game", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:nofaction|player)(\d+)")
_LEFT_EARLY = re.compile(rf"{_NUMBERED.pattern} dropped")
_SETUP = re.compile(r"\tsetup\s*$", re.IGNORECASE)


def read_head(lines: list[str]) -> Head:
    """Options, tiles and seats of a record."""
    options, removed, scoring, final = set(), set(), {}, []
    board, players, rows = "original", 0, 0
    points: dict[str, int] = {}
    drawn: tuple[str, ...] = ()
    for line in lines:
        if "\t" in line:
            rows += line.split("\t", 1)[1].strip().lower() == "setup"
            continue
        text = " ".join(line.split())
        low = text.lower()
        if low.startswith("option "):
            options.add(low[7:])
        elif low.startswith(STARTING_POINTS.lower()):
            points = {name.lower(): int(vp) for name, vp in _POINTS.findall(text)}
        elif low.startswith(f"{MAP_ROWS} "):
            drawn = tuple(text.split()[1:])
        elif low.startswith("map "):
            board = low[4:]
        elif found := _SCORING.match(text):
            scoring[int(found[1])] = found[2].upper()
        elif found := _REMOVED.match(text):
            removed.add(found[1].upper())
        elif found := _PLAYER.match(text):
            players = max(players, int(found[1]))
        elif found := _FINAL.match(text):
            final.append(found[1].lower())
    return Head(
        options=frozenset(options),
        map=board,
        scoring=tuple(scoring[number] for number in sorted(scoring)),
        removed=frozenset(removed),
        seats=max(players, rows),
        final=tuple(sorted(final)),
        starting_vp=points,
        rows=drawn,
    )


def first_state(head: Head) -> State:
    """The table a record starts from, tiles dealt as it says."""
    if len(head.scoring) != ROUNDS:
        raise RecordError(0, f"scoring tiles for {len(head.scoring)} rounds, {ROUNDS} needed")
    board = _board(head)
    if head.seats not in SEATS:
        raise RecordError(0, f"{head.seats} players; {SEATS[0]} to {SEATS[-1]} can play")
    if unknown := set(head.final) - set(FINAL_TILES):
        raise RecordError(0, f"unknown final scoring tile {', '.join(sorted(unknown))}")
    on = head.options
    options = Options(
        map=board,
        factions=tuple(k for k, f in FACTIONS.items() if not f.option or f.option in on),
        strict_leech="strict-leech" in on,
        strict_conversion="strict-darkling-sh" in on,
        strict_double_turn="strict-chaosmagician-sh" in on,
        power_when_declined="errata-cultist-power" in on,
        variable_order="variable-turn-order" in on,
        vp_2017=VP_2017 in on,
        starting_vp=head.starting_vp,
        tile_options=tuple(option for option in TILE_OPTIONS if option in on),
        final_tiles=head.final,
        explicit=True,
    )
    cards = [
        card.key
        for card in BONUS_CARDS.values()
        if card.key not in head.removed and (not card.option or card.option in on)
    ]
    state = new_state(options, head.seats)
    for line in (f"deal-scoring {' '.join(head.scoring)}", f"deal-bonus {' '.join(cards)}"):
        try:
            state = play_commands(state, 0, read_line(line))[0].state
        except MoveError as error:
            raise RecordError(0, f"{line}: {_reason(error)}") from error
    return state


def _reason(error: MoveError) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in error.message.facts.items())
    return f"{error.code} ({facts})" if facts else error.code


def _board(head: Head) -> str:
    """A map of the game, or the text of a custom one."""
    board = key_of(head.map)
    if board is not None:
        return board
    if not head.rows:
        raise RecordError(0, f"unknown map {head.map}")
    try:
        land = read_land("\n".join([f"# first row {head.rows[0]}", *head.rows[1:]]))
    except MapError as error:
        raise RecordError(0, f"bad map: {error}") from error
    return land.text


class Replay:
    """A record being played."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.head = read_head(self.lines)
        self.state = first_state(self.head)
        self.seats: dict[str, int] = {}
        self._empty_seats()

    def rows(self) -> Iterator[RowResult | FinalResult]:
        """Play row by row. Raises RecordError at the first row that is not legal."""
        number = 0
        for line in self.lines:
            if "\t" in line:
                number += 1
                yield self._play_row(number, line)
            elif found := _DROPPED.match(line.strip()):
                self._drop(found[1].lower(), number)
        if self.state.phase != "over":
            raise RecordError(number + 1, "the record ends before the game does")
        yield FinalResult(
            final={player.faction: player.vp for player in self.state.players if player.faction}
        )

    def _empty_seats(self) -> None:
        """Players who left before they chose a faction need not be named in a record (L5).

        Which seats they had makes no difference: the others follow each other all the same.
        """
        setups = sum(_SETUP.search(line) is not None for line in self.lines)
        named = {found[1] for line in self.lines if (found := _LEFT_EARLY.match(line.strip()))}
        if setups:
            for number in range(self.head.seats, setups + len(named), -1):
                self._drop(f"player{number}", 0)

    def _play_row(self, number: int, line: str) -> RowResult:
        name, commands = line.split("\t", 1)
        faction = FACTION_NAMES.get(name.strip().lower())
        if faction is None:
            raise RecordError(number, f"unknown faction {name.strip()!r}")
        try:
            if commands.strip().lower() == "setup":
                self._choose(number, faction)
            else:
                if faction not in self.seats:
                    raise RecordError(number, f"{faction} did not set up")
                self._play(self.seats[faction], commands)
        except MoveError as error:
            raise RecordError(
                number, f"{error.command or commands.strip()[:80]}: {_reason(error)}"
            ) from error
        player = self.state.players[self.seats[faction]]
        return RowResult(
            row=number,
            faction=name.strip(),
            vp=player.vp,
            c=player.c,
            w=player.w,
            p=player.p,
            pw=player.bowls,
            cult=player.cults,
        )

    def _choose(self, number: int, faction: str) -> None:
        seat = next((s for s in self.state.queue if not self.state.players[s].faction), None)
        if seat is None:
            raise RecordError(number, "no seat is left")
        self._play(seat, f"setup {faction}")
        self.seats[faction] = seat

    def _play(self, seat: int, commands: str) -> None:
        self.state = play_commands(self.state, seat, read_line(commands))[0].state

    def _drop(self, name: str, number: int) -> None:
        numbered = _NUMBERED.fullmatch(name)
        seat = int(numbered[1]) - 1 if numbered else self.seats.get(FACTION_NAMES.get(name, ""))
        if seat is None or not 0 <= seat < len(self.state.players):
            raise RecordError(number, f"{name} is not at the table")
        if self.state.phase != "over" and not self.state.players[seat].dropped:
            self.state = play_commands(self.state, seat, [Resign()])[0].state


def replay_record(text: str) -> Iterator[RowResult | FinalResult]:
    """Play a stripped record: one result per faction row, then the final scores."""
    yield from Replay(text).rows()
