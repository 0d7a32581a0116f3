"""Answers to power offers (R7)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.neighbours import accept, decline
from engine.terra_mystica.state import Offer
from engine.terra_mystica.words import words


@words.command("leech {size}[ from {source}]")
class Leech(msgspec.Struct, frozen=True):
    """Accept an offer; the number is the size offered, not what is gained."""

    size: int
    source: str | None = None

    def decide(self, draft: Draft) -> None:
        # Of offers alike the oldest is meant; a spoiled one is declined before the next.
        offer = offers_like(draft, self.size, self.source)[0]
        if offer.spoiled:
            source = draft.state.players[offer.by].faction
            raise IllegalMove(
                "spoiled-offer", section="R7.6", facts={"size": self.size, "from": source}
            )
        accept(draft, offer)


@words.command("decline[ {size} from {source}]")
class Decline(msgspec.Struct, frozen=True):
    """Refuse an offer, or all of them."""

    size: int | None = None
    source: str | None = None

    def decide(self, draft: Draft) -> None:
        if self.size is None:
            for offer in own_offers(draft):
                decline(draft, offer)
        else:
            decline(draft, offers_like(draft, self.size, self.source)[0])


def own_offers(draft: Draft) -> list[Offer]:
    if draft.me.dropped:
        raise IllegalMove("not-your-turn", section="R14", facts={"dropped": True})
    offers = [offer for offer in draft.state.offers if offer.to == draft.seat]
    if not offers:
        raise IllegalMove("no-offer", section="R7.2")
    return offers


def offers_like(draft: Draft, size: int, source: str | None) -> list[Offer]:
    """Open offers of that size (from that faction), oldest first."""
    players = draft.state.players
    offers = own_offers(draft)
    matching = [
        offer
        for offer in offers
        if offer.size == size and source in (None, players[offer.by].faction)
    ]
    if not matching:
        raise IllegalMove(
            "no-offer",
            section="R7.2",
            facts={"offers": [[o.size, players[o.by].faction] for o in offers]},
        )
    return matching
