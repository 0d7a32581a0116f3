"""Paying and gaining (R3): every change of a resource is announced here, with its source."""

from __future__ import annotations

from engine.api import IllegalMove
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Changed, Due, TrackRaised, Waived
from engine.terra_mystica.resources import Bag, gain_power, remove_tokens
from engine.terra_mystica.state import Player
from engine.terra_mystica.terms import WHEEL
from engine.terra_mystica.tiles.scoring import SCORING_TILES


def lacking(player: Player, cost: Bag) -> dict[str, int]:
    """What is missing to pay a cost."""
    missing = {}
    for name in ("vp", "c", "w", "p"):
        short = getattr(cost, name) - getattr(player, name)
        if short > 0:
            missing[name] = short
    if cost.pw > player.bowls[2]:
        missing["pw"] = cost.pw - player.bowls[2]
    return missing


def pay(draft: Draft, cost: Bag, source: str, *, section: str = "") -> None:
    """Take a cost from the seat, or refuse."""
    missing = lacking(draft.me, cost)
    if missing:
        raise IllegalMove(
            "cannot-pay", section=section, facts={"missing": missing, "cost": cost.facts()}
        )
    if cost:
        draft.emit(
            Changed(
                draft.seat,
                source,
                vp=-cost.vp,
                c=-cost.c,
                w=-cost.w,
                p=-cost.p,
                p1=cost.pw,
                p3=-cost.pw,
                pw=-cost.pw,
            )
        )


def gain(draft: Draft, bag: Bag, source: str, seat: int | None = None) -> None:
    """Give a seat something, within the caps of R3."""
    seat = draft.seat if seat is None else seat
    me = draft.state.players[seat]
    priests, lost = bag.p, 0
    if priests and me.board.river_bound and _asks_for_priests(draft, me):
        # Each priest is a decision: take it, or unlock a terrain with it (R12.8).
        if not me.dropped:
            draft.emit(Due(seat, "unlocks_due", priests, source))
        priests = 0
    elif priests:
        if me.board.river_bound:
            draft.emit(Waived(seat, "UNLOCK", priests, True))
        priests = min(priests, max(0, me.priest_limit - me.p))
        lost = bag.p - priests
    one, two, three = me.bowls
    first, second, third = gain_power(me.bowls, bag.pw) if bag.pw else (one, two, three)
    moved = (one - first) + (third - three)
    if bag.vp or bag.c or bag.w or priests or moved or lost or bag.pw:
        draft.emit(
            Changed(
                seat,
                source,
                vp=bag.vp,
                c=bag.c,
                w=bag.w,
                p=priests,
                p1=first - one,
                p2=second - two,
                p3=third - three,
                pw=moved,
                lost_p=lost,
                lost_pw=bag.pw - moved,
            )
        )


def _asks_for_priests(draft: Draft, me: Player) -> bool:
    """After six unlockings nothing is left to decide; a record still writes it (R12.8b)."""
    return len(me.unlocked) < len(WHEEL) or draft.state.options.explicit


def take_priest(draft: Draft, source: str) -> None:
    """A priest that is kept: lost without compensation above the limit (R3.1)."""
    me = draft.me
    if me.p < me.priest_limit:
        draft.emit(Changed(draft.seat, source, p=1))
    else:
        draft.emit(Changed(draft.seat, source, lost_p=1))


def add_tokens(draft: Draft, seat: int, count: int, source: str, *, bowl: int = 1) -> None:
    """New power tokens come into the cycle (R12.5, R12.7)."""
    draft.emit(Changed(seat, source, p1=count if bowl == 1 else 0, p3=count if bowl == 3 else 0))


def burn_tokens(draft: Draft, count: int, source: str, *, section: str) -> None:
    """Tokens go out of the game, from the lowest bowls (R12.5)."""
    bowls = draft.me.bowls
    if sum(bowls) < count:
        raise IllegalMove(
            "cannot-pay", section=section, facts={"missing": {"tokens": count - sum(bowls)}}
        )
    one, two, three = remove_tokens(bowls, count)
    draft.emit(
        Changed(draft.seat, source, p1=one - bowls[0], p2=two - bowls[1], p3=three - bowls[2])
    )


def gain_spades(draft: Draft, count: int, source: str, seat: int | None = None) -> int:
    """Effects per spade gained (R6.2d); returns how many spades there are to be used."""
    seat = draft.seat if seat is None else seat
    me = draft.state.players[seat]
    faction = me.board
    if faction.river_bound:
        # They own no spades; what they are given lapses without points (R12.8).
        return 0
    state = draft.state
    if state.phase == "play":
        tile = SCORING_TILES[state.scoring[state.round - 1]]
        if "SPADE" in tile.scores:
            gain(draft, Bag(vp=tile.vp * count), tile.key, seat)
    if faction.vp_per_spade:
        gain(draft, Bag(vp=faction.vp_per_spade * count), faction.key, seat)
    if faction.power_per_spade_with_stronghold and me.counts["SH"]:
        power = faction.power_per_spade_with_stronghold * count
        gain(draft, Bag(pw=power), faction.key, seat)
    if faction.terraforming.uses_spades:
        return count
    pays = getattr(faction.terraforming, "pays", "")
    if pays == "tokens":
        add_tokens(draft, seat, count, source)
    elif pays == "steps" and state.phase == "play":
        draft.touch(steps=draft.turn.steps + count)
    elif pays == "steps" and not me.dropped:
        draft.emit(Due(seat, "steps_due", count, source))
    return 0


def raise_shipping(draft: Draft, source: str) -> None:
    """A free step on the shipping track with its points, or of the carpet's range (R13.1)."""
    me = draft.me
    faction = me.board
    if me.shipping < faction.shipping.max:
        draft.emit(TrackRaised(draft.seat, "shipping", source))
        gain(draft, Bag(vp=faction.shipping.vp[me.shipping + 1]), "shipping")
    elif faction.flight is not None and faction.flight.max_skip > 1:
        draft.emit(TrackRaised(draft.seat, "range", source))
