"""What a line would do: numbers before and after, points with their sources, what to beware of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.api import Event, Forecast, Json, Message
from games.presenters.terra_mystica.names import ICONS, amount, resource_name, sign
from games.presenters.terra_mystica.notes import LOSSES, note_sentence
from games.presenters.terra_mystica.panels import Chip, income_of
from games.presenters.terra_mystica.sentences import Names, gained
from games.presenters.terra_mystica.sources import source_name
from games.presenters.terra_mystica.tiles import Part, thing

NOTE_ICONS = {"town": "r-town", "card-returns": "u-undo"}
SHORT = {"c": "c", "w": "w", "p": "p", "pw": "pw"}


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A number before and after."""

    key: str
    name: str
    icon: str
    change: int
    before: str
    after: str
    words: tuple[str, str] = ("", "")
    """Before and after in a sentence, where the cell itself holds abbreviations."""
    parts: tuple[Part, ...] = ()
    """Each change by itself, where several things change at once and their sum says nothing."""

    @property
    def is_changed(self) -> bool:
        return bool(self.change or self.parts)

    @property
    def signed(self) -> str:
        return "" if self.parts else sign(self.change)

    @property
    def css(self) -> str:
        return "pos" if self.change > 0 else "neg" if self.change < 0 else ""


@dataclass(frozen=True, kw_only=True)
class Effect:
    """Something else worth knowing."""

    text: str
    icon: str = ""
    chip: Chip | None = None
    warning: bool = False


@dataclass(frozen=True, kw_only=True)
class Preview:
    cells: tuple[Cell, ...]
    effects: tuple[Effect, ...]

    @property
    def spoken(self) -> str:
        """For the live region: only what changes."""
        return ", ".join(
            _("%(name)s %(before)s to %(after)s")
            % {
                "name": cell.name,
                "before": cell.words[0] or cell.before,
                "after": cell.words[1] or cell.after,
            }
            for cell in self.cells
            if cell.is_changed
        )

    @property
    def changes(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.change and cell.key != "income")


def preview_of(
    *,
    seat: Mapping[str, Json],
    after: Mapping[str, Json],
    events: Sequence[Event],
    forecasts: tuple[Forecast, Forecast],
    warnings: Iterable[Message],
    names: Names,
    chips: Mapping[int, Chip],
) -> Preview:
    """`seat` and `after` are the seat in the view before and after the line."""
    number = int(seat["seat"])
    change = gained(_own_turn(events), number)
    before = seat["numbers"]
    cells = [_cell(key, change.get(key, 0), before[key]) for key in ("c", "w", "vp")]
    cells.append(_power(before, change, events, number))
    cells.append(_cell("p", change.get("p", 0), before["p"]))
    cells.append(_income(*forecasts))
    effects = [*_points(events, number), *_towns(seat, after), *_notes(warnings, names, chips)]
    return Preview(cells=tuple(cells), effects=tuple(effects))


def _own_turn(events: Sequence[Event]) -> list[Event]:
    """Until a new round begins: its income is not what the move brought."""
    out: list[Event] = []
    for event in events:
        if event.kind == "phase-began" and event.facts.get("phase") not in ("play", "cards"):
            break
        out.append(event)
    return out


def _cell(key: str, change: int, before: int) -> Cell:
    return Cell(
        key=key,
        name=resource_name(key),
        icon=ICONS[key],
        change=change,
        before=str(before),
        after=str(before + change),
    )


def _power(
    before: Mapping[str, int], change: Mapping[str, int], events: Iterable[Event], seat: int
) -> Cell:
    bowls = ("p1", "p2", "p3")
    power = sum(
        event.facts.get("pw", 0)
        for event in events
        if event.seat == seat and event.kind == "changed"
    )
    return Cell(
        key="pw",
        name=resource_name("pw"),
        icon=ICONS["pw"],
        change=power or sum(change.get(bowl, 0) for bowl in bowls),
        before="/".join(str(before[bowl]) for bowl in bowls),
        after="/".join(str(before[bowl] + change.get(bowl, 0)) for bowl in bowls),
    )


def effect_of_power(before: Mapping[str, int], events: Sequence[Event], seat: int) -> str:
    """ "Bowls 3/6/0 become 1/8/0, 33 points become 31": what taking power would do."""
    change = gained(_own_turn(events), seat)
    power = _power(before, change, events, seat)
    words = {"before": power.before, "after": power.after}
    if not change.get("vp"):
        return _("Bowls %(before)s become %(after)s.") % words
    points = before["vp"] + change["vp"]
    return _("Bowls %(before)s become %(after)s, points %(vp)s become %(points)s.") % {
        **words,
        "vp": before["vp"],
        "points": points,
    }


def _income(before: Forecast, after: Forecast) -> Cell:
    old, new = income_of(before), income_of(after)
    changes = {kind: new.get(kind, 0) - old.get(kind, 0) for kind in SHORT}
    changed = [kind for kind, count in changes.items() if count]
    kinds = changed or ["w"]
    several = len(changed) > 1
    return Cell(
        key="income",
        name=_("income"),
        icon=ICONS["c" if several else kinds[0]],
        change=0 if several else changes[kinds[0]],
        parts=tuple(thing(kind, sign(changes[kind])) for kind in changed) if several else (),
        before=" ".join(f"{old.get(kind, 0)}{SHORT[kind]}" for kind in kinds),
        after=" ".join(f"{new.get(kind, 0)}{SHORT[kind]}" for kind in kinds),
        words=(_said(old, kinds), _said(new, kinds)),
    )


def _said(bag: Mapping[str, int], kinds: Iterable[str]) -> str:
    return " + ".join(amount(kind, bag.get(kind, 0)) for kind in kinds)


def _points(events: Iterable[Event], seat: int) -> list[Effect]:
    parts = [
        f"{sign(event.delta['vp'])} {source_name(event.source)}"
        for event in events
        if event.seat == seat and event.delta.get("vp") and event.kind == "changed"
    ]
    return [Effect(text=", ".join(parts), icon="r-vp")] if parts else []


def _towns(before: Mapping[str, Json], after: Mapping[str, Json]) -> list[Effect]:
    """How near a town came by the move: groups that grew and are none yet."""
    old = {tuple(group["places"]) for group in before.get("growth", [])}
    needs = after.get("town_needs")
    return [
        Effect(
            text=_(
                "%(places)s: %(buildings)s of %(all)s buildings, %(power)s of %(needed)s power"
                " for a town"
            )
            % {
                "places": "–".join(group["places"]),
                "buildings": group["buildings"],
                "all": needs["buildings"],
                "power": group["power"],
                "needed": needs["power"],
            },
            icon="r-town",
        )
        for group in after.get("growth", [])
        if needs and not group["town"] and tuple(group["places"]) not in old
    ]


def _notes(
    warnings: Iterable[Message], names: Names, chips: Mapping[int, Chip]
) -> Iterable[Effect]:
    for message in warnings:
        chip = chips.get(message.facts.get("seat", -1)) if message.code == "offers-power" else None
        icon = "" if chip else NOTE_ICONS.get(message.code, "u-warn")
        yield Effect(
            text=note_sentence(message, names),
            icon=icon,
            chip=chip,
            warning=message.code in LOSSES,
        )
