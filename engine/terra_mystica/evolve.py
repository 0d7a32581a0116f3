"""The only place a state changes. No checks here: an event has already happened."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from engine.terra_mystica.events import (
    AuctionMoved,
    BidMade,
    BidPassed,
    BidsRevealed,
    BidWritten,
    BridgeBuilt,
    Built,
    CardReturned,
    CardTaken,
    Changed,
    CoinsLaid,
    CultMoved,
    Dealt,
    Dropped,
    Due,
    Event,
    EventChanged,
    EventClosed,
    EventOpened,
    FactionTaken,
    FavorTaken,
    HomeChosen,
    OfferChanged,
    OfferClosed,
    OfferMade,
    OrderSet,
    Passed,
    PhaseBegan,
    PositionTaken,
    PriestSent,
    QueueMoved,
    RiverSpanned,
    RoundBegan,
    SpaceUsed,
    StepLost,
    TownFounded,
    TownsContested,
    TownTileTaken,
    TrackRaised,
    Transformed,
    TurnBegan,
    TurnTouched,
    Unlocked,
    Waived,
)
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.terms import WHEEL


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case TurnTouched():
            return replace(state, turn=event.turn)
        case Changed():
            me = state.players[event.seat]
            one, two, three = me.bowls
            return state.with_player(
                event.seat,
                replace(
                    me,
                    vp=me.vp + event.vp,
                    c=me.c + event.c,
                    w=me.w + event.w,
                    p=me.p + event.p,
                    keys=me.keys + event.keys,
                    bowls=(one + event.p1, two + event.p2, three + event.p3),
                    points=_points(me, event) if event.vp else me.points,
                ),
            )
        case CultMoved():
            me = state.players[event.seat]
            cults = list(me.cults)
            cults[event.cult] += event.by
            return state.with_player(
                event.seat,
                replace(me, cults=tuple(cults), keys=me.keys + event.keys),
            )
        case Due():
            me = state.players[event.seat]
            count = getattr(me, event.what) + event.count
            since = state.row if event.count > 0 else me.since
            return state.with_player(event.seat, replace(me, since=since, **{event.what: count}))
        case OfferMade():
            offer = event.offer
            return replace(state, offers=(*state.offers, offer), serial=max(state.serial, offer.id))
        case OfferClosed():
            return replace(state, offers=tuple(o for o in state.offers if o.id != event.offer.id))
        case OfferChanged():
            return replace(
                state,
                offers=tuple(event.offer if o.id == event.offer.id else o for o in state.offers),
            )
        case EventOpened():
            return replace(
                state,
                events=(*state.events, event.event),
                serial=max(state.serial, event.event.id),
            )
        case EventChanged():
            return replace(
                state,
                events=tuple(event.event if e.id == event.event.id else e for e in state.events),
            )
        case EventClosed():
            return replace(state, events=tuple(e for e in state.events if e.id != event.event.id))
        case TurnBegan():
            # A step lost before this turn can no longer be made up for (R8.3).
            me = state.players[event.seat]
            if me.blocked:
                state = state.with_player(event.seat, replace(me, blocked=()))
            return replace(state, turn=event.turn)
        case Built():
            return _built(state, event)
        case Transformed():
            return replace(state, terrain={**state.terrain, event.place: event.new})
        case SpaceUsed():
            if event.shared:
                return replace(state, taken=(*state.taken, event.space))
            me = state.players[event.seat]
            return state.with_player(event.seat, replace(me, used=(*me.used, event.space)))
        case PriestSent():
            return _priest_sent(state, event)
        case CardReturned():
            me = state.players[event.seat]
            state = replace(state, cards={**state.cards, event.card: 0})
            return state.with_player(
                event.seat, replace(me, card="" if me.card == event.card else me.card)
            )
        case CardTaken():
            me = state.players[event.seat]
            cards = {card: coins for card, coins in state.cards.items() if card != event.card}
            state = replace(state, cards=cards)
            return state.with_player(event.seat, replace(me, card=event.card))
        case Passed():
            me = state.players[event.seat]
            state = replace(state, passed=(*state.passed, event.seat))
            return state.with_player(event.seat, replace(me, passed=True))
        case FavorTaken():
            me = state.players[event.seat]
            favors = {**state.favors, event.tile: state.favors[event.tile] - 1}
            state = replace(state, favors=favors)
            return state.with_player(event.seat, replace(me, favors=(*me.favors, event.tile)))
        case TownFounded():
            me = state.players[event.seat]
            joined = (*me.in_town, *(place for place in event.places if place not in me.in_town))
            me = replace(me, in_town=joined)
            if event.fresh and event.places in me.contested:
                me = _settled_contest(me, event.places)
            return state.with_player(event.seat, me)
        case TownsContested():
            me = state.players[event.seat]
            me = replace(me, contested=event.clusters, contested_due=event.count)
            return state.with_player(event.seat, me)
        case TownTileTaken():
            me = state.players[event.seat]
            towns = {**state.towns, event.tile: state.towns[event.tile] - 1}
            state = replace(state, towns=towns)
            return state.with_player(event.seat, replace(me, towns=(*me.towns, event.tile)))
        case StepLost():
            me = state.players[event.seat]
            if event.cult in me.blocked:
                return state
            return state.with_player(event.seat, replace(me, blocked=(*me.blocked, event.cult)))
        case TrackRaised():
            me = state.players[event.seat]
            level = getattr(me, event.track) + 1
            return state.with_player(event.seat, replace(me, **{event.track: level}))
        case BridgeBuilt():
            me = state.players[event.seat]
            state = replace(state, bridges=(*state.bridges, event.bridge))
            return state.with_player(event.seat, replace(me, bridges=me.bridges - 1))
        case RiverSpanned():
            me = state.players[event.seat]
            return state.with_player(event.seat, replace(me, spans=(*me.spans, event.river)))
        case Unlocked():
            me = state.players[event.seat]
            me = replace(
                me, unlocked=(*me.unlocked, event.colour), priest_limit=me.priest_limit + 1
            )
            return state.with_player(event.seat, me)
        case HomeChosen():
            me = state.players[event.seat]
            unlocked = (event.colour,) if FACTIONS[me.faction].river_bound else ()
            return state.with_player(
                event.seat, replace(me, chosen=event.colour, unlocked=unlocked)
            )
        case FactionTaken():
            return state.with_player(event.seat, _starting_player(state.players[event.seat], event))
        case Dropped():
            me = state.players[event.seat]
            return state.with_player(
                event.seat,
                replace(
                    me,
                    dropped=True,
                    blocked=(),
                    favors_due=0,
                    towns_due=0,
                    contested=(),
                    contested_due=0,
                    steps_due=0,
                    claims_due=0,
                    tokens_due=0,
                    unlocks_due=0,
                    conversion_due=0,
                    spades_due=0,
                ),
            )
        case CoinsLaid():
            return replace(state, cards={card: coins + 1 for card, coins in state.cards.items()})
        case PhaseBegan():
            return replace(state, phase=event.phase, queue=event.queue, turn=None)
        case QueueMoved():
            return replace(state, queue=event.queue)
        case OrderSet():
            return replace(state, order=event.order)
        case RoundBegan():
            return replace(
                state,
                round=event.round,
                taken=(),
                passed=(),
                players=tuple(replace(p, used=(), passed=False) for p in state.players),
            )
        case Dealt():
            return _dealt(state, event)
        case AuctionMoved():
            return replace(state, auction=event.auction)
        case BidWritten():
            rows = state.sealed_rows
            if event.bids.row not in rows:
                rows = (*rows, event.bids.row)
            return replace(
                state, bids={**state.bids, str(event.seat): event.bids}, sealed_rows=rows
            )
        case Waived() | BidMade() | BidPassed() | PositionTaken() | BidsRevealed():
            return state
        case _:
            assert_never(event)


def _settled_contest(me: Player, founded: tuple[str, ...]) -> Player:
    """One of the contested clusters is a town; with the last of them the others never will be."""
    due = me.contested_due - 1
    left = tuple(cluster for cluster in me.contested if cluster != founded) if due else ()
    return replace(me, contested=left, contested_due=due)


def _points(me: Player, event: Changed) -> dict[str, int]:
    return {**me.points, event.source: me.points.get(event.source, 0) + event.vp}


def _built(state: State, event: Built) -> State:
    me = state.players[event.seat]
    counts = {**me.counts, event.building: me.counts[event.building] + 1}
    if event.replaced:
        counts[event.replaced] -= 1
    buildings = {**me.buildings, event.place: event.building}
    if not event.replaced:
        state = replace(state, occupied={**state.occupied, event.place: event.seat})
    return state.with_player(event.seat, replace(me, buildings=buildings, counts=counts))


def _priest_sent(state: State, event: PriestSent) -> State:
    spaces = list(state.spaces)
    row = list(spaces[event.cult])
    row[event.space] = event.seat
    spaces[event.cult] = tuple(row)
    me = state.players[event.seat]
    state = replace(state, spaces=tuple(spaces))
    return state.with_player(event.seat, replace(me, priest_limit=me.priest_limit - 1))


def _starting_player(me: Player, event: FactionTaken) -> Player:
    faction = FACTIONS[event.faction]
    start = faction.start
    return replace(
        me,
        faction=faction.key,
        vp=event.vp,
        c=start.c,
        w=start.w,
        p=start.p,
        bowls=start.bowls,
        cults=start.cults,
        priest_limit=start.priest_limit,
        shipping=faction.shipping.start,
        bridges=3,
        points={"start": event.vp},
        chosen=faction.colour if faction.colour in WHEEL else "",
    )


def _dealt(state: State, event: Dealt) -> State:
    match event.what:
        case "scoring":
            return replace(state, scoring=event.items)
        case "bonus":
            return replace(state, cards=dict.fromkeys(event.items, 0))
        case "final":
            return replace(state, final=tuple(sorted({*state.final, *event.items})))
        case "colours":
            return replace(state, colours=event.items)
        case "draft" | "tokens" | "factions":
            return replace(state, pool=event.items)
        case "opener":
            return replace(state, opener=int(event.items[0]) - 1)
        case _:
            raise AssertionError(f"nobody deals {event.what}")
