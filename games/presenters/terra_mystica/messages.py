"""A sentence for every code of the engine: why a line is refused, what is asked of whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.api import Message
from games.presenters.terra_mystica.names import (
    ACTIONS,
    OWED,
    PHASES,
    amounts,
    building_name,
    cult_name,
    faction_name,
    resource_name,
    terrain_name,
    tile_name,
)
from games.presenters.terra_mystica.sentences import Names

Facts = Mapping[str, Any]
Say = Callable[[Facts, Names], str]


def _cannot_pay(facts: Facts, names: Names) -> str:
    missing = facts.get("missing", {})
    if "p2" in missing:
        return gettext("Not enough power in bowl II: %(count)s more needed.") % {
            "count": missing["p2"]
        }
    if cost := facts.get("cost"):
        return gettext("You cannot pay this: it costs %(cost)s, and you lack %(missing)s.") % {
            "cost": amounts(cost),
            "missing": amounts(missing),
        }
    return gettext("You cannot pay this: you lack %(missing)s.") % {"missing": amounts(missing)}


def _not_your_turn(facts: Facts, names: Names) -> str:
    if facts.get("dropped"):
        return gettext("This seat has left the game.")
    name = names.get(facts.get("seat", -1))
    if name:
        return gettext("It is not your turn: %(name)s is to move.") % {"name": name}
    return gettext("It is not your turn.")


def _owed(facts: Facts, names: Names) -> str:
    owed = facts.get("owed", [])
    things = [owed] if isinstance(owed, str) else list(owed)
    what = ", ".join(str(OWED.get(thing, thing)) for thing in things)
    if facts.get("seat") in names:
        return gettext("First %(name)s has to: %(what)s.") % {
            "name": names[facts["seat"]],
            "what": what,
        }
    return gettext("First you have to: %(what)s.") % {"what": what}


def _terrain(facts: Facts, names: Names) -> str:
    terrain = terrain_name(facts.get("terrain", ""))
    return gettext("That does not go with this terrain: %(terrain)s.") % {"terrain": terrain}


def _wrong_terrain(facts: Facts, names: Names) -> str:
    terrain = terrain_name(facts["terrain"])
    if "home" in facts:
        return gettext("This is %(terrain)s; you build on %(home)s. Spades could change it.") % {
            "terrain": terrain,
            "home": terrain_name(facts["home"]),
        }
    return gettext("This is %(terrain)s; your dwellings go on your home terrain.") % {
        "terrain": terrain
    }


def _spades_short(facts: Facts, names: Names) -> str:
    if "needed" in facts:
        return gettext("%(needed)s spades are needed here, you have %(spades)s.") % {
            "needed": facts["needed"],
            "spades": facts.get("spades", 0),
        }
    return gettext("You have no spades to use.")


def _wrong_building(facts: Facts, names: Names) -> str:
    if "place" in facts and facts.get("old"):
        return gettext("%(place)s holds a %(old)s, which cannot become a %(new)s.") % {
            "place": facts["place"],
            "old": building_name(facts["old"]),
            "new": building_name(facts["new"]),
        }
    if "place" in facts:
        return gettext("You have no building on %(place)s.") % {"place": facts["place"]}
    return gettext("This does not make a %(new)s.") % {"new": building_name(facts["new"])}


def _no_offer(facts: Facts, names: Names) -> str:
    offers = ", ".join(
        gettext("%(size)s from %(faction)s") % {"size": size, "faction": faction_name(faction)}
        for size, faction in facts.get("offers", [])
    )
    if offers:
        return gettext("There is no such offer of power. Open for you: %(offers)s.") % {
            "offers": offers
        }
    return gettext("No power is offered to you.")


def _card(facts: Facts, names: Names) -> str:
    cards = ", ".join(facts.get("cards", []))
    if facts.get("card"):
        return gettext("%(card)s is not free. You may take: %(cards)s.") % {
            "card": facts["card"],
            "cards": cards,
        }
    return gettext("Name the bonus card you take: %(cards)s.") % {"cards": cards}


def _choose_track(facts: Facts, names: Names) -> str:
    tracks = ", ".join(cult_name(cult) for cult in facts["tracks"])
    return gettext("You have too few keys for all tracks. Leave some at 9: %(tracks)s.") % {
        "tracks": tracks
    }


def _choose_town(facts: Facts, names: Names) -> str:
    groups = ", ".join("–".join(cluster) for cluster in facts["clusters"])
    return gettext(
        "Too few town tiles for all: name a building of one of these groups: %(groups)s."
    ) % {"groups": groups}


def _not_here(facts: Facts, names: Names) -> str:
    if "place" in facts:
        return gettext("That is not possible on %(place)s.") % {"place": facts["place"]}
    if "action" in facts:
        return gettext("That does not go together with %(action)s.") % {
            "action": str(ACTIONS.get(facts["action"], facts["action"]))
        }
    return gettext("Your faction cannot do this here.")


def _one_hex(facts: Facts, names: Names) -> str:
    if "place" in facts:
        return gettext("All these spades go to one hex, and that is %(place)s.") % facts
    return gettext("One hex only in this action.")


def _not_owed(facts: Facts, names: Names) -> str:
    what = facts.get("owed") or facts.get("what")
    if isinstance(what, str) and what in OWED:
        return gettext("Nothing of the kind is due now: %(what)s.") % {"what": str(OWED[what])}
    return gettext("Nothing of the kind is due now.")


def _not_waivable(facts: Facts, names: Names) -> str:
    if facts.get("bought"):
        return gettext("Spades you paid for must be used.")
    return gettext("That cannot be given up.")


def _space_taken(facts: Facts, names: Names) -> str:
    if "action" in facts:
        return gettext("%(action)s is taken already in this round.") % {
            "action": str(ACTIONS.get(facts["action"], facts["action"]))
        }
    return gettext("No free place for %(space)s steps is left on this cult.") % {
        "space": facts["space"]
    }


def _ratio(facts: Facts, names: Names) -> str:
    return gettext("The rate is %(give)s for %(take)s.") % {
        "give": facts["from"],
        "take": facts["to"],
    }


def _no_conversion(facts: Facts, names: Names) -> str:
    if "from" in facts:
        return gettext("%(give)s cannot be turned into %(take)s.") % {
            "give": resource_name(facts["from"]),
            "take": resource_name(facts["to"]),
        }
    if "most" in facts:
        return gettext("At most %(most)s can be turned.") % facts
    return gettext("That conversion is not possible now.")


def _town(facts: Facts, names: Names) -> str:
    if "due" in facts:
        return gettext("Fewer towns are due than that.")
    return gettext("This does not make a town.")


def _bad_site(facts: Facts, names: Names) -> str:
    if "a" in facts:
        return gettext("No bridge of yours can go from %(a)s to %(b)s.") % facts
    return gettext("You have no bridge left, or no place for one.")


def _track(facts: Facts, names: Names) -> str:
    return gettext("You are at the end of this track.")


def _wait(facts: Facts, names: Names) -> str:
    return gettext(
        "%(faction)s may still step on %(cult)s first: the answer has to come before."
    ) % {
        "faction": faction_name(facts["faction"]),
        "cult": cult_name(facts["cult"]),
    }


def _unreadable(facts: Facts, names: Names) -> str:
    return gettext("“%(text)s” cannot be read. It is written like this: %(pattern)s") % facts


def _leech(facts: Facts, names: Names) -> str:
    return gettext("take %(size)s power from the %(faction)s, or decline") % {
        "size": facts["size"],
        "faction": faction_name(facts["from"]),
    }


def worded(text: Promise, **convert: Callable[[Any], str]) -> Say:
    """A sentence with facts, some of them turned into words first."""

    def say(facts: Facts, names: Names) -> str:
        words = {name: make(facts[name]) for name, make in convert.items() if name in facts}
        return str(text) % {**facts, **words}

    return say


def plain(text: Promise) -> Say:
    return lambda facts, names: str(text)


REFUSALS: Mapping[str, Say] = {
    "action-due": plain(_("You have not acted yet: an action or a pass is due.")),
    "bad-site": _bad_site,
    "bid-too-high": worded(_("A bid may be %(most)s points at most.")),
    "bid-twice": plain(_("One bid for each thing.")),
    "bids-too-high": worded(_("Your bids together may be %(most)s points at most.")),
    "build-where": worded(_("You cannot build on %(place)s in this action.")),
    "cannot-pay": _cannot_pay,
    "card": _card,
    "choose-town": _choose_town,
    "choose-track": _choose_track,
    "colour": worded(
        _("Your colour is %(colour)s: choose one of its factions."), colour=terrain_name
    ),
    "draw": worded(_("%(count)s have to be drawn.")),
    "empty": plain(_("Nothing is written yet.")),
    "empty-line": plain(_("Nothing is written yet.")),
    "faction-banned": worded(_("The %(faction)s are left out of this game."), faction=faction_name),
    "faction-taken": worded(
        _("The %(faction)s, or their colour, are taken."), faction=faction_name
    ),
    "game-over": plain(_("The game is over.")),
    "leaves-too-few": plain(_("That would leave too few factions for the others.")),
    "line-too-long": worded(_("The line is too long: at most %(limit)s characters.")),
    "must-bid": plain(_("Somebody has to bid: you may bid 0.")),
    "no-change": plain(_("That would change nothing.")),
    "no-conversion": _no_conversion,
    "no-offer": _no_offer,
    "no-piece": worded(_("You have no %(building)s left."), building=building_name),
    "no-priest-or-space": plain(_("You have no priest to send.")),
    "no-such-hex": worded(_("There is no hex %(place)s on this map.")),
    "no-such-position": worded(_("There are only %(positions)s positions.")),
    "no-volcano": plain(_("No hex in reach can become a volcano at your price.")),
    "not-drawn": worded(_("The %(faction)s were not drawn."), faction=faction_name),
    "not-here": _not_here,
    "not-one-line-of-text": plain(_("A move is one line of plain text.")),
    "not-owed": _not_owed,
    "not-owned": worded(
        _("You do not have this action: %(action)s."),
        action=lambda key: str(ACTIONS.get(key, key)),
    ),
    "not-reachable": worded(_("%(place)s is out of reach.")),
    "not-waivable": _not_waivable,
    "not-your-turn": _not_your_turn,
    "number": plain(_("The number must be at least 1.")),
    "occupied": worded(_("%(place)s is occupied.")),
    "one-action": plain(_("You have taken your action already.")),
    "one-flight": worded(_("One flight in a turn, and it went to %(flown)s.")),
    "one-hex": _one_hex,
    "one-line": plain(_("A move is one line of plain text.")),
    "one-track": plain(_("All these steps go to one cult.")),
    "option": plain(_("This faction is not in the game.")),
    "owed": _owed,
    "partial-twice": worded(_("%(place)s was changed once; it now has to become your terrain.")),
    "passed": plain(_("You have passed in this round.")),
    "position-taken": worded(_("Position %(position)s is taken.")),
    "phase": worded(
        _("Not in this part of the game: %(phase)s."),
        phase=lambda key: str(PHASES.get(key, key)),
    ),
    "raise-needed": worded(_("Bid more than %(highest)s, or pass.")),
    "ratio": _ratio,
    "redraw": plain(_("This draw is not allowed; it is drawn again.")),
    "river": worded(_("%(place)s is river.")),
    "space-taken": _space_taken,
    "spades-left": worded(_("%(spades)s spades would be left over, and they must be used.")),
    "spades-short": _spades_short,
    "spoiled-offer": plain(
        _("This offer can only be declined: a later one or a conversion came before.")
    ),
    "terrain": _terrain,
    "terrain-taken": worded(_("%(terrain)s is taken."), terrain=terrain_name),
    "tile-gone": worded(_("No %(tile)s is left."), tile=tile_name),
    "tile-owned": worded(_("You have %(tile)s already."), tile=tile_name),
    "too-long": worded(_("The line is too long: at most %(longest)s characters.")),
    "too-many-commands": worded(_("Too many commands in one line: at most %(most)s.")),
    "town": _town,
    "track": _track,
    "unknown-command": worded(_("“%(text)s” is no command of this game.")),
    "unknown-item": plain(_("There is no such thing to draw.")),
    "unreadable": _unreadable,
    "wait-for-step": _wait,
    "wrong-building": _wrong_building,
    "wrong-terrain": _wrong_terrain,
}
"""Why a line is refused."""

REASONS: Mapping[str, Say] = {
    "action": plain(_("take a turn")),
    "auction-bid": plain(_("bid for the next choice, or pass")),
    "auction-choice": plain(_("choose faction and position")),
    "sealed-bid": plain(_("write a sealed bid")),
    "bonus-card": plain(_("choose a bonus card")),
    "cult-spades": plain(_("use the spades of the cult bonus")),
    "cult-step": worded(_("place cult steps: %(count)s")),
    "deal-bonus": plain(_("bonus cards are drawn")),
    "deal-colours": plain(_("colours are drawn")),
    "deal-final": plain(_("the extra final scoring is drawn")),
    "deal-scoring": plain(_("scoring tiles are drawn")),
    "dwelling": plain(_("place a dwelling")),
    "faction": plain(_("choose a faction")),
    "leech": _leech,
    "terrain": plain(_("choose a terrain")),
    "token": worded(_("buy a power token, or decline: %(count)s")),
    "unlock": plain(_("decide what the priest is for")),
}
"""What is asked of a seat, as the rest of "Marta has to …"."""


def refusal_sentence(message: Message, names: Names) -> str:
    return say_from(REFUSALS, message, names)


def reason_sentence(message: Message, names: Names) -> str:
    return say_from(REASONS, message, names)


def say_from(table: Mapping[str, Say], message: Message, names: Names) -> str:
    """A table test keeps the tables complete; a page must not fail if one is not."""
    say = table.get(message.code)
    if say is None:
        return gettext("The rules say: %(code)s") % {"code": message.code}
    return say(message.facts, names)
