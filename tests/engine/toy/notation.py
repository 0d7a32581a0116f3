"""How Lanterns is written: commands of a verb and numbers, several to a line."""

from __future__ import annotations

from engine.api import Message, NotationError, Offer

VERBS = ("deal", "roll", "bid", "claim", "buy", "sell", "done", "show", "hush", "resign")


def offer(
    verb: str,
    number: int | None = None,
    *,
    kind: str = "",
    price: dict[str, int] | None = None,
    gain: dict[str, int] | None = None,
) -> Offer:
    """An offer whose line is the verb and, if there is one, the number."""
    return Offer(
        line=verb if number is None else f"{verb} {number}",
        group=verb,
        verb=verb,
        target="" if number is None else str(number),
        target_kind=kind,
        amount=number if kind == "amount" else None,
        price=price or {},
        gain=gain or {},
        notes=(Message(code="shows-your-card"),) if kind == "card" else (),
    )


def commands_of(line: str) -> list[list[str]]:
    """Read a line kindly: case, blanks, leading zeros and trailing stops do not matter."""
    commands = [part.lower().split() for part in line.split(".")]
    commands = [command for command in commands if command]
    if not commands:
        raise NotationError("empty-line")
    for command in commands:
        if command[0] not in VERBS:
            raise NotationError("unknown-verb", facts={"verb": command[0]})
        if not all(word.isascii() and word.isdecimal() for word in command[1:]):
            raise NotationError("not-a-number", facts={"verb": command[0]})
    return [[command[0], *(str(int(word)) for word in command[1:])] for command in commands]
