"""What a mail about a table tells its reader, whichever game it is."""

from __future__ import annotations

from dataclasses import dataclass

from games.presenters.asked import asked
from games.presenters.terra_mystica import letter as terra_mystica
from games.presenters.terra_mystica.board import Board
from games.selectors.tables import Owed, Table
from games.suggestions import ready_answers

QUICK = frozenset({"leech", "cult-step", "token"})
"""Questions out of turn, answered in a word."""


@dataclass(frozen=True, kw_only=True)
class Position:
    """A table as its reader sees it in a mail."""

    where: str
    """Round and faction."""
    asked: str
    """What is wanted, in two or three words; empty: nothing."""
    questions: tuple[str, ...]
    news: tuple[terra_mystica.NewsLine, ...]
    stocks: tuple[tuple[str, str], ...]
    """Amount and name."""
    remarks: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    """Lines that may be sent as they are, numbered from 1, each with its price and its cards."""
    owed: Owed | None
    """The decision that the answers are for."""
    board: Board | None
    board_words: str
    quick: terra_mystica.QuickQuestion | None


def position_of(table: Table, names: dict[int, str], *, with_board: bool = True) -> Position:
    mine = sorted(table.owed_by_me, key=lambda owed: owed.decision.kind in QUICK)
    first = mine[0] if mine else None
    seat = table.my_seat.number if table.my_seat else None
    known = table.game.rules_key == "terra_mystica" and seat is not None
    words = terra_mystica.Words()
    if known:
        words = terra_mystica.words_of(table, names, with_board=with_board)
    answers: tuple[tuple[str, str], ...] = ()
    if first is not None and seat is not None:
        answers = tuple(
            (ready.line, terra_mystica.answer_words(ready.line, ready.price))
            for ready in ready_answers(rules=table.rules, state=table.state, seat=seat)
        )
    return Position(
        where=words.where,
        asked=""
        if first is None
        else words.asked or str(asked(table.game.rules_key, first.decision.kind).tag),
        questions=words.questions,
        news=words.news,
        stocks=words.stocks,
        remarks=words.remarks,
        answers=answers,
        owed=first,
        board=words.board,
        board_words=words.board_words,
        quick=words.quick,
    )
