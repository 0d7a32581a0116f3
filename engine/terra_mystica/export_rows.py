"""The lines of a game as rows of a record (R17.3), for readers that do nothing by themselves.

A turn is one row, although it may have been played in several lines; answers to power offers
have rows of their own; whatever our engine did by itself is written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.act import Act
from engine.terra_mystica.commands.choose import ChooseFaction, PickColour, Unlock
from engine.terra_mystica.commands.construct import Build, Upgrade
from engine.terra_mystica.commands.cult import StepUp
from engine.terra_mystica.commands.exchange import Burn, Convert, GiveBack
from engine.terra_mystica.commands.flow import Done, Resign, Wait
from engine.terra_mystica.commands.leech import Decline, Leech
from engine.terra_mystica.commands.pass_ import Pass
from engine.terra_mystica.commands.terraform import Dig, Transform
from engine.terra_mystica.commands.tiles import TakeFavor, TakeTown
from engine.terra_mystica.commands.waive import Waive
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    Changed,
    Due,
    Event,
    OfferClosed,
    PhaseBegan,
    RoundBegan,
    Waived,
)
from engine.terra_mystica.line import write_line
from engine.terra_mystica.selection import setup_owed
from engine.terra_mystica.state import Offer, State

MOST_AT_ONCE = 99
"""Amounts have two digits."""


LAPSING = ("GAIN_FAVOR", "GAIN_TW")
"""Tiles that nobody can take are no longer due here; other readers wait for a word of it."""


class RowWriter:
    """Collects rows, holding back those of a turn that is not over."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self._held: list[Command] = []
        """Commands of the turn or choice in progress."""
        self._holder = -1
        self._since = 0
        """Number of the first line held."""
        self._alone = False
        self._later: list[str] = []
        """Rows of others that are told after the turn in progress."""
        self._waiting = False
        """From now on whatever others do is told later."""

    def line(self, before: State, draft: Draft, done: list[Command]) -> None:
        """Add what one line did."""
        seat, faction = draft.seat, draft.me.faction
        first = done[0]
        if isinstance(first, Resign):
            self._flush(before)
            self.rows.append(f"{faction or f'nofaction{seat + 1}'} dropped from the game")
        elif isinstance(first, ChooseFaction):
            self._row(first.faction, "setup")
        else:
            if self._held and seat != self._holder and self._comes_after(draft):
                if self._can_wait(before, draft):
                    self._waiting = True
                else:
                    self._flush(before)
            for answer, own in _parts(draft, done):
                self._hold(before, draft, own)
                if isinstance(answer, Leech) and seat == self._holder:
                    # What was done before may have made room for the power.
                    self._flush(before)
                if answer is not None:
                    self._row(faction, write_line([answer]))
            self._settle(before, draft)
        for text in _by_itself(before.round, draft):
            # Offers that were of no use to others are told after the turn that made them.
            (self._later if self._held else self.rows).append(text)
            self._waiting = bool(self._held)
        self._wait_for_more(draft)

    def _comes_after(self, draft: Draft) -> bool:
        """Somebody else's line cannot be written before the turn in progress if it answers what
        that turn offered, or changes what its player had when he wrote the first half."""
        return any(
            (isinstance(event, OfferClosed) and event.offer.row >= self._since)
            or (isinstance(event, Changed) and event.seat == self._holder)
            for event in draft.events
        )

    def _can_wait(self, before: State, draft: Draft) -> bool:
        """Whether somebody else's line may be told after the turn in progress.

        A reader that has seen half a turn may not notice later that what was owed is settled. But
        what others give to the player on turn he may use before the turn is over.
        """
        turn = before.turn
        return (turn is not None and turn.new_home) or not any(
            isinstance(event, Changed | Due) and event.seat == self._holder
            for event in draft.events
        )

    def _hold(self, before: State, draft: Draft, own: list[Command]) -> None:
        if not own:
            return
        if before.turn is None and before.phase == "play":
            # All have passed: a reader may end the round with the first of several steps.
            for command in own[:-1]:
                self._row(draft.me.faction, write_line([command]))
                self._somebody_waits(draft.state, draft.seat)
            own = own[-1:]
        if self._held and self._holder != draft.seat:
            # Somebody else decides something of his own meanwhile.
            self._row(draft.me.faction, write_line(_tidied(own, draft.me.home)))
            return
        if not self._held:
            self._holder, self._since = draft.seat, draft.state.row
            self._alone = all(
                p.passed or p.dropped or not p.faction
                for p in before.players
                if p.seat != draft.seat
            )
        self._held += own

    def _settle(self, before: State, draft: Draft) -> None:
        """Write what is held unless the turn, or the choice at set-up, goes on."""
        after = draft.state
        if not self._held or self._holder != draft.seat:
            return
        old, turn = before.turn, after.turn
        if before.phase in ("factions", "terrain"):
            if not setup_owed(after, draft.seat):
                self._held.sort(key=lambda command: isinstance(command, PickColour))
                self._flush(after)
        elif before.phase != "play" or old is None or old.seat != draft.seat:
            self._flush(after)
        elif turn is None or (turn.seat, turn.row) != (old.seat, old.row):
            self._say_done()
            self._flush(after)

    def _say_done(self) -> None:
        """R17.3: the last player left says where an action that did not build ends."""
        held = self._held
        spades = any(
            isinstance(c, Transform | Dig) or (isinstance(c, Waive) and c.waived == "SPADE")
            for c in held
        )
        if self._alone and spades and not any(isinstance(c, Build | Pass) for c in held):
            self._held.append(Done())

    def finish(self, state: State) -> None:
        """The log ends here, perhaps in the middle of a turn."""
        self._flush(state)

    def _flush(self, state: State) -> None:
        if self._held:
            me = state.players[self._holder]
            held = _tidied(self._held, me.home)
            self._held = []
            self._waiting = False
            if held:
                self._row(me.faction, write_line(held))
            self.rows += self._later
            self._later = []

    def _row(self, faction: str, text: str) -> None:
        (self._later if self._waiting else self.rows).append(f"{faction}\t{text}")

    def _wait_for_more(self, draft: Draft) -> None:
        """Who places one of several steps (or tokens) when all have passed still has the others.

        A reader may take the round for finished after the first one, unless somebody waits.
        """
        state, me = draft.state, draft.me
        placed = any(isinstance(e, Due) and e.seat == me.seat and e.count < 0 for e in draft.events)
        if (
            not placed
            or state.phase != "play"
            or state.turn is not None
            or not (me.steps_due or me.tokens_due)
        ):
            return
        self._somebody_waits(state, me.seat)

    def _somebody_waits(self, state: State, seat: int) -> None:
        other = next((p for p in state.players if p.seat != seat and not p.dropped), None)
        if other is not None and other.faction:
            self._row(other.faction, write_line([Wait()]))


