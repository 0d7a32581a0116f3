"""The language of standing orders: text becomes data and is written back in one spelling.

    offers: up to 2
    offers from nomads in rounds 1-3: never
    if ACT4 is still free: burn 2. action ACT4; else if BON5 is free: pass BON5; else ask me
    next turn: upgrade E5 to TP; else ask me

Words of the language are English, like those of the notation.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

LONGEST_ORDER = 1_000
MOST_BRANCHES = 6

Problem = Literal[
    "empty",
    "too-long",
    "not-one-line",
    "not-an-order",
    "offer-answer",
    "offer-rounds",
    "condition",
    "no-line",
    "else-last",
    "too-many-branches",
]


class OrderError(ValueError):
    """Text that is no order; `part` is what was not understood."""

    def __init__(self, problem: Problem, part: str = "") -> None:
        super().__init__(f"{problem}: {part}")
        self.problem: Problem = problem
        self.part = part


class OfferRule(msgspec.Struct, frozen=True, kw_only=True):
    """What to answer to an offer of power."""

    source: str = ""
    """A faction or a player; empty: any."""
    rounds: tuple[int, int] | None = None
    """First and last; None: all."""
    most: int | None = None
    """Victory points to pay at most; None with `answer` "ask": the player is asked."""
    answer: Literal["accept", "decline", "ask"]

    def write(self) -> str:
        words = "offers"
        if self.source:
            words += f" from {self.source}"
        if self.rounds is not None:
            first, last = self.rounds
            words += f" in round {first}" if first == last else f" in rounds {first}-{last}"
        match self.answer:
            case "decline":
                return f"{words}: never"
            case "ask":
                return f"{words}: ask"
            case "accept":
                return f"{words}: always" if self.most is None else f"{words}: up to {self.most}"


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """`thing` is free or taken; or `round` it is."""

    thing: str = ""
    free: bool = True
    round: int | None = None

    def write(self) -> str:
        if self.round is not None:
            return f"round is {self.round}"
        return f"{self.thing} is {'free' if self.free else 'taken'}"


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is played if all conditions hold."""

    conditions: tuple[Condition, ...] = ()
    line: str

    def write(self) -> str:
        if not self.conditions:
            return self.line
        return f"if {' and '.join(row.write() for row in self.conditions)}: {self.line}"


class TurnOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The first branch that holds is played; if none does, the player is asked."""

    branches: tuple[Branch, ...]

    def write(self) -> str:
        first, *rest = self.branches
        words = first.write() if first.conditions else f"next turn: {first.line}"
        for branch in rest:
            words += f"; else {branch.write()}"
        return words if not self.branches[-1].conditions and rest else f"{words}; else ask me"


Order = OfferRule | TurnOrder

_OFFERS = re.compile(
    r"offers?(?: from (?P<source>[^:]+?))?"
    r"(?: in rounds? (?P<first>\d+)(?: ?[-–] ?(?P<last>\d+))?)?$",
    re.IGNORECASE,
)
_UP_TO = re.compile(r"(?:accept )?up to (\d+)(?: ?vp)?$", re.IGNORECASE)
_FREE = re.compile(r"(\S+) is (?:still )?(free|taken)$", re.IGNORECASE)
_ROUND = re.compile(r"(?:it is |this is )?round(?: is)? (\d+)$", re.IGNORECASE)
_ELSE = re.compile(r";\s*else\s+", re.IGNORECASE)
_ASK = frozenset({"ask", "ask me"})


def order_read(text: str) -> Order:
    """Raises OrderError."""
    if not text.strip():
        raise OrderError("empty")
    if not text.strip().isprintable():
        raise OrderError("not-one-line")
    words = " ".join(text.split()).rstrip(";")
    if len(words) > LONGEST_ORDER:
        raise OrderError("too-long")
    head, colon, rest = words.partition(":")
    if not colon:
        raise OrderError("not-an-order", words[:60])
    if found := _OFFERS.match(head.strip()):
        return _offer_rule(found, rest.strip())
    if head.lower() in ("next turn", "turn"):
        return _turn_order(rest.strip())
    if head.lower().startswith("if "):
        return _turn_order(words)
    raise OrderError("not-an-order", head[:60])


def _offer_rule(found: re.Match[str], answer: str) -> OfferRule:
    source = (found["source"] or "").strip()
    rounds = None
    if found["first"]:
        rounds = (int(found["first"]), int(found["last"] or found["first"]))
        if rounds[0] > rounds[1]:
            raise OrderError("offer-rounds", f"{rounds[0]}-{rounds[1]}")
    said = answer.lower().rstrip(".")
    if limit := _UP_TO.match(said):
        return OfferRule(source=source, rounds=rounds, most=int(limit[1]), answer="accept")
    if said in ("always", "accept", "yes"):
        return OfferRule(source=source, rounds=rounds, answer="accept")
    if said in ("never", "decline", "no"):
        return OfferRule(source=source, rounds=rounds, answer="decline")
    if said in _ASK:
        return OfferRule(source=source, rounds=rounds, answer="ask")
    raise OrderError("offer-answer", answer[:60])


def _turn_order(text: str) -> TurnOrder:
    branches: list[Branch] = []
    parts = _ELSE.split(text)
    if len(parts) > MOST_BRANCHES + 1:
        raise OrderError("too-many-branches")
    for place, part in enumerate(parts):
        last = place == len(parts) - 1
        if part.lower().rstrip(".") in _ASK:
            if not last or place == 0:
                raise OrderError("else-last", part[:60])
            break
        branch = _branch(part)
        if not branch.conditions and not last and not parts[place + 1].lower().startswith("ask"):
            raise OrderError("else-last", part[:60])
        branches.append(branch)
    return TurnOrder(branches=tuple(branches))


def _branch(text: str) -> Branch:
    if not text.lower().startswith("if "):
        return Branch(line=_line(text))
    head, colon, line = text[3:].partition(":")
    if not colon:
        raise OrderError("no-line", text[:60])
    conditions = tuple(_condition(part) for part in re.split(r"\s+and\s+", head.strip()))
    return Branch(conditions=conditions, line=_line(line))


def _line(text: str) -> str:
    line = text.strip()
    if not line or ";" in line:
        raise OrderError("no-line", text[:60])
    return line


def _condition(text: str) -> Condition:
    if found := _FREE.match(text.strip()):
        return Condition(thing=found[1].upper(), free=found[2].lower() == "free")
    if found := _ROUND.match(text.strip()):
        return Condition(round=int(found[1]))
    raise OrderError("condition", text[:60])
