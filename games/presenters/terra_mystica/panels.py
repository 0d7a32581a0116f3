"""What lies around the board: cult tracks, power actions, supply, and a panel for each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.api import Event, Forecast, Json
from games.presenters.terra_mystica.board import colour_of
from games.presenters.terra_mystica.names import (
    ACTION_ICONS,
    ACTIONS,
    CULTS,
    ICONS,
    amounts,
    building_name,
    cult_name,
    faction_name,
    resource_name,
)
from games.presenters.terra_mystica.sources import source_name
from games.presenters.terra_mystica.tiles import Tile, tile_of

TOP = 10
BOWL_ROWS = ((45.0, 3), (37.0, 4), (29.0, 6))
"""Height and number of tokens from the bottom of a bowl up; beyond that the number must do."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A player's disc."""

    seat: int
    colour: str
    label: str
    number: int = 0
    """Of the news item that moved it here."""


@dataclass(frozen=True, kw_only=True)
class CultColumn:
    key: str
    name: str
    query: str = ""
    """Where choosing the track leads, if it may be chosen."""


@dataclass(frozen=True, kw_only=True)
class CultRow:
    step: int
    power: int
    cells: tuple[tuple[Chip, ...], ...]


@dataclass(frozen=True, kw_only=True)
class CultBoard:
    columns: tuple[CultColumn, ...]
    rows: tuple[CultRow, ...]
    orders: tuple[tuple[Chip | int, ...], ...]
    """For each cult its places for priests: who stands there, or the steps of a free one."""


def chips_of(view: Mapping[str, Json]) -> dict[int, Chip]:
    return {
        seat["seat"]: Chip(seat["seat"], colour_of(seat), faction_name(seat["faction"]))
        for seat in view["seats"]
    }


def cult_board(
    view: Mapping[str, Json],
    *,
    news: Mapping[tuple[int, str], int] | None = None,
    queries: Mapping[str, str] | None = None,
) -> CultBoard:
    """`news`: (seat, cult) -> number of the news item."""
    chips, news, queries = chips_of(view), news or {}, queries or {}
    seated = [seat["seat"] for seat in view["seats"] if seat["faction"]]
    power = view["cult_power"]

    def cell(cult: Mapping[str, Json], step: int) -> tuple[Chip, ...]:
        return tuple(
            Chip(seat, chips[seat].colour, chips[seat].label, news.get((seat, cult["cult"]), 0))
            for seat in seated
            if cult["positions"][seat] == step
        )

    return CultBoard(
        columns=tuple(
            CultColumn(
                key=cult["cult"], name=cult_name(cult["cult"]), query=queries.get(cult["cult"], "")
            )
            for cult in view["cults"]
        ),
        rows=tuple(
            CultRow(
                step=step,
                power=power.get(str(step), 0),
                cells=tuple(cell(cult, step) for cult in view["cults"]),
            )
            for step in range(TOP, -1, -1)
        ),
        orders=tuple(
            tuple(
                (3 if index == 0 else 2) if seat is None else chips[seat]
                for index, seat in enumerate(cult["spaces"])
            )
            for cult in view["cults"]
        ),
    )


@dataclass(frozen=True, kw_only=True)
class PowerAction:
    key: str
    name: str
    icon: str
    power: int
    state: str
    """"free", "taken", "chosen"."""
    by: Chip | None = None
    query: str = ""
    burn: str = ""
    """What to burn first, in words; then `query` does both."""


def power_actions(
    view: Mapping[str, Json],
    *,
    queries: Mapping[str, str] | None = None,
    chosen: Iterable[str] = (),
    taken_by: Mapping[str, int] | None = None,
    burns: Mapping[str, tuple[str, str]] | None = None,
) -> tuple[PowerAction, ...]:
    """`burns`: what to burn, and the query that does it and takes the action."""
    chips, queries, taken_by = chips_of(view), queries or {}, taken_by or {}
    burns = burns or {}
    out = []
    for row in view["actions"]:
        key = row["action"]
        state = "taken" if row["taken"] else "free"
        if key in chosen:
            state = "chosen"
        out.append(
            PowerAction(
                key=key,
                name=str(ACTIONS[key]),
                icon=ACTION_ICONS[key],
                power=row["power"],
                state=state,
                by=chips.get(taken_by.get(key, -1)),
                query=queries.get(key) or burns.get(key, ("", ""))[1],
                burn="" if key in queries else burns.get(key, ("", ""))[0],
            )
        )
    return tuple(out)