def _parts(
    draft: Draft, done: list[Command]
) -> Iterator[tuple[Leech | Decline | None, list[Command]]]:
    """A line in parts: an answer, and the commands that came before it.

    Acting refuses what is open (R7.5a): that is said before the row of the action, but after what
    was accepted in the same line, which may have left no room for the rest (R7.7).
    """
    own: list[Command] = []
    start = 0
    for command, end in zip(done, draft.marks, strict=True):
        events = draft.events[start:end]
        start = end
        if isinstance(command, Leech):
            yield command, own
            own = []
        for event in events:
            if isinstance(event, OfferClosed) and _is_refusal(event, draft.seat):
                yield _declined(draft.state, event.offer), []
        if not isinstance(command, Leech | Decline | Done):
            # Where a turn needs a `done` it is added at its end.
            lapsed = _waived(events, *LAPSING)
            own += [*_waived(events, "CONVERT_W_TO_P"), command, *_kept_priests(events), *lapsed]
    rest = draft.events[start:]
    until = next((n for n, event in enumerate(rest) if isinstance(event, PhaseBegan)), len(rest))
    for late in rest[:until]:
        if isinstance(late, Waived) and late.automatic and late.seat == draft.seat:
            own.append(Waive(late.count, late.what))
    yield None, own


def _is_refusal(event: OfferClosed, seat: int) -> bool:
    """An answer of this seat's that is not written as the command it was."""
    return event.offer.to == seat and event.how in ("declined", "acted", "automatic")


def _waived(events: Iterable[Event], *what: str) -> list[Command]:
    return [
        Waive(event.count, event.what)
        for event in events
        if isinstance(event, Waived) and event.automatic and event.what in what
    ]


def _kept_priests(events: Iterable[Event]) -> list[Command]:
    """R12.8b: records write the priest taken even when nothing is left to unlock."""
    return [
        Unlock("gain-priest")
        for event in events
        if isinstance(event, Waived) and event.what == "UNLOCK"
        for _ in range(event.count)
    ]


