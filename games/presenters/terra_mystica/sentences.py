"""A sentence for everything that can happen: ledger, mails, "since your last move".

Clauses are in the present tense, so that no language needs to know the player's gender.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import Event, Json
from games.presenters.terra_mystica.names import (
    CULTS,
    OWED,
    PHASES,
    amounts,
    cult_name,
    faction_name,
    position_name,
    signed,
    terrain_name,
    tile_name,
)
from games.presenters.terra_mystica.sources import source_name

Names = Mapping[int, str]
"""Seat -> what the player is called."""
CULT_ORDER = tuple(CULTS)


def event_from(stored: Mapping[str, Json]) -> Event:
    """An event as the log keeps it."""
    return Event(
        kind=stored["kind"],
        seat=stored.get("seat"),
        source=stored.get("source", ""),
        delta=dict(stored.get("delta") or {}),
        facts=dict(stored.get("facts") or {}),
    )


def _built(event: Event, names: Names) -> str:
    place, start = event.facts["place"], event.source == "start"
    match event.facts["building"]:
        case "D":
            text = _("places a dwelling on %(place)s") if start else _("builds on %(place)s")
        case "TP":
            text = _("upgrades %(place)s to a trading post")
        case "TE":
            text = _("upgrades %(place)s to a temple")
        case "SH":
            text = _("upgrades %(place)s to the stronghold")
        case _:
            text = _("upgrades %(place)s to the sanctuary")
    return text % {"place": place}


def _transformed(event: Event, names: Names) -> str:
    return _("turns %(place)s to %(terrain)s") % {
        "place": event.facts["place"],
        "terrain": terrain_name(event.facts["new"]),
    }


def _changed(event: Event, names: Names) -> str:
    """Bowls are told as power; a loss for lack of room is told too."""
    facts = event.facts
    parts = [
        signed(kind, event.delta[kind]) for kind in ("vp", "c", "w", "p") if kind in event.delta
    ]
    if power := facts.get("pw"):
        parts.append(signed("pw", power))
    elif tokens := sum(event.delta.get(bowl, 0) for bowl in ("p1", "p2", "p3")):
        parts.append(signed("tokens", tokens))
    if keys := event.delta.get("keys"):
        parts.append(signed("keys", keys))
    if lost := facts.get("lost"):
        parts.append(_("%(count)s lost for lack of room") % {"count": lost})
    return f"{', '.join(parts) or '0'} ({source_name(event.source)})"


def _cult_moved(event: Event, names: Names) -> str:
    return _("%(cult)s %(steps)s") % {
        "cult": cult_name(CULT_ORDER[event.facts["cult"]]),
        "steps": f"+{event.facts['by']}" if event.facts["by"] > 0 else f"−{-event.facts['by']}",
    }


def _offer_closed(event: Event, names: Names) -> str:
    offer = event.facts["offer"]
    facts = {"size": offer["size"], "name": names.get(offer["by"], "")}
    match event.facts["how"]:
        case "accepted":
            return _("takes %(size)s power from %(name)s") % facts
        case "dropped":
            return _("leaves the %(size)s power of %(name)s") % facts
        case "automatic":
            return _("has no room for the %(size)s power of %(name)s") % facts
        case _:
            return _("declines %(size)s power from %(name)s") % facts


def _offer_made(event: Event, names: Names) -> str:
    offer = event.facts["offer"]
    return _("may take %(size)s power from %(name)s") % {
        "size": offer["size"],
        "name": names.get(offer["by"], ""),
    }


def _dealt(event: Event, names: Names) -> str:
    items = ", ".join(str(item) for item in event.facts["items"])
    match event.facts["what"]:
        case "scoring":
            return _("Scoring tiles: %(items)s") % {"items": items}
        case "bonus":
            return _("Bonus cards: %(items)s") % {"items": items}
        case "final":
            return _("Final scoring: %(items)s") % {"items": items}
        case _:
            return _("Drawn: %(items)s") % {"items": items}


def _due(event: Event, names: Names) -> str:
    what = str(event.facts["what"]).removesuffix("_due")
    labels = {
        "favors": ngettext("%(count)s favor tile", "%(count)s favor tiles", _count(event)),
        "towns": ngettext("%(count)s town tile", "%(count)s town tiles", _count(event)),
        "steps": ngettext("%(count)s cult step", "%(count)s cult steps", _count(event)),
        "spades": ngettext("%(count)s spade", "%(count)s spades", _count(event)),
    }
    text = labels.get(what, what) % {"count": _count(event)}
    if event.facts["count"] > 0:
        return _("may choose: %(what)s") % {"what": text}
    return _("has chosen: %(what)s") % {"what": text}


def _count(event: Event) -> int:
    return abs(int(event.facts["count"]))


def _town_founded(event: Event, names: Names) -> str:
    places = "–".join(event.facts["places"])
    if event.facts["fresh"]:
        return _("founds a town (%(places)s)") % {"places": places}
    return _("lets a town grow (%(places)s)") % {"places": places}


def _space_used(event: Event, names: Names) -> str:
    return _("uses %(action)s") % {"action": tile_name(event.facts["space"])}


def _track_raised(event: Event, names: Names) -> str:
    match event.facts["track"]:
        case "shipping":
            return _("advances in shipping")
        case "dig":
            return _("advances in digging")
        case _:
            return _("extends the carpet's range")


def _priest_sent(event: Event, names: Names) -> str:
    return _("leaves a priest in the order of %(cult)s") % {
        "cult": cult_name(CULT_ORDER[event.facts["cult"]])
    }


def _waived(event: Event, names: Names) -> str:
    return _("gives up: %(what)s") % {"what": str(OWED.get(event.facts["what"], ""))}


def _faction_taken(event: Event, names: Names) -> str:
    return _("plays the %(faction)s") % {"faction": faction_name(event.facts["faction"])}


def _order_set(event: Event, names: Names) -> str:
    order = ", ".join(names.get(seat, "") for seat in event.facts["order"])
    return _("Turn order: %(order)s") % {"order": order}


def _sealed(event: Event, names: Names) -> str:
    """A sealed bid, as its owner may read it."""
    return _("writes a bid: %(bids)s") % {"bids": _bid_text(event.facts["bids"])}


def _revealed(event: Event, names: Names) -> str:
    bids = "; ".join(
        f"{names.get(int(seat), '')}: {_bid_text(bid)}" for seat, bid in event.facts["bids"].items()
    )
    return _("The bids are opened: %(bids)s") % {"bids": bids}


def _bid_text(bid: Mapping[str, Mapping[str, int]]) -> str:
    return ", ".join(
        f"{faction_name(what) if part == 'factions' else position_name(what)}: {points}"
        for part in ("factions", "positions")
        for what, points in bid.get(part, {}).items()
    )


def _bid_made(event: Event, names: Names) -> str:
    return _("bids %(bid)s") % {"bid": event.facts["bid"]}


def _position(event: Event, names: Names) -> str:
    return _("takes position %(position)s") % {"position": event.facts["position"]}


def _unlocked(event: Event, names: Names) -> str:
    return _("unlocks %(terrain)s") % {"terrain": terrain_name(event.facts["colour"])}


def _home_chosen(event: Event, names: Names) -> str:
    return _("chooses %(terrain)s as home") % {"terrain": terrain_name(event.facts["colour"])}


def _tile_taken(event: Event, names: Names) -> str:
    return _("takes %(tile)s") % {"tile": tile_name(event.facts["tile"])}


def _card_taken(event: Event, names: Names) -> str:
    return _("takes the card %(card)s") % {"card": tile_name(event.facts["card"])}


def _card_returned(event: Event, names: Names) -> str:
    return _("gives back the card %(card)s") % {"card": tile_name(event.facts["card"])}


def _bridge(event: Event, names: Names) -> str:
    bridge = event.facts["bridge"]
    return _("builds a bridge %(a)s–%(b)s") % {"a": bridge["a"], "b": bridge["b"]}


def _spanned(event: Event, names: Names) -> str:
    return _("connects across the river at %(river)s") % {"river": event.facts["river"]}


def _step_lost(event: Event, names: Names) -> str:
    return _("stays at 9 in %(cult)s for lack of a key") % {
        "cult": cult_name(CULT_ORDER[event.facts["cult"]])
    }


def _phase(event: Event, names: Names) -> str:
    return str(PHASES.get(event.facts["phase"], event.facts["phase"]))


def _round(event: Event, names: Names) -> str:
    return _("Round %(round)s begins") % {"round": event.facts["round"]}


CLAUSES: Mapping[str, Callable[[Event, Names], str]] = {
    "bid-made": _bid_made,
    "bid-passed": lambda event, names: _("bids no more"),
    "bid-written": _sealed,
    "bids-revealed": _revealed,
    "bridge-built": _bridge,
    "built": _built,
    "card-returned": _card_returned,
    "card-taken": _card_taken,
    "changed": _changed,
    "coins-laid": lambda event, names: _("One coin is laid on each free bonus card"),
    "cult-moved": _cult_moved,
    "dealt": _dealt,
    "dropped": lambda event, names: _("leaves the game"),
    "due": _due,
    "faction-taken": _faction_taken,
    "favor-taken": _tile_taken,
    "home-chosen": _home_chosen,
    "offer-closed": _offer_closed,
    "offer-made": _offer_made,
    "order-set": _order_set,
    "passed": lambda event, names: _("passes"),
    "phase-began": _phase,
    "position-taken": _position,
    "priest-sent": _priest_sent,
    "river-spanned": _spanned,
    "round-began": _round,
    "space-used": _space_used,
    "step-lost": _step_lost,
    "town-founded": _town_founded,
    "town-tile-taken": _tile_taken,
    "track-raised": _track_raised,
    "transformed": _transformed,
    "turn-began": lambda event, names: _("is to move"),
    "unlocked": _unlocked,
    "waived": _waived,
}
QUIET = frozenset(
    {
        "changed",
        "card-returned",
        "coins-laid",
        "due",
        "offer-made",
        "order-set",
        "phase-began",
        "priest-sent",
        "turn-began",
    }
)
"""Told on their own, but not in the one sentence of a move."""


def clause_of(event: Event, names: Names) -> str:
    """What happened, without who."""
    return CLAUSES[event.kind](event, names)


def sentence_of(event: Event, names: Names) -> str:
    """What happened, with who if it was somebody."""
    clause = clause_of(event, names)
    if event.seat is None or event.seat not in names:
        return clause
    return (
        f"{names[event.seat]}: {clause}"
        if event.kind == "changed"
        else (f"{names[event.seat]} {clause}")
    )


def move_clauses(events: Sequence[Event], seat: int, names: Names) -> list[str]:
    """What a move did for the one who made it, in the order of its commands."""
    out: list[str] = []
    becomes = {e.facts["place"]: e for e in events if e.kind == "transformed"}
    for event in events:
        if event.kind in QUIET or event.seat != seat:
            continue
        if event.kind == "transformed" and event is not becomes[event.facts["place"]]:
            continue  # spade by spade: only where it ends is told
        if event.kind == "offer-closed" and event.facts["how"] in ("acted", "automatic"):
            continue
        if event.kind == "cult-moved" and event.source.startswith(("FAV", "TW")):
            continue
        out.append(clause_of(event, names))
    if not out:
        changes = [e for e in events if e.kind == "changed" and e.seat == seat]
        out = _exchanged([event for event in changes if event.source == "convert"])
        out += [clause_of(event, names) for event in changes if event.source != "convert"]
    return out


def _exchanged(changes: Sequence[Event]) -> list[str]:
    """Conversions that are all there is to tell."""
    given: dict[str, int] = {}
    taken: dict[str, int] = {}
    for event in changes:
        found = {kind: event.delta.get(kind, 0) for kind in ("vp", "c", "w", "p")}
        for kind, count in {**found, "pw": event.facts.get("pw", 0)}.items():
            side = given if count < 0 else taken
            side[kind] = side.get(kind, 0) + abs(count)
    if not given or not taken:
        return []
    return [_("turns %(give)s into %(take)s") % {"give": amounts(given), "take": amounts(taken)}]


def gained(events: Iterable[Event], seat: int) -> dict[str, int]:
    """The sum of what a seat got and gave."""
    total: dict[str, int] = {}
    for event in events:
        if event.seat == seat:
            for kind, count in event.delta.items():
                total[kind] = total.get(kind, 0) + count
    return {kind: count for kind, count in total.items() if count}


def move_sentence(events: Sequence[Event], seat: int, names: Names) -> str:
    """ "builds on F5, founds a town, +7 points": the summary after the player's name."""
    own = [event for event in events if event.seat == seat and not _is_income(event)]
    parts = move_clauses(own, seat, names)
    points = gained((event for event in own if event.kind != "faction-taken"), seat).get("vp", 0)
    if points:
        parts.append(signed("vp", points))
    return ", ".join(dict.fromkeys(parts)) or _("moves")


def _is_income(event: Event) -> bool:
    return event.source.startswith(("income:", "cult:", "final:"))


def table_sentences(events: Sequence[Event], names: Names) -> list[str]:
    """What a move led to for the whole table: a new round, the end, the deal."""
    return [
        clause_of(e, names) for e in events if e.kind in ("round-began", "dealt", "bids-revealed")
    ]