@dataclass(frozen=True, kw_only=True)
class Supply:
    cards: tuple[Tile, ...]
    favors: tuple[Tile, ...]
    towns: tuple[Tile, ...]


def supply(view: Mapping[str, Json], *, queries: Mapping[str, str] | None = None) -> Supply:
    printed, queries = view["tiles"], queries or {}
    return Supply(
        cards=tuple(
            tile_of(row["card"], printed, coins=row["coins"], query=queries.get(row["card"], ""))
            for row in view["cards"]
        ),
        favors=tuple(
            tile_of(key, printed, count=left, query=queries.get(key, ""))
            for key, left in view["favors"].items()
            if left
        ),
        towns=tuple(
            tile_of(key, printed, count=left, query=queries.get(key, ""))
            for key, left in view["towns"].items()
            if left
        ),
    )


@dataclass(frozen=True, kw_only=True)
class Bowl:
    name: str
    count: int
    x: int
    tokens: tuple[tuple[float, float], ...]


def bowl_of(index: int, count: int) -> Bowl:
    tokens: list[tuple[float, float]] = []
    left = count
    for height, room in BOWL_ROWS:
        here = min(left, room)
        first = 27 - 4.2 * (here - 1)
        tokens += [(round(first + 8.4 * n, 1), height) for n in range(here)]
        left -= here
    return Bowl(name=("I", "II", "III")[index], count=count, x=57 * index, tokens=tuple(tokens))


@dataclass(frozen=True, kw_only=True)
class Stock:
    """A resource with its income."""

    key: str
    name: str
    icon: str
    count: int
    income: int
    most: int = 0
    """For priests: how many may be held."""


@dataclass(frozen=True, kw_only=True)
class Piece:
    key: str
    name: str
    built: int
    total: int

    @property
    def left(self) -> int:
        return self.total - self.built


@dataclass(frozen=True, kw_only=True)
class Track:
    level: int
    most: int
    note: str

    @property
    def pips(self) -> tuple[bool, ...]:
        return tuple(number < self.level for number in range(self.most))


@dataclass(frozen=True, kw_only=True)
class Forecasted:
    """One source of an income or of points at the pass."""

    source: str
    amount: str


@dataclass(frozen=True, kw_only=True)
class PlayerPanel:
    seat: int
    chip: Chip
    faction: str
    vp: int
    stocks: tuple[Stock, ...] = ()
    bowls: tuple[Bowl, ...] = ()
    power_income: int = 0
    pieces: tuple[Piece, ...] = ()
    shipping: Track | None = None
    digging: Track | None = None
    flight: int = 0
    tiles: tuple[Tile, ...] = ()
    keys: int = 0
    bridges: int = 0
    passed: bool = False
    dropped: bool = False
    at_pass: int = 0
    at_pass_rows: tuple[Forecasted, ...] = ()
    income_rows: tuple[Forecasted, ...] = ()
    spaces: tuple[tuple[str, bool], ...] = ()
    home: str = ""
    chosen_faction: bool = field(default=True)

    @property
    def power_label(self) -> str:
        one, two, three = (bowl.count for bowl in self.bowls)
        return _("Power: %(one)s in bowl one, %(two)s in bowl two, %(three)s in bowl three") % {
            "one": one,
            "two": two,
            "three": three,
        }


