"""Power from neighbours (R7): offers are made, answered, spoiled, and somebody may care."""

from __future__ import annotations

from msgspec.structs import replace

from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import (
    Changed,
    Due,
    EventChanged,
    EventClosed,
    EventOpened,
    OfferChanged,
    OfferClosed,
    OfferMade,
)
from engine.terra_mystica.maps.reach import next_to
from engine.terra_mystica.purse import gain
from engine.terra_mystica.resources import Bag, gain_power, room
from engine.terra_mystica.state import Offer, Player, PowerEvent, State


def power_offered(state: State, seat: int, place: str) -> dict[int, int]:
    """How much power a building on `place` offers to whom, in turn order after `seat` (R7.4)."""
    sizes: dict[int, int] = {}
    for other in next_to(state, place):
        owner = state.occupied.get(other, seat)
        if owner != seat:
            rival = state.players[owner]
            if not rival.dropped:
                value = rival.board.power[rival.buildings[other]]
                sizes[owner] = sizes.get(owner, 0) + value
    if len(sizes) > 1:
        round_table = _round_table(state)
        start = round_table.index(seat)
        after = round_table[start + 1 :] + round_table[:start]
        return {who: sizes[who] for who in after if who in sizes}
    return sizes


def _round_table(state: State) -> tuple[int, ...]:
    """The order in force; under variable order those who passed stand at the end (R9.4)."""
    if not state.options.variable_order:
        return state.order
    return (*(seat for seat in state.order if seat not in state.passed), *state.passed)


def make_offers(draft: Draft, sizes: dict[int, int], source: str) -> None:
    """Offer the power of a building just built or upgraded (R7.1)."""
    if not sizes:
        return
    state = draft.state
    event_id = state.serial + 1
    able = tuple(seat for seat in sizes if room(state.players[seat].bowls) > 0)
    if draft.me.board.when_power_taken and able:
        draft.emit(EventOpened(PowerEvent(id=event_id, by=draft.seat, waiting=able)))
    serial = event_id
    for seat, size in sizes.items():
        serial += 1
        offer = Offer(
            id=serial,
            event=event_id,
            to=seat,
            by=draft.seat,
            size=size,
            able=seat in able,
            row=state.row,
        )
        draft.emit(OfferMade(offer))
        # Full bowls stay full under strict answers: spending first would spoil the offer (R7.3).
        if seat not in able and state.options.strict_leech and not state.options.explicit:
            decline(draft, offer, "automatic")


def accept(draft: Draft, offer: Offer) -> None:
    """R7.2: gain what fits into bowls and points, and pay one point less."""
    state = draft.state
    me = state.players[offer.to]
    gained = min(offer.size, me.vp + 1, room(me.bowls))
    draft.emit(OfferClosed(offer, "accepted"))
    if gained:
        one, two, three = me.bowls
        first, second, third = gain_power(me.bowls, gained)
        draft.emit(
            Changed(
                offer.to,
                f"leech:{state.players[offer.by].faction}",
                vp=1 - gained,
                p1=first - one,
                p2=second - two,
                p3=third - three,
                pw=gained,
            )
        )
    event = _event_of(draft.state, offer)
    if event is not None and offer.able:
        first_to_take = not event.accepted
        waiting = tuple(seat for seat in event.waiting if seat != offer.to)
        _update(draft, replace(event, accepted=True, waiting=waiting))
        if first_to_take:
            _reward_taken(draft, event.by)
    if state.options.strict_leech:
        for other in draft.state.offers:
            if other.to == offer.to and other.id < offer.id and not other.spoiled:
                draft.emit(OfferChanged(replace(other, spoiled=True)))
    if room(draft.state.players[offer.to].bowls) == 0:
        _now_unable(draft, offer.to)


def decline(draft: Draft, offer: Offer, how: str = "declined") -> None:
    draft.emit(OfferClosed(offer, how))
    event = _event_of(draft.state, offer)
    if event is None:
        return
    if offer.able:
        waiting = tuple(seat for seat in event.waiting if seat != offer.to)
        _update(draft, replace(event, declined=True, waiting=waiting))
    elif not event.declined:
        # Even a void answer is a `decline` given, should the able ones become unable (R7.7).
        draft.emit(EventChanged(replace(event, declined=True)))


def decline_all(draft: Draft) -> None:
    """The first command of an action declines whatever is still open (R7.5a)."""
    for offer in draft.state.offers:
        if offer.to == draft.seat:
            decline(draft, offer, "acted")


def spoil_all(draft: Draft) -> None:
    """A conversion makes open offers impossible to accept (R7.6)."""
    if not draft.state.options.strict_leech:
        return
    for offer in draft.state.offers:
        if offer.to == draft.seat and not offer.spoiled:
            draft.emit(OfferChanged(replace(offer, spoiled=True)))


def drop_offers(draft: Draft, seat: int) -> None:
    """Offers to a seat that leaves vanish; its event gives no power any more (R7.7)."""
    for offer in draft.state.offers:
        if offer.to == seat:
            draft.emit(OfferClosed(offer, "dropped"))
            event = _event_of(draft.state, offer)
            if event is not None and offer.able:
                waiting = tuple(other for other in event.waiting if other != seat)
                _update(draft, replace(event, lapsed=True, waiting=waiting))


def _now_unable(draft: Draft, seat: int) -> None:
    """R7.7: full bowls turn this seat's other offers into impossible ones."""
    for offer in draft.state.offers:
        if offer.to == seat and offer.able:
            changed = replace(offer, able=False)
            draft.emit(OfferChanged(changed))
            event = _event_of(draft.state, offer)
            if event is not None:
                waiting = tuple(other for other in event.waiting if other != seat)
                _update(draft, replace(event, waiting=waiting))
            options = draft.state.options
            if options.strict_leech and not options.explicit:
                decline(draft, changed, "automatic")


def _event_of(state: State, offer: Offer) -> PowerEvent | None:
    return next((event for event in state.events if event.id == offer.event), None)


def _update(draft: Draft, event: PowerEvent) -> None:
    if event.waiting:
        draft.emit(EventChanged(event))
        return
    draft.emit(EventClosed(event))
    by = draft.state.players[event.by]
    if event.accepted or not event.declined or event.lapsed or by.dropped:
        return
    if draft.state.options.power_when_declined:
        gain(draft, Bag(pw=1), "all-declined", event.by)


def _reward_taken(draft: Draft, seat: int) -> None:
    builder: Player = draft.state.players[seat]
    if builder.dropped:
        return
    what = {"step": "steps_due", "token": "tokens_due"}[builder.board.when_power_taken]
    draft.emit(Due(seat, what, 1, "power-taken"))
