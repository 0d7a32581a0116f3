"""What a viewer may see. All information is public (R0.5), but for sealed bids before the end."""

from __future__ import annotations

from engine.api import Json, Seat
from engine.terra_mystica.actions import owed
from engine.terra_mystica.auction import free_positions
from engine.terra_mystica.catalogue import PRINTED
from engine.terra_mystica.commands.act import spaces_of
from engine.terra_mystica.cults import POWER_AT
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.maps import MAPS
from engine.terra_mystica.maps.reach import clusters, flying, next_to, sailing
from engine.terra_mystica.scoring import final_standing
from engine.terra_mystica.state import NO_BID, NO_SEAT, Player, State
from engine.terra_mystica.terms import BUILDINGS, CULTS, PIECES, ROUNDS
from engine.terra_mystica.tiles.actions import POWER_ACTIONS
from engine.terra_mystica.tiles.scoring import SCORING_TILES
from engine.terra_mystica.towns import TOWN_BUILDINGS, power_needed


def numbers_of(player: Player) -> dict[str, int]:
    """Every number of a seat; the sum of event deltas explains each change of them."""
    return {
        "vp": player.vp,
        "c": player.c,
        "w": player.w,
        "p": player.p,
        "p1": player.bowls[0],
        "p2": player.bowls[1],
        "p3": player.bowls[2],
        **dict(zip(CULTS, player.cults, strict=True)),
        "keys": player.keys,
        "priest_limit": player.priest_limit,
        "shipping": player.shipping,
        "dig": player.dig,
        "range": player.range,
        "bridges": player.bridges,
        **{building: player.counts[building] for building in BUILDINGS},
    }


def starting_numbers() -> dict[str, dict[str, int]]:
    """The numbers a faction begins with, points apart."""
    out = {}
    for faction in FACTIONS.values():
        start = faction.start
        out[faction.key] = {
            "c": start.c,
            "w": start.w,
            "p": start.p,
            "p1": start.bowls[0],
            "p2": start.bowls[1],
            "p3": start.bowls[2],
            **dict(zip(CULTS, start.cults, strict=True)),
            "priest_limit": start.priest_limit,
            "shipping": faction.shipping.start,
            "bridges": 3,
        }
    return out


def view_of(state: State, viewer: Seat | None) -> Json:
    """The whole table, built from nothing."""
    turn = state.turn
    return {
        "phase": state.phase,
        "round": state.round,
        "rounds": ROUNDS,
        "map": state.options.map if state.options.map in MAPS else "custom",
        "options": {
            "strict_leech": state.options.strict_leech,
            "variable_order": state.options.variable_order,
            "setup": state.options.setup,
        },
        "order": list(state.order),
        "passed": list(state.passed),
        "queue": list(state.queue),
        "turn": None
        if turn is None
        else {
            "seat": turn.seat,
            "acted": turn.acted,
            "actions": turn.actions,
            "space": turn.space,
            "spades": turn.spades,
            "owed": owed(state, turn),
        },
        "seats": [_seat(state, player) for player in state.players],
        "hexes": [_hex(state, place) for place in state.land.places],
        "bridges": [{"a": b.a, "b": b.b, "seat": b.seat} for b in state.bridges],
        "offers": [
            {
                "to": offer.to,
                "by": offer.by,
                "size": offer.size,
                "spoiled": offer.spoiled,
                "able": offer.able,
            }
            for offer in state.offers
        ],
        "cults": [
            {
                "cult": cult,
                "positions": [player.cults[index] for player in state.players],
                "spaces": [None if seat < 0 else seat for seat in state.spaces[index]],
            }
            for index, cult in enumerate(CULTS)
        ],
        "actions": [
            {
                "action": key,
                "name": space.name,
                "power": space.cost.pw,
                "taken": key in state.taken,
            }
            for key, space in POWER_ACTIONS.items()
        ],
        "scoring": [
            {
                "round": number,
                "tile": key,
                "scores": list(SCORING_TILES[key].scores),
                "vp": SCORING_TILES[key].vp,
                "past": number < state.round,
                "current": number == state.round,
            }
            for number, key in enumerate(state.scoring, 1)
        ],
        "final": list(state.final),
        "standing": _standing(state),
        "cards": [{"card": card, "coins": coins} for card, coins in state.cards.items()],
        "favors": dict(state.favors),
        "towns": dict(state.towns),
        "colours": list(state.colours),
        "tiles": PRINTED,
        "cult_power": {str(step): power for step, power in POWER_AT.items()},
        "drawn": list(state.pool),
        "auction": _auction(state),
        "bids": _bids(state, viewer),
    }


