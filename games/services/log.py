"""Adding rows to a game's log: the one place where a running game changes.

Everything that follows from a row is written with it: position, open decisions, status, result.
The caller holds the game's lock and a transaction.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

import msgspec

from engine.api import CHANCE, Decision, MoveError, Step
from games.around import Around, around_of
from games.bots.chance import draw
from games.chain import first_link, link_of
from games.errors import NoSuchTable
from games.models import Game, Move, OpenDecision, Seat, UndoRequest
from games.positions import snapshot_store
from games.services.seat_clock import bank_charge, times_at_opening
from games.signals import game_ended, move_played, turn_changed, undo_settled

Door = Move.Door
ROUND_BEGAN = "round-began"
"""The kind of event by which a game that has rounds says that one begins."""
WRITTEN = (
    "status",
    "rated",
    "revision",
    "length",
    "rounds",
    "chain",
    "result",
    "start_at",
    "expires_at",
    "started_at",
    "moved_at",
    "ended_at",
    "news",
)
"""What rows of the log change about their game."""


def game_lock(*, game_id: int) -> Game:
    """The game, locked until the transaction ends. (SQLite has locked everything by then.)

    Raises NoSuchTable.
    """
    game = Game.objects.select_for_update(of=("self",)).filter(pk=game_id).first()
    if game is None:
        raise NoSuchTable(game=game_id)
    return game


@dataclass
class LogWriter:
    """Rows being added to a game, from the state it has now."""

    game: Game
    seats: dict[int, Seat]
    state: Any
    now: datetime
    rng: Random = field(default_factory=secrets.SystemRandom)
    rows: list[Move] = field(default_factory=list)
    around: Around | None = None
    """What hangs on the table, if the caller knows already."""
    _asked: tuple[Any, tuple[Decision, ...]] | None = field(default=None, init=False)
    begun_with: int = field(init=False)
    """How many rows counted before."""

    def __post_init__(self) -> None:
        self.begun_with = self.game.length

    def add(
        self,
        step: Step[Any],
        *,
        seat: int,
        door: str,
        user_id: int | None = None,
        bot: str = "",
        key: str = "",
    ) -> Move:
        """One more row that counts, and what the engine says came of it."""
        game = self.game
        move = Move(
            game=game,
            sequence=game.revision + 1,
            number=game.length + 1,
            seat=seat,
            line=step.line,
            events=msgspec.to_builtins(step.events),
            audience=None if step.audience is None else list(step.audience),
            reveals=step.reveals,
            user_id=user_id,
            bot=bot,
            door=door,
            at=self.now,
            key=key,
        )
        mover = self.seats.get(seat)
        if mover is not None and mover.user is not None and mover.user_id == user_id:
            move.user = mover.user
        self.state = step.state
        game.length += 1
        if any(event.kind == ROUND_BEGAN for event in step.events):
            game.rounds = [*game.rounds, game.length]
        self._link(move)
        return move

    def add_undo(self, *, seat: int, keep: int, user_id: int | None) -> Move:
        """The row that says how many rows are left standing; the state is theirs already."""
        move = Move(
            game=self.game,
            sequence=self.game.revision + 1,
            number=keep,
            kind=Move.Kind.UNDO,
            seat=seat,
            line="undo",
            live=False,
            user_id=user_id,
            door=Door.PAGE,
            at=self.now,
        )
        self.game.length = keep
        self.game.rounds = [number for number in self.game.rounds if number <= keep]
        self._link(move)
        return move

    def _link(self, move: Move) -> None:
        game = self.game
        move.hash = game.chain = link_of(move, game.chain or first_link(game))
        game.revision = move.sequence
        game.moved_at = self.now
        self.rows.append(move)

    def draw_all(self) -> None:
        """Draw for chance as long as the rules ask for it; every draw is a row of its own."""
        while wanted := [d for d in self._pending() if d.seat == CHANCE]:
            self.add(self._drawn(wanted[0]), seat=CHANCE, door=Door.CHANCE)

    def _pending(self) -> tuple[Decision, ...]:
        """Asked of the rules once for each position."""
        if self._asked is None or self._asked[0] is not self.state:
            self._asked = (self.state, self.game.rules.pending(self.state))
        return self._asked[1]

    def _drawn(self, decision: Decision) -> Step[Any]:
        rules, mirror = self.game.rules, self.game.mirror_set
        # Only what lies open before the first move is the same at all tables of a mirror set:
        # a later draw that one table has seen must not be foretold to another.
        setting_up = mirror is not None and not any(row.seat != CHANCE for row in self.rows)
        if mirror is not None and setting_up and decision.id in mirror.draws:
            try:
                return rules.play(self.state, CHANCE, mirror.draws[decision.id])
            except MoveError as refusal:
                raise AssertionError(f"mirror set {mirror.pk}: {refusal.code}") from refusal
        step = draw(rules, self.state, decision, self.rng)
        if mirror is not None and setting_up:
            mirror.draws[decision.id] = step.line
            mirror.save(update_fields=["draws"])
        return step

    def finish(self, *, asked: dict[int, Move] | None = None) -> list[OpenDecision]:
        """Store the rows and all that follows; tell who listens. Returns the opened decisions.

        `asked` (after an undo) are rows by which seats had answered what they owe again.
        """
        game, rules = self.game, self.game.rules
        pending = [d for d in self._pending() if d.seat != CHANCE]
        before = self._open_decisions()
        wanted = {(self.seats[d.seat].pk, d.id): d for d in pending}
        closed = [row for row in before if (row.seat_id, row.ident) not in wanted]
        first = self.rows[0] if self.rows else None
        if first is not None:
            self._answered(first, before, closed, wanted)
        Move.objects.bulk_create(self.rows)
        opened = self._decisions_sync(before, closed, wanted, asked or {})
        for row in self.rows:
            if row.kind == Move.Kind.LINE and row.line == rules.resign_line:
                seat = self.seats[row.seat]
                seat.dropped_at = self.now
                seat.save(update_fields=["dropped_at"])
        standings = rules.result(self.state)
        if standings is not None:
            game.status = Game.Status.FINISHED
            game.result = msgspec.to_builtins(standings)
            game.ended_at = self.now
        # Nobody else has counted a row since the game was locked; words in this very transaction
        # may have, and are news together with it.
        game.news += 1
        game.save(update_fields=WRITTEN)
        snapshot_store(game=game, number=game.length, state=self.state, replaces=self.begun_with)
        self._tell(first, opened, closed)
        return opened

    def _open_decisions(self) -> list[OpenDecision]:
        """As stored, with the seats that are known here."""
        seats = {seat.pk: seat for seat in self.seats.values()}
        rows = list(OpenDecision.objects.filter(game=self.game))
        for row in rows:
            row.game, row.seat = self.game, seats[row.seat_id]
        return rows

    def _answered(
        self,
        move: Move,
        before: list[OpenDecision],
        closed: list[OpenDecision],
        wanted: dict[tuple[int, str], Decision],
    ) -> None:
        """Since when and until when the mover had to answer, and what it cost his bank of time."""
        seat = self.seats.get(move.seat)
        if seat is None:
            return
        mine = [row for row in before if row.seat_id == seat.pk]
        done = [row for row in mine if row in closed]
        move.asked_at = min((row.opened_at for row in done or mine), default=None)
        move.due_at = min((row.due_at for row in done or mine if row.due_at), default=None)
        if move.kind != Move.Kind.LINE:
            return
        now_given = [row for row in mine if row in done or wanted[row.seat_id, row.ident].answered]
        answered = [row for row in now_given if not row.answered]
        if answered:
            move.bank = bank_charge(game=self.game, seat=seat, answered=answered, now=self.now)

    def _decisions_sync(
        self,
        before: list[OpenDecision],
        closed: list[OpenDecision],
        wanted: dict[tuple[int, str], Decision],
        asked: dict[int, Move],
    ) -> list[OpenDecision]:
        """The stored list becomes the engine's list; what stays open keeps its age."""
        if closed:
            OpenDecision.objects.filter(pk__in=[row.pk for row in closed]).delete()
        known = {(row.seat_id, row.ident): row for row in before}
        changed = []
        opened = []
        for place, decision in wanted.items():
            row = known.get(place)
            facts = {
                "default": decision.default or "",
                "answered": decision.answered,
                "reason": msgspec.to_builtins(decision.reason),
            }
            if row is None:
                opened.append(self._opened(decision, facts, asked))
            elif any(getattr(row, name) != value for name, value in facts.items()):
                for name, value in facts.items():
                    setattr(row, name, value)
                changed.append(row)
        if changed:
            OpenDecision.objects.bulk_update(changed, ["default", "answered", "reason"])
        if opened:
            OpenDecision.objects.bulk_create(opened)
        return opened

    def _opened(
        self, decision: Decision, facts: dict[str, Any], asked: dict[int, Move]
    ) -> OpenDecision:
        seat, known = self.seats[decision.seat], asked.get(decision.seat)
        opened_at = self.now if known is None or known.asked_at is None else known.asked_at
        return OpenDecision(
            game=self.game,
            seat=seat,
            ident=decision.id,
            kind=decision.kind,
            mode=decision.mode,
            opened_at=opened_at,
            opened_revision=self.game.revision,
            **times_at_opening(
                game=self.game,
                seat=seat,
                opened_at=opened_at,
                not_before=None if known is None else known.due_at,
            ),
            **facts,
        )

    def _tell(
        self, first: Move | None, opened: list[OpenDecision], closed: list[OpenDecision]
    ) -> None:
        game = self.game
        around = self.around or around_of(game_id=game.pk)
        if around.undo:
            self._overtake_request()
        if first is not None and first.kind == Move.Kind.LINE and first.seat != CHANCE:
            move_played.send(sender=Game, game=game, move=first, around=around)
        if opened or closed:
            turn_changed.send(
                sender=Game,
                game=game,
                move=first,
                opened=opened,
                closed=[row.ident for row in closed],
                around=around,
            )
        if game.is_finished:
            game_ended.send(sender=Game, game=game)

    def _overtake_request(self) -> None:
        """A wish to take moves back is settled by the next one."""
        request = UndoRequest.objects.filter(game=self.game, state=UndoRequest.State.OPEN).first()
        if request is not None:
            request.state = UndoRequest.State.OVERTAKEN
            request.settled_at = self.now
            request.save(update_fields=["state", "settled_at"])
            undo_settled.send(sender=UndoRequest, request=request)