def player_panel(
    view: Mapping[str, Json], seat: Mapping[str, Json], forecast: Forecast | None
) -> PlayerPanel:
    chip = chips_of(view)[seat["seat"]]
    numbers = seat["numbers"]
    if not seat["faction"]:
        return PlayerPanel(
            seat=seat["seat"],
            chip=chip,
            faction=faction_name(""),
            vp=numbers["vp"],
            chosen_faction=False,
            dropped=seat["dropped"],
        )
    income = income_of(forecast)
    digging = seat["digging"]
    return PlayerPanel(
        seat=seat["seat"],
        chip=chip,
        faction=faction_name(seat["faction"]),
        vp=numbers["vp"],
        stocks=tuple(
            Stock(
                key=key,
                name=resource_name(key),
                icon=ICONS[key],
                count=numbers[key],
                income=income.get(key, 0),
                most=numbers["priest_limit"] if key == "p" else 0,
            )
            for key in ("c", "w", "p")
        ),
        bowls=tuple(bowl_of(index, numbers[f"p{index + 1}"]) for index in range(3)),
        power_income=income.get("pw", 0),
        pieces=tuple(
            Piece(key=key, name=building_name(key), built=built, total=total)
            for key, built, total in seat["pieces"]
        ),
        shipping=_shipping(seat["shipping"]),
        digging=None
        if digging is None
        else Track(
            level=digging["level"],
            most=digging["most"],
            note=_("%(price)s a spade") % {"price": amounts(digging["spade"])},
        ),
        flight=seat["flight"],
        tiles=tuple(_own_tiles(view, seat)),
        keys=numbers["keys"],
        bridges=numbers["bridges"],
        passed=seat["passed"],
        dropped=seat["dropped"],
        at_pass=points_at_pass(forecast),
        at_pass_rows=_rows(forecast.at_pass if forecast else ()),
        income_rows=_rows(forecast.income if forecast else ()),
        spaces=tuple(
            (str(ACTIONS.get(space["space"], space["name"])), space["used"])
            for space in seat["spaces"]
            if space["space"].startswith("ACT")
        ),
        home=seat["home"],
    )


def _shipping(shipping: Mapping[str, Json]) -> Track:
    extra = shipping["reach"] - shipping["level"]
    note = _("%(reach)s with the card") % {"reach": shipping["reach"]} if extra else ""
    return Track(level=shipping["level"], most=shipping["most"], note=note)


def _own_tiles(view: Mapping[str, Json], seat: Mapping[str, Json]) -> Iterable[Tile]:
    printed, used = view["tiles"], seat["used"]
    if seat["card"]:
        yield tile_of(seat["card"], printed, used=seat["card"] in used)
    for key in seat["favors"]:
        yield tile_of(key, printed, used=key in used)
    for key in seat["towns"]:
        yield tile_of(key, printed)


def income_of(forecast: Forecast | None) -> dict[str, int]:
    """The next income, added up."""
    total: dict[str, int] = {}
    for event in forecast.income if forecast else ():
        for kind, count in event.delta.items():
            total[kind] = total.get(kind, 0) + count
    return total


def points_at_pass(forecast: Forecast | None) -> int:
    return sum(event.delta.get("vp", 0) for event in forecast.at_pass) if forecast else 0


def _rows(events: Sequence[Event]) -> tuple[Forecasted, ...]:
    return tuple(
        Forecasted(
            source=source_name(event.source.removeprefix("income:")), amount=amounts(event.delta)
        )
        for event in events
        if event.delta
    )


def taken_by(moves: Iterable[Iterable[Event]]) -> dict[str, int]:
    """Who took which power action in the round that is going on."""
    out: dict[str, int] = {}
    for events in moves:
        for event in events:
            if event.kind == "round-began":
                out.clear()
            elif (
                event.kind == "space-used" and event.facts.get("shared") and event.seat is not None
            ):
                out[event.facts["space"]] = event.seat
    return out


def turn_order(view: Mapping[str, Json]) -> list[int]:
    """Seats as they sit in this round; those not yet in the order come last."""
    order = [int(seat) for seat in view["order"]]
    return order + [s["seat"] for s in view["seats"] if s["seat"] not in order]


CULT_KEYS = tuple(CULTS)
