"""What the lobby needs of a game."""

from __future__ import annotations

from engine.api import (
    OptionError,
    Rules,
)
from tests.engine.contract.base import (
    BrokenPromise,
    S,
    promise,
)


def check_description(rules: Rules[S]) -> None:
    """What the lobby shows is complete, and what it sends wrongly is refused."""
    promise(rules.key.isidentifier(), "the key is a plain word", rules.key)
    promise(rules.name and rules.seats, "a game has a name and numbers of seats")
    options = {option.key: option for option in rules.options()}
    for option in options.values():
        promise(option.label and option.help, "every option is explained", option)
        promise({*option.needs, *option.excludes} <= {*options}, "options know each other", option)
        if option.kind in ("choice", "many"):
            promise(option.choices, "a choice has choices", option)
    for entry in rules.notation_help():
        promise(entry.pattern and entry.example and entry.meaning, "help is complete", entry)
    for wrong, seats in (
        ({}, min(rules.seats) - 1),
        ({}, max(rules.seats) + 1),
        ({"no such option": True}, min(rules.seats)),
    ):
        try:
            rules.setup(wrong, seats)
        except OptionError as refusal:
            promise(refusal.message.code, "refused options have a code")
        else:
            raise BrokenPromise(f"wrong options are refused: {wrong}, {seats} seats")