def _auction(state: State) -> Json:
    """The open auction, while it lasts (R1.12)."""
    auction = state.auction
    if auction is None:
        return None
    return {
        "tokens": list(auction.tokens),
        "opener": auction.opener,
        "bidder": None if auction.bidder == NO_SEAT else auction.bidder,
        "bid": None if auction.bid == NO_BID else auction.bid,
        "leader": None if auction.leader == NO_SEAT else auction.leader,
        "out": list(auction.out),
        "choosing": auction.choosing,
        "positions": dict(sorted(auction.positions.items())),
        "free": free_positions(state),
    }


def _bids(state: State, viewer: Seat | None) -> Json:
    """Sealed bids: one's own at any time, all of them once the last is in."""
    if state.options.setup != "sealed-bids":
        return None
    closed = state.phase == "sealed-bids"
    return {
        "decided": sorted(int(seat) for seat in state.bids),
        "shown": {
            seat: {"factions": dict(bids.factions), "positions": dict(bids.positions)}
            for seat, bids in sorted(state.bids.items())
            if not closed or seat == str(viewer)
        },
    }


def _seat(state: State, player: Player) -> Json:
    faction = FACTIONS.get(player.faction)
    return {
        "seat": player.seat,
        "faction": player.faction,
        "name": faction.name if faction else "",
        "colour": (faction.colour if faction else ""),
        "home": player.home if faction and player.chosen else "",
        "chosen": player.chosen,
        "unlocked": list(player.unlocked),
        "numbers": numbers_of(player),
        "card": player.card,
        "favors": list(player.favors),
        "towns": list(player.towns),
        "used": list(player.used),
        "passed": player.passed,
        "dropped": player.dropped,
        "points": dict(player.points),
        "due": {
            name: count
            for name in (
                "favors_due",
                "towns_due",
                "steps_due",
                "claims_due",
                "tokens_due",
                "unlocks_due",
                "conversion_due",
                "spades_due",
            )
            if (count := getattr(player, name))
        },
        "clusters": [sorted(cluster) for cluster in clusters(state, player)],
        "in_town": sorted(player.in_town),
        "spans": list(player.spans),
        **(_of_faction(state, player) if faction else {}),
    }


def _of_faction(state: State, player: Player) -> Json:
    """Tracks, pieces, own action spaces, and how far towns have grown."""
    faction = player.board
    digging = faction.digging
    return {
        "pieces": [[building, player.counts[building], PIECES[building]] for building in BUILDINGS],
        "shipping": {
            "level": player.shipping,
            "most": faction.shipping.max,
            "reach": sailing(state, player),
        },
        "digging": None
        if digging is None
        else {
            "level": player.dig,
            "most": len(digging.spade) - 1,
            "spade": digging.spade[player.dig].facts(),
        },
        "flight": flying(player),
        "spaces": [
            {"space": space.key, "name": space.name, "used": space.key in player.used}
            for space in spaces_of(player).values()
        ],
        "town_needs": {"buildings": TOWN_BUILDINGS, "power": power_needed(player)},
        "growth": [
            {
                "places": sorted(cluster),
                "buildings": len(cluster)
                + sum(player.buildings[place] == "SA" for place in cluster),
                "power": sum(faction.power[player.buildings[place]] for place in cluster),
                "town": any(place in player.in_town for place in cluster),
            }
            for cluster in clusters(state, player)
        ],
    }


def _hex(state: State, place: str) -> Json:
    row, column = state.land.places[place]
    owner = state.occupied.get(place)
    return {
        "name": place,
        "row": row,
        "column": column,
        "terrain": state.terrain.get(place, "river"),
        "seat": owner,
        "building": None if owner is None else state.players[owner].buildings[place],
        "beside": list(next_to(state, place)),
    }


def _standing(state: State) -> Json:
    """How final scoring would come out as things stand."""
    return [
        {
            "source": source,
            "values": {str(seat): value for seat, value in values.items()},
            "points": {str(seat): vp for seat, vp in points.items()},
        }
        for source, values, points in final_standing(state)
    ]
