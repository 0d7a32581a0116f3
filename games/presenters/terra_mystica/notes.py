"""What a careful player wants to hear of a legal line, a sentence for every code of the engine."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.api import Message
from games.presenters.terra_mystica.messages import Facts, Say, plain, say_from, worded
from games.presenters.terra_mystica.names import ACTIONS, OWED, amounts, cult_name, tile_name
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.sources import source_name


def _lost(kind: str) -> Say:
    def say(facts: Facts, names: Names) -> str:
        return gettext("%(what)s lost for lack of room (%(source)s)") % {
            "what": amounts({kind: facts["count"]}),
            "source": source_name(facts["source"]),
        }

    return say


def _card_returns(facts: Facts, names: Names) -> str:
    return gettext("%(card)s goes back: %(names)s may take it") % {
        "card": tile_name(facts["card"]),
        "names": _people(facts["seats"], names),
    }


def _bonus_gone(facts: Facts, names: Names) -> str:
    unused = gettext("%(card)s goes back, its action not used") % {"card": tile_name(facts["card"])}
    if not facts["seats"]:
        return unused
    return gettext("%(unused)s: %(names)s may take it") % {
        "unused": unused,
        "names": _people(facts["seats"], names),
    }


def _bonus_missed(facts: Facts, names: Names) -> str:
    return ngettext(
        "%(steps)s step more on %(cult)s would bring %(gain)s at the end of the round",
        "%(steps)s steps more on %(cult)s would bring %(gain)s at the end of the round",
        facts["steps"],
    ) % {
        "steps": facts["steps"],
        "cult": cult_name(facts["cult"]),
        "gain": amounts(facts["gain"]),
    }


def _people(seats: list[int], names: Names) -> str:
    return ", ".join(names.get(seat, "") for seat in seats)


def _offers_power(facts: Facts, names: Names) -> str:
    return gettext("%(name)s may take %(size)s power") % {
        "name": names.get(facts["seat"], ""),
        "size": facts["size"],
    }


def _owed_list(owed: list[str]) -> str:
    return ", ".join(str(OWED.get(what, what)) for what in owed)


def _action_list(actions: list[str]) -> str:
    return ", ".join(str(ACTIONS.get(action, action)) for action in actions)


NOTES: Mapping[str, Say] = {
    "bonus-gone": _bonus_gone,
    "bonus-missed": _bonus_missed,
    "card-returns": _card_returns,
    "action-left": plain(_("An action of your turn is left")),
    "offers-power": _offers_power,
    "power-unspent": worded(_("Power you have not spent: %(power)s")),
    "still-owed": worded(_("Still to do: %(owed)s"), owed=_owed_list),
    "unused-actions": worded(_("Not used in this round: %(actions)s"), actions=_action_list),
    "declines-power": worded(_("You decline %(size)s power by acting")),
    "priest-lost": _lost("p"),
    "power-lost": _lost("pw"),
    "no-key": worded(_("No key: you stay at 9 in %(cult)s"), cult=cult_name),
    "town": worded(_("You found a town: %(places)s"), places="–".join),
}
"""What a careful player wants to hear."""
LOSSES = frozenset(
    {
        "bonus-gone",
        "bonus-missed",
        "declines-power",
        "no-key",
        "power-lost",
        "power-unspent",
        "priest-lost",
        "unused-actions",
    }
)
"""Notes on what is given away; they stand out."""


def note_sentence(message: Message, names: Names) -> str:
    return say_from(NOTES, message, names)
