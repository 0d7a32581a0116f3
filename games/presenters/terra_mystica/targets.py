"""What may be chosen where it lies: hexes, bridges, tiles, tracks, with the way to choose it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext, ngettext

from engine.api import Offer
from games.presenters.terra_mystica.board import Target
from games.presenters.terra_mystica.choices import appended, query_of
from games.presenters.terra_mystica.names import amounts
from games.presenters.terra_mystica.notes import note_sentence
from games.presenters.terra_mystica.offer_words import spades_in, verb_of
from games.presenters.terra_mystica.sentences import Names


def hex_targets(
    offers: Iterable[Offer], *, line: str, pick: str, names: Names
) -> dict[str, Target]:
    """Hexes that may be chosen now, with the way to choose them."""
    by_place: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.target_kind in ("hex", "river"):
            by_place.setdefault(offer.target, []).append(offer)
    out = {}
    for place, found in by_place.items():
        first = found[0]
        spades = spades_in(first)
        if len(found) == 1:
            query = query_of(line=appended(line, first.line))
            words = [verb_of(first), amounts(first.price)]
            words += [note_sentence(note, names) for note in first.notes]
            label = ", ".join(word for word in words if word)
        else:
            query = query_of(line=line, pick=pick, at=place)
            label = ngettext("%(count)s choice", "%(count)s choices", len(found)) % {
                "count": len(found)
            }
        out[place] = Target(
            query=query,
            label=label,
            chip=str(spades) if spades and len(found) == 1 else "",
            several=len(found) > 1,
        )
    return out


def bridge_targets(offers: Iterable[Offer], *, line: str) -> dict[tuple[str, str], Target]:
    out = {}
    for offer in offers:
        if offer.target_kind == "bridge":
            a, b = offer.target.split(":")
            out[a, b] = Target(
                query=query_of(line=appended(line, offer.line)),
                label=gettext("bridge %(a)s–%(b)s") % {"a": a, "b": b},
            )
    return out


def queries_by_target(offers: Iterable[Offer], kind: str, *, line: str) -> dict[str, str]:
    """Tiles, cards, actions and tracks that may be chosen where they lie."""
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.target_kind == kind:
            found.setdefault(offer.target.lower() if kind == "cult" else offer.target, []).append(
                offer
            )
    return {
        target: query_of(line=appended(line, group[0].line))
        if len(group) == 1
        else query_of(line=line, at=group[0].target)
        for target, group in found.items()
    }
