"""Bonus cards (R16.5)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.terra_mystica.resources import NOTHING, Bag
from engine.terra_mystica.tiles.actions import ActionSpace


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusCard:
    """Held for a round, given back on passing."""

    key: str
    name: str
    income: Bag = NOTHING
    action: ActionSpace | None = None
    pass_vp: tuple[tuple[str, int], ...] = ()
    """(what is counted, points for each): a building, or "shipping"."""
    shipping: int = 0
    """Extra shipping in Phase II (R5.4)."""
    option: str = ""
    """In the game only with this option."""


BONUS_CARDS = {
    card.key: card
    for card in (
        BonusCard(
            key="BON1",
            name="spade",
            income=Bag(c=2),
            action=ActionSpace(key="BON1", name="one spade", spades=1, may_add_spades=True),
        ),
        BonusCard(
            key="BON2",
            name="cult step",
            income=Bag(c=4),
            action=ActionSpace(key="BON2", name="one cult step", steps=1),
        ),
        BonusCard(key="BON3", name="six coins", income=Bag(c=6)),
        BonusCard(key="BON4", name="shipping", income=Bag(pw=3), shipping=1),
        BonusCard(key="BON5", name="power and worker", income=Bag(w=1, pw=3)),
        BonusCard(
            key="BON6",
            name="stronghold and sanctuary points",
            income=Bag(w=2),
            pass_vp=(("SH", 4), ("SA", 4)),
        ),
        BonusCard(key="BON7", name="trading post points", income=Bag(w=1), pass_vp=(("TP", 2),)),
        BonusCard(key="BON8", name="priest", income=Bag(p=1)),
        BonusCard(key="BON9", name="dwelling points", income=Bag(c=2), pass_vp=(("D", 1),)),
        BonusCard(
            key="BON10",
            name="shipping points",
            income=Bag(pw=3),
            pass_vp=(("shipping", 3),),
            option="shipping-bonus",
        ),
    )
}
