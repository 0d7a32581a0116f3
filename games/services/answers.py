"""Answers in words, as they come by mail: lines, a number, yes or no. All is played, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from engine.api import MoveError
from games.models import Game, Move
from games.positions import position_at
from games.presenters.refusals import refusal_sentence
from games.presenters.terra_mystica.composing import Asked, compose, quick_answers
from games.presenters.terra_mystica.panels import chips_of
from games.selectors.tables import Owed, Table
from games.services.moves import move_submit
from games.suggestions import ready_answers

YES_OR_NO = frozenset({"leech", "token"})
"""Kinds of questions that a yes or a no answers."""


class LineRefused(Exception):
    """The rules do not accept it: why, and whole lines near to it that they would accept."""

    def __init__(self, sentence: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.nearest = tuple(nearest)


@dataclass(frozen=True)
class Tried:
    """What a line would do."""

    line: str
    changes: str
    """Numbers before and after."""
    remarks: tuple[str, ...]
    complete: bool


@transaction.atomic
def answer_submit(
    *, table: Table, owed: Owed, user: User, lines: Sequence[str], door: str, key: str
) -> list[Move]:
    """Play one line, or several that follow each other; raises LineRefused or TableError.

    Several are first read as one line that was written in pieces, then as one after the other.
    """
    whole = ". ".join(lines)
    try:
        return [_submit(table.game, owed.decision.id, user, whole, door, key)]
    except MoveError as refusal:
        if len(lines) == 1:
            raise _refused(table, owed, whole, refusal) from refusal
        first = refusal
    moves: list[Move] = []
    try:
        with transaction.atomic():
            for index, line in enumerate(lines):
                decision = owed.decision.id if not moves else ""
                after = moves[-1].game.revision if moves else None
                moves.append(
                    _submit(table.game, decision, user, line, door, f"{key}:{index}", after)
                )
    except MoveError as refusal:
        raise _refused(table, owed, whole, first) from refusal
    return moves


def _submit(
    game: Game,
    decision: str,
    user: User,
    line: str,
    door: str,
    key: str,
    after: int | None = None,
) -> Move:
    # A savepoint: a refused line leaves nothing behind, whatever the caller does then.
    with transaction.atomic():
        return move_submit(
            game_id=game.pk,
            user=user,
            line=line,
            decision=decision,
            after=after,
            door=door,
            key=key,
        )


def answer_try(*, table: Table, lines: Sequence[str]) -> Tried:
    """See what lines would do, without playing them. Raises LineRefused."""
    assert table.my_seat is not None
    names, line = _names(table), ". ".join(lines)
    seat = table.view["seats"][table.my_seat.number]["seat"]
    decisions = tuple(owed.decision for owed in table.owed_by_me)
    asked = Asked(seat=seat, owed=decisions, line=line)
    composer, *_rest = compose(
        table.rules, table.state, table.view, asked, names, chips_of(table.view)
    )
    if composer.refusal:
        raise LineRefused(composer.refusal, composer.nearest)
    shown = composer.preview
    return Tried(
        line=composer.line,
        changes=shown.spoken if shown else "",
        remarks=tuple(effect.text for effect in shown.effects) if shown else (),
        complete=composer.complete,
    )


def numbered_answer(*, table: Table, seat: int, number: int, revision: int) -> str:
    """The line that had this number in a mail about the table after so many rows; or nothing."""
    state = position_at(game=table.game, number=min(revision, table.game.length))
    ready = ready_answers(rules=table.rules, state=state, seat=seat)
    return ready[number - 1].line if 0 < number <= len(ready) else ""


def yes_or_no_answer(*, table: Table, owed: Owed, yes: bool) -> str:
    """The line that says yes or no to a question out of turn; nothing if it is no such question."""
    decision = owed.decision
    asked = Asked(seat=decision.seat, owed=(decision,))
    if table.game.rules_key != "terra_mystica":
        return ""
    answers = [
        choice.line
        for quick in quick_answers(table.rules, table.state, asked, _names(table))
        for choice in quick.answers
    ]
    default = decision.default or ""
    if decision.kind not in YES_OR_NO or not answers:
        return ""
    if not yes:
        return default
    wanted = [line for line in answers if not line.startswith(("decline", "-"))]
    return wanted[0] if len(wanted) == 1 else ""


def _names(table: Table) -> dict[int, str]:
    return {seat.number: seat.holder_name for seat in table.seats}


def _refused(table: Table, owed: Owed, line: str, refusal: MoveError) -> LineRefused:
    near = table.rules.compose(table.state, owed.decision.seat, line).refusal
    sentence = refusal_sentence(refusal.message, _names(table))
    return LineRefused(sentence, near.nearest if near else ())
