"""Standing orders in sentences: what is wrong with one, and why one was switched off."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.api import Message
from games.models import StandingOrder
from games.presenters.refusals import refusal_sentence

PROBLEMS: dict[str, Promise] = {
    "empty": gettext_lazy("write something first."),
    "too-long": gettext_lazy("it is longer than 1000 characters."),
    "not-one-line": gettext_lazy("an order is one line of text."),
    "not-an-order": gettext_lazy("“%(part)s” begins neither with “offers”, “if” nor “next turn”."),
    "offer-answer": gettext_lazy(
        "“%(part)s” is no answer to an offer: write “up to 2”, “always”, “never” or “ask”."
    ),
    "offer-rounds": gettext_lazy("rounds %(part)s end before they begin."),
    "condition": gettext_lazy(
        "“%(part)s” is no condition: write “ACT4 is free”, “BON1 is taken” or “round is 3”."
    ),
    "no-line": gettext_lazy("after “%(part)s” a line of commands is missing."),
    "else-last": gettext_lazy("nothing may follow what is played in any case."),
    "too-many-branches": gettext_lazy("it has more than six branches."),
}
REASONS: dict[str, Promise] = {
    "cancelled": gettext_lazy("You switched it off."),
    "asked": gettext_lazy("None of its conditions held, so you are asked yourself."),
    "seat": gettext_lazy("The seat has another player now."),
    "taken-back": gettext_lazy("A move it made was taken back."),
    "over": gettext_lazy("The game is over."),
}


def order_problem(problem: str, part: str) -> str:
    return str(PROBLEMS[problem]) % {"part": part}


def source_problem(source: str) -> str:
    return _("there is neither a faction nor a player called “%(name)s” at this table.") % {
        "name": source
    }


def thing_problem(thing: str) -> str:
    return _("there is no action, card, tile or hex “%(name)s” in this game.") % {"name": thing}


def line_problem(line: str, message: Message, names: Mapping[int, str]) -> str:
    return _("“%(line)s”: %(why)s") % {"line": line, "why": refusal_sentence(message, names)}


def off_sentence(order: StandingOrder) -> str:
    """Why it was switched off; empty for one that was not."""
    if order.state != StandingOrder.State.OFF:
        return ""
    if order.reason["code"] == "refused":
        names = {row.number: row.holder_name for row in order.game.seats.select_related("user")}
        return _("“%(line)s” is refused: %(why)s") % {
            "line": order.reason["line"],
            "why": refusal_sentence(order.reason["message"], names),
        }
    return str(REASONS[order.reason["code"]])
