"""What the sender's own words ask for. Whatever is not clear is refused, never guessed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum

from notifications.inbound import vocabulary as words
from notifications.inbound.reasons import Reason
from notifications.inbound.tidying import (
    hesitates,
    is_chatter,
    is_numbered,
    tidied,
    without_emoji,
    without_names,
)
from notifications.inbound.vocabulary import folded


class OrderKind(StrEnum):
    YES = "yes"
    NO = "no"
    CHOICE = "choice"
    MOVES = "moves"
    PREVIEW = "preview"
    HELP = "help"
    RESIGN = "resign"
    VACATION = "vacation"


@dataclass(frozen=True)
class Order:
    """One thing that is asked for."""

    kind: OrderKind
    number: int = 0
    """Of the choice, or days of vacation."""
    lines: tuple[str, ...] = ()
    """Moves, or what is to be previewed: candidates by shape, judged by the notation later."""


@dataclass(frozen=True)
class Orders:
    """What was understood: an order, chat, both, or the reason for neither."""

    order: Order | None = None
    chat: str = ""
    reason: Reason = Reason.NONE
    passed_by: tuple[str, ...] = ()
    """Lines that are neither order nor greeting, for the answer."""


_NUMBER = re.compile(r"^[#(\[]?(\d{1,2})[.)\]]?$")
_COMMAND = re.compile(r"^(?:[a-z][a-z0-9-]*|[+-]\d*[a-z][a-z0-9_]*)(?:[ :][a-z0-9+:_/-]+)*$", re.I)
_LONGEST_LINE, _MOST_WORDS, _MOST_DAYS = 400, 8, 366
_WRAPPED_FROM, _WRAPPED_AT = 60, 66


def looks_like_move(line: str) -> bool:
    """Words, codes and full stops, as notations are made of; says nothing about legality."""
    line = line.partition("#")[0].strip().removesuffix(".")
    if not line or len(line) > _LONGEST_LINE or not line.isascii():
        return False
    commands = [command.strip() for command in line.split(".")]
    return all(
        _COMMAND.match(command) and len(command.split()) <= _MOST_WORDS for command in commands
    )


def read_orders(
    text: str,
    *,
    language: str = "",
    is_move: Callable[[str], bool] = looks_like_move,
    names: Collection[str] = (),
) -> Orders:
    """Read somebody's own words. `is_move` says which lines may be moves of this game.

    `names`: of the writer; people sign with them, with no sign that a signature begins.
    """
    spoken, chat = _split_chat(text)
    lines = without_names(_without_courtesies(_unwrapped(spoken)), names)
    # Several may be our own list, left over from a quote: then nobody knows which is meant.
    may_tidy_numbers = sum(is_numbered(line) for line in lines) < 2
    orders: list[Order] = []
    moves: list[str] = []
    passed_by: list[str] = []
    previewing = False
    for line in lines:
        found = _keyword(line, language)
        if found is Reason.UNCLEAR_ANSWER:
            return Orders(chat=chat, reason=Reason.UNCLEAR_ANSWER, passed_by=(line,))
        if isinstance(found, Order) and found.kind is OrderKind.PREVIEW:
            previewing = True
            moves.extend(found.lines)
        elif isinstance(found, Order):
            orders.append(found)
        elif is_move(line) and not is_chatter(line):
            moves.append(line)
        elif _is_tidy_move(line, is_move) and (may_tidy_numbers or not is_numbered(line)):
            moves.append(tidied(line))
        else:
            passed_by.append(line)
    if (orders or moves) and (taken_back := [line for line in passed_by if hesitates(line)]):
        return Orders(chat=chat, reason=Reason.UNCLEAR_ANSWER, passed_by=tuple(taken_back))
    if previewing and not moves:
        return Orders(chat=chat, reason=Reason.NOTHING_TO_PREVIEW)
    if moves:
        kind = OrderKind.PREVIEW if previewing else OrderKind.MOVES
        orders.append(Order(kind, lines=tuple(moves)))
    distinct = list(dict.fromkeys(orders))
    if len(distinct) > 1:
        return Orders(chat=chat, reason=Reason.SEVERAL_ORDERS, passed_by=tuple(passed_by))
    if distinct:
        return Orders(distinct[0], chat, passed_by=tuple(passed_by))
    if chat and not passed_by:
        return Orders(chat=chat)
    reason = Reason.NO_ORDER if lines else Reason.NOTHING_WRITTEN
    return Orders(chat=chat, reason=reason, passed_by=tuple(passed_by))


def _is_tidy_move(line: str, is_move: Callable[[str], bool]) -> bool:
    if len(line) > _LONGEST_LINE:
        return False
    text = tidied(line)
    return bool(text) and text != line and is_move(text) and not is_chatter(text)


def _split_chat(text: str) -> tuple[list[str], str]:
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if found := words.SAY.match(line):
            chat = "\n".join([found["rest"], *lines[index + 1 :]]).strip()
            return lines[:index], chat
    return lines, ""


def _unwrapped(lines: list[str]) -> list[str]:
    """Lines that a mail program broke because they were too long, put together again."""
    done: list[str] = []
    last = ""
    for line in lines:
        if (
            last.strip()
            and line.strip()
            and len(last) >= _WRAPPED_FROM
            and len(last) + 1 + len(line.split()[0]) > _WRAPPED_AT
        ):
            done[-1] = f"{done[-1]} {line.strip()}"
        else:
            done.append(line.strip())
        last = line
    return [line for line in done if line]


def _bare(line: str) -> str:
    """Without accents, capitals, emphasis, smileys and closing punctuation."""
    text = re.sub(r"\s[:;=]['’]?-?[)DPp]\s*$", "", without_emoji(line))
    return folded(text).strip().strip("*_\"'`„“”‚‘’«» ").rstrip(".,;:! ").strip()


def _without_courtesies(lines: list[str]) -> list[str]:
    """No greeting at the beginning, nothing from the sign-off on."""
    while lines and _is_greeting(lines[0]):
        lines = lines[1:]
    for index, line in enumerate(lines):
        # A name or two follow a sign-off; if more does, it was none.
        if _bare(line) in words.SIGN_OFFS and len(lines) - index <= 4:
            return lines[:index]
    return lines


def _is_greeting(line: str) -> bool:
    bare = _bare(line)
    if bare in words.GREETINGS:
        return True
    begun, _, name = bare.partition(" ")
    return begun in words.GREETINGS and line.rstrip().endswith((",", "!")) and " " not in name


def _keyword(line: str, language: str) -> Order | Reason | None:
    bare = _bare(line)
    tokens = [token for token in re.split(r"[\s,]+", bare) if token]
    plain = [token for token in tokens if token not in words.POLITE]
    phrase = " ".join(plain)
    if phrase in words.YES | words.NO:
        if phrase in words.MISLEADING.get(language[:2], frozenset()):
            return Reason.UNCLEAR_ANSWER
        return Order(OrderKind.YES if phrase in words.YES else OrderKind.NO)
    if phrase in words.HELP:
        return Order(OrderKind.HELP)
    if phrase in words.RESIGN:
        return Order(OrderKind.RESIGN)
    if number := _choice(plain):
        return Order(OrderKind.CHOICE, number)
    if plain and plain[0].rstrip(":") in words.PREVIEW:
        rest = re.sub(r"^\W*\w+[\s:]*", "", line.strip())
        return Order(OrderKind.PREVIEW, lines=(rest,) if rest else ())
    if plain and plain[0].rstrip(":") in words.VACATION and len(plain) > 1:
        days = _days([token for token in plain[1:] if token not in words.FILLERS])
        return Order(OrderKind.VACATION, days) if days else None
    if plain and plain[0].rstrip("?!.") in words.YES | words.NO and len(plain[0]) > 1:
        return Reason.UNCLEAR_ANSWER
    return None


def _choice(tokens: list[str]) -> int:
    if len(tokens) == 2 and tokens[0] in words.CHOICE:
        tokens = tokens[1:]
    found = _NUMBER.match(tokens[0]) if len(tokens) == 1 else None
    return int(found[1]) if found else 0


def _days(tokens: list[str]) -> int:
    if not tokens or not tokens[0].isdecimal() or len(tokens) > 2:
        return 0
    unit = tokens[1] if len(tokens) == 2 else "days"
    days = int(tokens[0]) * (7 if unit in words.WEEKS else 1)
    return days if unit in words.DAYS | words.WEEKS and 0 < days <= _MOST_DAYS else 0
