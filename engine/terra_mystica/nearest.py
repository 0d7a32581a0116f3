"""The nearest legal lines to one that was refused: "1 coin short: convert 1 worker"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice

from engine.api import Json, MoveError, NotationError
from engine.terra_mystica.candidates import Line, candidates
from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.construct import Build
from engine.terra_mystica.commands.cult import StepDown, StepUp
from engine.terra_mystica.commands.exchange import Burn, Convert
from engine.terra_mystica.commands.leech import Decline, Leech
from engine.terra_mystica.commands.terraform import Dig, Transform
from engine.terra_mystica.commands.tiles import TakeTown
from engine.terra_mystica.commands.waive import Waive
from engine.terra_mystica.compose import (
    amount_of,
    attempt,
    group_of,
    longest_legal,
    offers_after,
    target_of,
)
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.factions.terraforming import Volcano
from engine.terra_mystica.funds import conversions_for
from engine.terra_mystica.line import finish, new_line, read_line, run, tidy, write_line
from engine.terra_mystica.state import State
from engine.terra_mystica.terms import PERMANENT
from engine.terra_mystica.tiles.favors import FAVOR_TILES

MOST = 3
"""More would be a list to read, not a hint."""
MOST_TRIED = 40
"""Lines like the wish that are tried before the search is given up."""
MOST_COMMANDS_TRIED = 600
"""Commands played in all those lines: a hint for a long line must not take longer than a move."""
MOST_SPELLINGS = 24
"""Commands spelt like the one that could not be read, of which the legal ones are named."""
ALIKE = 0.7
"""How much of two spellings has to agree, as difflib measures it."""
SETTLES = {
    "favor": ("favor",),
    "town": ("town",),
    "claim": ("cult",),
    "cult-step": ("cult", "waive"),
    "unlock": ("terrain",),
    "conversion": ("convert", "waive"),
    "payment": ("cult",),
    "bridge": ("bridge", "waive"),
    "terrain": ("terrain",),
}
"""Headings under which something owed is settled; whatever else is owed can be waived."""

Lines = Iterator[list[Command]]


def nearest_lines(state: State, seat: int, partial: str, error: MoveError) -> tuple[str, ...]:
    """Whole lines close to the wish that would be accepted, best first."""
    try:
        commands = read_line(partial)
    except NotationError as unread:
        return _respelt(state, seat, partial, unread)
    # The end of a line refuses without naming a command: then all of it was played.
    at = error.position if error.command else len(commands)
    try:
        run(state, seat, commands[:at])
    except MoveError:
        # Steps down belong to a town tile after them and mean nothing without it (N3).
        kept = [command for command in commands[:at] if not isinstance(command, StepDown)]
        commands, at = [*kept, *commands[at:]], len(kept)
    wish = _Wish(state, seat, commands, at, error.code, error.message.facts, _Effort())
    return tuple(islice(wish.answers(), MOST))


def _respelt(state: State, seat: int, partial: str, error: NotationError) -> tuple[str, ...]:
    """Commands spelt nearly like the one that could not be read."""
    if not error.command:
        return ()
    draft, done = longest_legal(state, seat, partial)
    lines = {write_line(list(line)): line for line in candidates(draft.state, seat)}
    spelt = {text.lower(): text for text in lines}
    wanted = " ".join(error.command.lower().split())
    close = get_close_matches(wanted, spelt, n=MOST_SPELLINGS, cutoff=ALIKE)
    if not close:  # perhaps only the beginning was written
        begun: dict[str, list[str]] = {}
        for text in spelt:
            begun.setdefault(text[: len(wanted)], []).append(text)
        starts = get_close_matches(wanted, begun, n=MOST_SPELLINGS, cutoff=ALIKE)
        close = [text for start in starts for text in begun[start]][:MOST_SPELLINGS]
    legal = (spelt[text] for text in close if attempt(draft, lines[spelt[text]]) is not None)
    head = [write_line(done)] if done else []
    return tuple(". ".join([*head, text]) for text in islice(legal, MOST))


class _Effort:
    """What may still be tried."""

    def __init__(self) -> None:
        self.left = MOST_COMMANDS_TRIED

    def allows(self, line: list[Command]) -> bool:
        self.left -= len(line)
        return self.left >= 0


@dataclass(frozen=True)
class _Wish:
    """A refused line: its commands, the one at fault, and why."""

    state: State
    seat: int
    commands: list[Command]
    at: int
    code: str
    facts: Mapping[str, Json]
    effort: _Effort

    @property
    def before(self) -> list[Command]:
        return self.commands[: self.at]

    @property
    def wanted(self) -> Command | None:
        return self.commands[self.at] if self.at < len(self.commands) else None

    @property
    def after(self) -> list[Command]:
        return self.commands[self.at + 1 :]

    def answers(self) -> Iterator[str]:
        """Ideas that turn out to be legal, none of them twice."""
        refused = write_line(self.commands)
        seen = {refused}
        for idea in self._ideas():
            if self.effort.left < 0:
                return
            text = self._accepted(idea) if idea else ""
            if text and text not in seen:
                seen.add(text)
                yield text

    def _accepted(self, line: list[Command]) -> str:
        if not self.effort.allows(line):
            return ""
        try:
            draft, done = run(self.state, self.seat, tidy(line))
            finish(draft)
        except MoveError:
            return ""
        return write_line(done)

    def _ideas(self) -> Lines:
        idea = IDEAS.get(self.code)
        if idea is not None:
            yield from idea(self)
        if self.wanted is not None and self.code not in ENOUGH:
            for line in self._alike()[:MOST_TRIED]:
                yield from self._instead(list(line))

    def _instead(self, commands: list[Command]) -> Lines:
        """Other commands in place of the wanted one; what followed is kept if that is legal."""
        if self.after:
            yield [*self.before, *commands, *self.after]
        yield [*self.before, *commands]

    def draft(self) -> Draft:
        """The position in which the wanted command was refused."""
        if not self.before:
            return new_line(self.state, self.seat)
        return run(self.state, self.seat, self.before)[0]

    def _alike(self) -> list[Line]:
        """What might be played under the same heading, most like the wish first.

        Whether it is legal is asked later, and only of as many as are needed.
        """
        wish = self.wanted
        assert wish is not None
        heading = group_of(wish)
        state = self.draft().state
        lines = [line for line in candidates(state, self.seat) if group_of(line[-1]) == heading]
        target, _ = target_of(wish)
        amount = amount_of(wish) or 0

        def unlikeness(line: Line) -> tuple[bool, int, int, int, str]:
            main, text = line[-1], write_line(list(line))
            much = amount_of(main)
            return (
                type(main) is not type(wish),
                self._distance(target, target_of(main)[0]),
                0 if much is None else abs(much - amount),
                len(text),
                text,
            )

        return sorted(lines, key=unlikeness)

    def _distance(self, wish: str, other: str) -> int:
        """How far a target is from the one wished for."""
        if wish == other:
            return 0
        land = self.state.land
        if wish in land.places and other in land.places:
            return land.distance(wish, other)
        if wish in FAVOR_TILES and other in FAVOR_TILES:
            one, two = FAVOR_TILES[wish], FAVOR_TILES[other]
            return 1 + 4 * (one.cult != two.cult) + abs(one.steps - two.steps)
        shared = set(wish.split(":")) & set(other.split(":"))
        return 50 - 10 * len(shared)


def _pay(wish: _Wish) -> Lines:
    """The same with just enough converted first, and again before a later command."""
    draft = wish.draft()
    for helpers in conversions_for(draft.me, wish.facts["missing"], wish.facts.get("cost", {})):
        yield from _paid([*wish.before, *helpers, *wish.commands[wish.at :]], wish, len(helpers))
    if isinstance(wish.wanted, Burn):
        yield from wish._instead([Burn(draft.me.bowls[1] // 2)])


def _paid(line: list[Command], wish: _Wish, more: int = 0) -> Lines:
    """A line, paid for at the place where money runs out next."""
    yield line
    if not wish.effort.allows(line):
        return
    try:
        run(wish.state, wish.seat, line)
    except MoveError as error:
        if error.code == "cannot-pay" and error.position >= wish.at + more:
            facts = error.message.facts
            at = error.position
            yield from _pay(_Wish(wish.state, wish.seat, line, at, error.code, facts, wish.effort))


def _dig(wish: _Wish) -> Lines:
    """As many spades as the hex needs."""
    me, wanted = wish.draft().me, wish.wanted
    if not isinstance(wanted, Build | Transform):
        return
    rules = me.board.terraforming
    if isinstance(rules, Volcano):
        yield [*wish.before, Dig(1), *wish.commands[wish.at :]]
        return
    short = wish.facts.get("needed", 0) - wish.facts.get("spades", 0)
    if wish.code == "wrong-terrain" and wish.facts["terrain"] not in PERMANENT:
        short = rules.price(wish.facts["terrain"], me.home, me.chosen, 0)
    if short <= 0 or me.board.digging is None:
        return
    for index, command in enumerate(wish.before):
        if isinstance(command, Dig):
            more = [*wish.before[:index], Dig(command.number + short), *wish.before[index + 1 :]]
            yield [*more, *wish.commands[wish.at :]]
            return
    yield from _paid([*wish.before, Dig(short), *wish.commands[wish.at :]], wish)


def _fewer_spades(wish: _Wish) -> Lines:
    """Buy fewer, use the rest elsewhere, or give them up."""
    for index, command in enumerate(wish.commands):
        if isinstance(command, Dig):
            for number in range(command.number - 1, 0, -1):
                yield [*wish.commands[:index], Dig(number), *wish.commands[index + 1 :]]
    left = wish.facts["spades"]
    wanted = wish.wanted
    if isinstance(wanted, Build):
        change = [Transform(wanted.place, wish.draft().me.home)]
        yield [*wish.before, *change, Waive(left, "SPADE"), *wish.commands[wish.at :]]
        yield [*wish.before, Waive(left, "SPADE"), *wish.commands[wish.at :]]
    else:
        yield [*wish.commands, Waive(left, "SPADE")]


def _settle(wish: _Wish) -> Lines:
    """What is owed first."""
    owed = wish.facts["owed"]
    headings = {
        heading
        for what in ([owed] if isinstance(owed, str) else owed)
        for heading in SETTLES.get(what, ("waive",))
    }
    for offer in offers_after(wish.draft()):
        if offer.group in headings:
            yield [*wish.before, *read_line(offer.line), *wish.commands[wish.at :]]


def _leave_out(wish: _Wish) -> Lines:
    """The line without the command too many."""
    yield [*wish.before, *wish.after]
    yield wish.before


def _one_hex(wish: _Wish) -> Lines:
    """The spades bought for the second hex are not bought."""
    for index, command in enumerate(wish.before):
        if isinstance(command, Dig):
            for number in range(command.number - 1, 0, -1):
                yield [*wish.before[:index], Dig(number), *wish.before[index + 1 :]]
            yield [*wish.before[:index], *wish.commands[index + 1 :]]
    yield wish.before


def _dig_or_not(wish: _Wish) -> Lines:
    yield from _dig(wish)
    yield from _leave_out(wish)


def _amount(wish: _Wish) -> Lines:
    """As much as there is to take."""
    wanted, due = wish.wanted, wish.facts.get("due")
    if isinstance(wanted, StepUp) and due:
        yield from wish._instead([StepUp(due, wanted.cult)])
    if isinstance(wanted, TakeTown) and due:
        yield from wish._instead([TakeTown(due, wanted.town)])
    if isinstance(wanted, Waive) and due:
        yield from wish._instead([Waive(due, wanted.waived)])
    yield from _leave_out(wish)


def _fitting(wish: _Wish) -> Lines:
    """Amounts that fit the rate, the next lower and the next higher."""
    wanted = wish.wanted
    if isinstance(wanted, Convert):
        give, take = wish.facts["from"], wish.facts["to"]
        times = wanted.give[0] // give
        for number in dict.fromkeys((wanted.take[0] // take, times, times + 1)):
            if number:
                fitting = Convert((number * give, wanted.give[1]), (number * take, wanted.take[1]))
                yield from wish._instead([fitting])


def _convert_first(wish: _Wish) -> Lines:
    if "owed" in wish.facts:
        yield from _settle(wish)
    yield from _leave_out(wish)


def _decline(wish: _Wish) -> Lines:
    wanted = wish.wanted
    if isinstance(wanted, Leech):
        yield from wish._instead([Decline(wanted.size, wanted.source)])


def _build_first(wish: _Wish) -> Lines:
    """In a double turn a plain dwelling comes before an action that only transforms (R17.3)."""
    wanted = wish.wanted
    for index in range(len(wish.before)):
        if wanted is not None:
            yield [*wish.before[:index], wanted, *wish.before[index:], *wish.after]
    yield from _leave_out(wish)


IDEAS: dict[str, Callable[[_Wish], Lines]] = {
    "cannot-pay": _pay,
    "no-priest-or-space": _pay,
    "spades-short": _dig,
    "wrong-terrain": _dig,
    "not-here": _dig_or_not,
    "one-hex": _one_hex,
    "phase": _leave_out,
    "not-your-turn": _leave_out,
    "spades-left": _fewer_spades,
    "owed": _settle,
    "one-action": _leave_out,
    "action-due": _leave_out,
    "passed": _leave_out,
    "one-flight": _leave_out,
    "not-owed": _amount,
    "town": _amount,
    "ratio": _fitting,
    "no-conversion": _convert_first,
    "spoiled-offer": _decline,
    "build-where": _build_first,
}
"""What would do instead, by reason of the refusal; offers of the same kind come after."""

ENOUGH: Iterable[str] = ("one-action", "passed", "action-due")
"""Where other commands of the kind would be refused for the same reason."""