def _by_itself(number: int, draft: Draft) -> Iterator[str]:
    """Rows of other seats, and of the phases that followed the line; it was played in a round."""
    players = draft.state.players
    later = False
    for event in draft.events:
        later = later or isinstance(event, PhaseBegan)
        if isinstance(event, PhaseBegan) and event.phase in ("spades", "unlock-income"):
            yield f"Round {number + 1} income"
        elif isinstance(event, RoundBegan):
            number = event.round
            yield f"Round {number}, turn 1"
        elif (
            isinstance(event, OfferClosed)
            and event.how == "automatic"
            and event.offer.to != draft.seat
        ):
            faction = players[event.offer.to].faction
            yield f"{faction}\t{write_line([_declined(draft.state, event.offer)])}"
        elif isinstance(event, Waived) and event.automatic and (later or event.seat != draft.seat):
            faction = players[event.seat].faction
            if event.what == "UNLOCK":
                for command in _kept_priests([event]):
                    yield f"{faction}\t{write_line([command])}"
            else:
                yield f"{faction}\t{write_line([Waive(event.count, event.what)])}"


def _declined(state: State, offer: Offer) -> Decline:
    return Decline(offer.size, state.players[offer.by].faction)


def _tidied(commands: list[Command], home: str) -> list[Command]:
    """The form every reader accepts: equal steps and tiles together, a hex in one go.

    Which cluster a tile is for changes no number, and no other reader knows how to say it (R8.6).
    """
    out: list[Command] = []
    bought = False
    for command in commands:
        if isinstance(command, TakeTown) and command.cluster is not None:
            command = TakeTown(command.count, command.town)
        last = out[-1] if out else None
        bought = not isinstance(command, Act) and (bought or isinstance(command, Dig))
        match command:
            case StepUp() if isinstance(last, StepUp) and last.cult == command.cult:
                out[-1] = StepUp(last.count + command.count, command.cult)
            case TakeTown() if isinstance(last, TakeTown) and last.town == command.town:
                out[-1] = TakeTown(last.count + command.count, command.town)
            case Waive(waived="CULT") if isinstance(last, StepUp):
                # Steps that share a track are placed together, so the others go first.
                out.insert(len(out) - 1, command)
            case Transform() if bought and (stop := _stop_before(out, command.place)) is not None:
                # Bought spades move a hex in one go.
                out[stop] = command
            case Build() if (
                bought
                and (stop := _stop_before(out, command.place)) is not None
                and out[stop] != Transform(command.place, home)
            ):
                # The dwelling uses them up.
                out[stop:] = [*out[stop + 1 :], command]
            case Burn() if isinstance(last, Burn):
                out[-1] = Burn(last.tokens + command.tokens)
            case Convert() if isinstance(last, Convert) and (both := _together(last, command)):
                out[-1] = both
            case _:
                out.append(command)
    return _lapsed_last(out)


def _lapsed_last(commands: list[Command]) -> list[Command]:
    """A tile that nobody can take is given up when those that can be taken are (R6.4a)."""
    lapsed = [c for c in commands if isinstance(c, Waive) and c.waived in LAPSING]
    if not lapsed:
        return commands
    rest = [command for command in commands if command not in lapsed]
    taken = [n for n, c in enumerate(rest, 1) if isinstance(c, TakeFavor | TakeTown | Upgrade)]
    end = max(taken, default=len(rest))
    return [*rest[:end], *lapsed, *rest[end:]]


def _stop_before(commands: list[Command], place: str) -> int | None:
    """Where the same action has moved this hex a part of its way, free commands in between."""
    for index in range(len(commands) - 1, -1, -1):
        command = commands[index]
        if isinstance(command, Transform):
            return index if command.place == place else None
        if not isinstance(command, Burn | Convert | GiveBack):
            break
    return None


def _together(one: Convert, other: Convert) -> Convert | None:
    """Two exchanges at the same rate as one, as far as two digits can say it."""
    if (one.give[1], one.take[1]) != (other.give[1], other.take[1]):
        return None
    give, take = one.give[0] + other.give[0], one.take[0] + other.take[0]
    if max(give, take) > MOST_AT_ONCE:
        return None
    return Convert((give, one.give[1]), (take, one.take[1]))
