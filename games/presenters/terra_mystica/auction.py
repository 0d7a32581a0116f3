"""What is auctioned, who has bid how much, and what is still to be had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.api import Json
from games.presenters.terra_mystica.facts import faction_colour
from games.presenters.terra_mystica.names import faction_name, position_name
from games.presenters.terra_mystica.sentences import Names


@dataclass(frozen=True, kw_only=True)
class Lot:
    """A faction that may be had."""

    label: str
    swatch: str


@dataclass(frozen=True, kw_only=True)
class Auction:
    title: str
    lots: tuple[Lot, ...]
    said: tuple[str, ...]
    """How it stands, in sentences."""


def auction_of(view: Mapping[str, Json], names: Names) -> Auction | None:
    """How the auction stands while it lasts; None at any other time."""
    if view["phase"] == "auction" and view["auction"]:
        return _open(view["auction"], names)
    if view["phase"] == "sealed-bids" and view["bids"]:
        return _sealed(view["drawn"], view["bids"], names)
    return None


def _lots(factions: Json) -> tuple[Lot, ...]:
    return tuple(Lot(label=faction_name(key), swatch=faction_colour(key)) for key in factions)


def _open(auction: Mapping[str, Json], names: Names) -> Auction:
    who = names.get(auction["leader"], "")
    if auction["choosing"]:
        said = [_("%(name)s chooses a faction and a place in the turn order.") % {"name": who}]
    elif auction["leader"] is None:
        said = [_("Nobody has bid yet. The highest bid chooses first and pays with points.")]
    else:
        said = [
            _("Highest bid: %(bid)s, by %(name)s. It chooses first and pays with points.")
            % {"bid": auction["bid"], "name": who}
        ]
    if auction["out"]:
        out = ", ".join(names.get(seat, "") for seat in auction["out"])
        said.append(_("Bid no more: %(names)s") % {"names": out})
    free = ", ".join(position_name(place) for place in auction["free"])
    said.append(_("To be had in the turn order: %(places)s") % {"places": free})
    return Auction(title=_("Up for auction"), lots=_lots(auction["tokens"]), said=tuple(said))


def _sealed(drawn: Json, bids: Mapping[str, Json], names: Names) -> Auction:
    said = [
        _(
            "Everybody bids on every faction and every place in the turn order at once. You pay "
            "your own bids on what you get, from 40 points."
        )
    ]
    if bids["decided"]:
        decided = ", ".join(names.get(seat, "") for seat in bids["decided"])
        said.append(_("Have written their bids: %(names)s") % {"names": decided})
    return Auction(title=_("Up for auction"), lots=_lots(drawn), said=tuple(said))
