"""The board in words: rows of hexes, who stands beside, who could gain power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.api import Json
from games.presenters.terra_mystica.board import Target
from games.presenters.terra_mystica.names import building_name, terrain_name
from games.presenters.terra_mystica.sentences import Names


@dataclass(frozen=True, kw_only=True)
class TextHex:
    name: str
    terrain: str
    building: str
    """"temple of Marta", or "" where nobody built."""
    beside: str
    """Neighbouring hexes, also those behind a bridge, with what stands on them."""
    ties: tuple[str, ...]
    """Bridges that end here, and the town it belongs to."""
    gains: str
    """Who has a building beside it, and could therefore take power."""
    target: Target | None


@dataclass(frozen=True, kw_only=True)
class TextRow:
    letter: str
    hexes: tuple[TextHex, ...]


def text_board(
    view: Mapping[str, Json], names: Names, targets: Mapping[str, Target] | None = None
) -> tuple[TextRow, ...]:
    targets = targets or {}
    ties = _ties(view, names)
    cells = {cell["name"]: cell for cell in view["hexes"]}
    rows: dict[int, list[TextHex]] = {}
    for cell in view["hexes"]:
        if cell["terrain"] != "river" or cell["name"] in targets:
            rows.setdefault(cell["row"], []).append(
                _hex(cell, cells, names, ties.get(cell["name"], ()), targets.get(cell["name"]))
            )
    return tuple(
        TextRow(letter=chr(ord("A") + row), hexes=tuple(hexes)) for row, hexes in rows.items()
    )


def _hex(
    cell: Mapping[str, Json],
    cells: Mapping[str, Mapping[str, Json]],
    names: Names,
    ties: Sequence[str],
    target: Target | None,
) -> TextHex:
    near = [cells[name] for name in cell["beside"]]
    owners = dict.fromkeys(
        names.get(other["seat"], "")
        for other in near
        if other["seat"] is not None and other["seat"] != cell["seat"]
    )
    return TextHex(
        name=cell["name"],
        terrain=terrain_name(cell["terrain"]),
        building=_building(cell, names),
        beside=", ".join(
            f"{other['name']} ({_building(other, names) or terrain_name(other['terrain'])})"
            for other in near
        ),
        ties=tuple(ties),
        gains=", ".join(owners),
        target=target,
    )


def _ties(view: Mapping[str, Json], names: Names) -> dict[str, list[str]]:
    """What a look at the board shows at once: bridges and towns, by hex."""
    out: dict[str, list[str]] = {}
    for bridge in view["bridges"]:
        for here, there in ((bridge["a"], bridge["b"]), (bridge["b"], bridge["a"])):
            out.setdefault(here, []).append(
                _("bridge of %(name)s to %(place)s")
                % {"name": names.get(bridge["seat"], ""), "place": there}
            )
    for seat in view["seats"]:
        for place in seat["in_town"]:
            out.setdefault(place, []).append(_("in a town"))
    return out


def _building(cell: Mapping[str, Json], names: Names) -> str:
    if cell["seat"] is None:
        return ""
    return _("%(building)s of %(name)s") % {
        "building": building_name(cell["building"]),
        "name": names.get(cell["seat"], ""),
    }
