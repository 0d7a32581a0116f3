"""The board as shapes: one drawing for the page, history, small boards and the mail's picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.api import Event, Json
from games.presenters.terra_mystica import geometry
from games.presenters.terra_mystica.names import building_name, faction_name, terrain_name

VARIABLE = ("", "variable")


@dataclass(frozen=True, kw_only=True)
class Target:
    """A hex that may be chosen: where the link leads, and what is written on it."""

    query: str
    label: str
    chip: str = ""
    """Short text under the glyph: the spades needed."""
    several: bool = False
    """Choosing it opens a choice."""


@dataclass(frozen=True, kw_only=True)
class Marks:
    """What is drawn on top of a position."""

    targets: Mapping[str, Target] = field(default_factory=dict)
    bridges: Mapping[tuple[str, str], Target] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    """Hexes of the move being composed."""
    news: Mapping[str, int] = field(default_factory=dict)
    """Hex -> number of the news item."""
    dims: bool = False
    """A place is being chosen: what cannot be chosen steps back."""


NO_MARKS = Marks()


@dataclass(frozen=True, kw_only=True)
class HexShape:
    name: str
    x: float
    y: float
    terrain: str
    label: str
    art: SafeString
    """Ground, texture, sign and name."""
    piece: str = ""
    colour: str = ""
    """The owner's colour; "" where nobody built."""
    state: str = ""
    """"dim" while something else is to be chosen, "legal" where it may be."""
    target: Target | None = None
    chosen: bool = False
    row: int = 0
    column: int = 0


@dataclass(frozen=True, kw_only=True)
class Board:
    top: int
    width: int
    height: int
    rivers: tuple[HexShape, ...]
    land: tuple[HexShape, ...]
    towns: tuple[dict[str, Json], ...]
    bridges: tuple[dict[str, Json], ...]
    sites: tuple[dict[str, Json], ...]
    news: tuple[dict[str, Json], ...]
    label: str

    @property
    def targets(self) -> tuple[HexShape, ...]:
        return tuple(h for h in (*self.land, *self.rivers) if h.target is not None)

    @property
    def chosen(self) -> tuple[HexShape, ...]:
        return tuple(h for h in self.land if h.chosen)

    @property
    def pieces(self) -> tuple[HexShape, ...]:
        return tuple(h for h in self.land if h.piece)


def colour_of(seat: Mapping[str, Json]) -> str:
    """The colour of a player's pieces: home terrain where the board has no colour of its own."""
    colour = str(seat.get("colour", ""))
    return str(seat.get("chosen") or "") if colour in VARIABLE else colour


def board_of(view: Mapping[str, Json], marks: Marks = NO_MARKS) -> Board:
    """All shapes of a position."""
    hexes = view["hexes"]
    colours = {seat["seat"]: colour_of(seat) for seat in view["seats"]}
    factions = {seat["seat"]: seat["faction"] for seat in view["seats"]}
    where = {h["name"]: (h["row"], h["column"]) for h in hexes}
    terrains = {key: terrain_name(key) for key in {h["terrain"] for h in hexes}}
    shapes = [_shape(h, colours, factions, terrains, marks) for h in hexes]
    top, width, height = geometry.frame(where.values())
    return Board(
        top=top,
        width=width,
        height=height,
        rivers=tuple(shape for shape in shapes if shape.terrain == "river"),
        land=tuple(shape for shape in shapes if shape.terrain != "river"),
        towns=tuple(_towns(view, where, colours)),
        bridges=tuple(_bridges(view, where, colours)),
        sites=tuple(_sites(marks, where)),
        news=tuple(
            {"place": place, "x": x + 20, "y": y - 19, "number": number}
            for place, number in marks.news.items()
            if place in where
            for x, y in [geometry.centre(*where[place])]
        ),
        label=_("Game board, %(count)s hexes")
        % {"count": sum(shape.terrain != "river" for shape in shapes)},
    )


def _shape(
    cell: Mapping[str, Json],
    colours: Mapping[int, str],
    factions: Mapping[int, str],
    terrains: Mapping[str, str],
    marks: Marks,
) -> HexShape:
    x, y = geometry.centre(cell["row"], cell["column"])
    name, terrain, piece = cell["name"], cell["terrain"], cell["building"] or ""
    target = marks.targets.get(name)
    chosen = name in marks.chosen
    label = f"{name}, {terrains[terrain]}"
    if piece:
        owner = faction_name(factions[cell["seat"]])
        label = f"{label}, {building_name(piece)}, {owner}"
    if target is not None:
        label = f"{label}: {target.label}"
    glyph = (-7.0, 15.0, 14) if piece else (-8.5, -13.0, 17) if target else (-12.0, -9.0, 24)
    occupied_or_marked = bool(piece or target or chosen)
    return HexShape(
        name=name,
        x=x,
        y=y,
        terrain=terrain,
        label=label,
        piece=piece,
        colour=colours.get(cell["seat"], "") if piece else "",
        state="legal" if target else "dim" if marks.dims and not occupied_or_marked else "",
        target=target,
        chosen=chosen,
        art=_art(name, terrain, glyph),
        row=cell["row"],
        column=cell["column"],
    )


@lru_cache(maxsize=4096)
def _art(name: str, terrain: str, glyph: tuple[float, float, int]) -> SafeString:
    """The same few pieces for every board of a map, so they are made once."""
    x, y, size = glyph
    return format_html(
        '<use href="#hx" class="hx t-{0}"/><use href="#hx" class="pt" fill="url(#p-{0})"/>'
        '<svg class="gl k-{0}" x="{1}" y="{2}" width="{3}" height="{3}"><use href="#t-{0}"/></svg>'
        '<text class="lb k-{0}" y="-17">{4}</text>',
        terrain,
        x,
        y,
        size,
        name,
    )


def _towns(
    view: Mapping[str, Json], where: Mapping[str, tuple[int, int]], colours: Mapping[int, str]
) -> Iterable[dict[str, Json]]:
    for seat in view["seats"]:
        in_town = set(seat["in_town"])
        for cluster in seat["clusters"]:
            places = [place for place in cluster if place in in_town]
            if places:
                x, y = geometry.centre(*where[places[0]])
                yield {
                    "path": geometry.outline(where[place] for place in places),
                    "colour": colours[seat["seat"]],
                    "x": x + 20,
                    "y": y + 19,
                }


def _bridges(
    view: Mapping[str, Json], where: Mapping[str, tuple[int, int]], colours: Mapping[int, str]
) -> Iterable[dict[str, Json]]:
    for bridge in view["bridges"]:
        ends = geometry.centre(*where[bridge["a"]]), geometry.centre(*where[bridge["b"]])
        x1, y1, x2, y2 = geometry.span(*ends)
        yield {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "colour": colours.get(bridge["seat"], "")}


def _sites(marks: Marks, where: Mapping[str, tuple[int, int]]) -> Iterable[dict[str, Json]]:
    """Places where a bridge may be built, to be chosen on the board."""
    for (a, b), target in marks.bridges.items():
        if a in where and b in where:
            ends = geometry.centre(*where[a]), geometry.centre(*where[b])
            x1, y1, x2, y2 = geometry.span(*ends)
            yield {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "target": target}


def places_in(events: Iterable[Event]) -> list[str]:
    """Hexes that events touched."""
    out: list[str] = []
    for event in events:
        place = event.facts.get("place")
        if isinstance(place, str):
            out.append(place)
        elif event.kind == "bridge-built":
            out.append(event.facts["bridge"]["b"])
        elif event.kind == "river-spanned":
            out.append(event.facts["river"])
    return list(dict.fromkeys(out))
