"""What is printed on tiles, as short rows of numbers and icons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.api import Json
from games.presenters.terra_mystica.names import (
    BONUS_CARDS,
    CULTS,
    FINAL_TILES,
    ICONS,
    building_name,
    cult_name,
    resource_name,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A number, an icon, or both."""

    text: str = ""
    icon: str = ""
    label: str = ""
    """What the icon says to who does not see it."""
    css: str = ""


def thing(kind: str, count: int | str = "", *, plus: bool = False) -> Part:
    """ "+3 coins" as a part."""
    text = f"+{count}" if plus else str(count)
    if kind in CULTS:
        return Part(text, ICONS[kind], cult_name(kind), f"cu c-{kind}")
    if kind in ("D", "TP", "TE", "SH", "SA"):
        return Part(text, f"b-{kind}", building_name(kind), "bi")
    labels = {"SPADE": _("spade"), "TOWN": _("town"), "priests": resource_name("p")}
    return Part(text, ICONS.get(kind, ""), labels.get(kind) or resource_name(kind), "rs")


def bag(values: Mapping[str, int], *, plus: bool = False) -> tuple[Part, ...]:
    return tuple(thing(kind, count, plus=plus) for kind, count in values.items() if count)


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A tile to be drawn."""

    key: str
    kind: str
    """"bonus", "favor", "town"."""
    title: str = ""
    head: tuple[Part, ...] = ()
    rows: tuple[tuple[Part, ...], ...] = ()
    count: int | None = None
    coins: int = 0
    used: bool = False
    query: str = ""
    """Where choosing it leads, if it may be chosen."""
    label: str = ""

    @property
    def css(self) -> str:
        return {"bonus": "bon", "favor": "fav", "town": "twn"}[self.kind]


def tile_of(
    key: str,
    printed: Mapping[str, Mapping[str, Json]],
    *,
    count: int | None = None,
    coins: int = 0,
    used: bool = False,
    query: str = "",
) -> Tile:
    facts = printed[key]
    make = {"bonus": _bonus, "favor": _favor, "town": _town}[str(facts["kind"])]
    title, head, rows = make(key, facts)
    spoken = ", ".join(f"{part.text} {part.label}".strip() for row in (head, *rows) for part in row)
    return Tile(
        key=key,
        kind=str(facts["kind"]),
        title=title,
        head=head,
        rows=rows,
        count=count,
        coins=coins,
        used=used,
        query=query,
        label=f"{title} {key}: {spoken}".strip(),
    )


Drawn = tuple[str, tuple[Part, ...], tuple[tuple[Part, ...], ...]]


def _action(facts: Mapping[str, Json]) -> tuple[Part, ...]:
    action = facts.get("action")
    if not action:
        return ()
    what = (
        Part(str(action["spades"]), "r-spade", _("spade"))
        if action["spades"]
        else Part(str(action["steps"]), "r-cult", _("cult step"))
    )
    return (Part("", "a-special", _("action"), "acti"), what)


def _bonus(key: str, facts: Mapping[str, Json]) -> Drawn:
    rows = [bag(facts.get("income", {}), plus=True)]
    if facts.get("shipping"):
        rows.append((thing("shipping", facts["shipping"], plus=True),))
    if action := _action(facts):
        rows.append(action)
    pass_vp = facts.get("pass_vp", [])
    if pass_vp:
        things = tuple(thing(what) for what, _points in pass_vp)
        rows.append((Part(_("pass:")), thing("vp", pass_vp[0][1]), Part(_("per")), *things))
    return str(BONUS_CARDS[key]), (), tuple(rows)


def _favor(key: str, facts: Mapping[str, Json]) -> Drawn:
    head = (thing(facts["cult"], facts["steps"], plus=True),)
    rows: list[tuple[Part, ...]] = []
    if facts.get("income"):
        rows.append(bag(facts["income"], plus=True))
    if action := _action(facts):
        rows.append(action)
    for what, points in facts.get("built_vp", {}).items():
        rows.append((thing(what), Part("→"), thing("vp", points)))
    if steps := facts.get("trading_posts_vp"):
        low, high = steps[1], steps[-1]
        rows.append((Part(_("pass:")), thing("vp", f"{low}–{high}"), Part(_("for")), thing("TP")))
    if facts.get("town_power"):
        rows.append((Part(_("towns from %(power)s") % {"power": facts["town_power"]}),))
    if not rows:
        rows.append((Part(_("steps only"), css="muted"),))
    return "", head, tuple(rows)


def _town(key: str, facts: Mapping[str, Json]) -> Drawn:
    gain = dict(facts.get("gain", {}))
    head = (thing("vp", gain.pop("vp", 0)),)
    rows: list[tuple[Part, ...]] = [bag(gain)] if gain else []
    if steps := facts.get("steps"):
        rows.append((Part(str(steps)), *(thing(cult) for cult in CULTS)))
    if facts.get("shipping"):
        rows.append((thing("shipping", facts["shipping"], plus=True),))
    if facts.get("keys", 1) > 1:
        rows.append((thing("keys", facts["keys"]),))
    return "", head, tuple(rows)


@dataclass(frozen=True, kw_only=True)
class RoundTile:
    """One round of the strip above the board."""

    number: int
    state: str
    """"past", "now" or ""."""
    scores: tuple[Part, ...]
    vp: Part
    bonus: tuple[Part, ...] = field(default=())
    last: bool = False
    extra: str = ""
    """Tiles that score at the end, by name; on the last one."""


def rounds_of(view: Mapping[str, Json]) -> tuple[RoundTile, ...]:
    return tuple(_round(row, view) for row in view["scoring"])


def round_now(view: Mapping[str, Json]) -> RoundTile | None:
    """The one that is being played."""
    return next((_round(row, view) for row in view["scoring"] if row["current"]), None)


def _round(row: Mapping[str, Json], view: Mapping[str, Json]) -> RoundTile:
    facts, last = view["tiles"][row["tile"]], row["round"] == view["rounds"]
    reward: Iterable[Part] = bag(facts.get("reward", {}))
    if facts.get("spades"):
        reward = (thing("spades", facts["spades"]),)
    return RoundTile(
        number=row["round"],
        state="now" if row["current"] else "past" if row["past"] else "",
        scores=tuple(thing(what) for what in facts["scores"]),
        vp=thing("vp", facts["vp"]),
        bonus=() if last else (thing(facts["cult"], facts["every"]), Part("→"), *reward),
        last=last,
        extra=", ".join(str(FINAL_TILES.get(key, key)) for key in view["final"]) if last else "",
    )
