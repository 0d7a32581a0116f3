"""The page of a group: standings, crosstable and outlook in one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.addresses import table_url
from leagues.models import Entry, LeagueTable
from leagues.presenters.numbers import percent_words, points_words
from leagues.presenters.ties import tie_sentence
from leagues.selectors.pages import GroupDetails
from leagues.standings import places_of, points_of

BARELY = 0.001
"""Less than any odds that are told."""


@dataclass(frozen=True)
class Cell:
    """One player at one table."""

    letter: str
    url: str
    place: int
    """0 while the table is played."""
    score: int | None
    note: str
    """Points of a finished table, or how far it is."""
    faction: str
    colour: str
    substitute: str
    live: bool
    final: bool


@dataclass(frozen=True)
class OutlookWords:
    up: str
    down: str
    up_mark: str
    """"sure", "out" or empty."""
    down_mark: str


@dataclass(frozen=True)
class GroupRow:
    place: int
    entry: Entry
    points: str
    bonus: str
    played: int
    total: int
    cells: tuple[Cell | None, ...]
    tie: str
    zone: str
    left: bool
    mine: bool
    outlook: OutlookWords | None
    heading: str
    """Of the zone that begins with this row."""
    heading_class: str


@dataclass(frozen=True)
class TableHead:
    letter: str
    url: str


@dataclass(frozen=True)
class Mine:
    """What the page says to one of its players."""

    heading: str
    outlook: str
    open_tables: tuple[Cell, ...]
    unsigned: tuple[Cell, ...]
    """Results that are not final yet."""


@dataclass(frozen=True)
class GroupPage:
    heads: tuple[TableHead, ...]
    rows: tuple[GroupRow, ...]
    has_outlook: bool
    exact: bool
    width: int
    mine: Mine | None


def group_page(details: GroupDetails, *, viewer_id: int | None) -> GroupPage:
    names = {pk: entry.user.username for pk, entry in details.entries.items()}
    cells = _cells(details)
    standing = [row for row in details.group.standing if row["entry"] in details.entries]
    odds = details.group.outlook.get("odds", {}) if details.season.is_on else {}
    begun = has_begun(standing)
    rows = []
    before = None
    for index, row in enumerate(standing):
        entry = details.entries[row["entry"]]
        zone = str(row["zone"]) if begun else ""
        heading = ""
        if begun and zone != before:
            heading = _heading(details, zone, index, standing)
        before = zone
        own = cells.get(entry.pk, {})
        rows.append(
            GroupRow(
                place=row["place"],
                entry=entry,
                points=points_words(row["points"]),
                bonus=points_words(entry.bonus) if entry.bonus != "0" else "",
                played=row["played"],
                total=len(own),
                cells=tuple(own.get(table.pk) for table in details.tables),
                tie=tie_sentence(row, names) if begun else "",
                zone=zone,
                left=row["left"],
                mine=entry.user_id == viewer_id,
                outlook=_outlook(odds.get(str(entry.pk))),
                heading=heading,
                heading_class={"up": "up", "down": "dn"}.get(zone, ""),
            )
        )
    return GroupPage(
        heads=tuple(TableHead(table.letter, table.get_absolute_url()) for table in details.tables),
        rows=tuple(rows),
        has_outlook=bool(odds),
        exact=bool(details.group.outlook.get("exact")),
        width=4 + len(details.tables) + bool(odds),
        mine=_mine(details, next((row for row in rows if row.mine), None)),
    )


def has_begun(standing: Iterable[Mapping[str, Any]]) -> bool:
    """Before the first result all are equal: there is nothing to go up or down for yet."""
    return any(row["played"] or row["points"] != "0" for row in standing)


def _mine(details: GroupDetails, row: GroupRow | None) -> Mine | None:
    """Place, what is possible, and where there is something to do, while the season runs."""
    if row is None or not details.season.is_on:
        return None
    own = [cell for cell in row.cells if cell is not None]
    still_open = tuple(cell for cell in own if cell.live)
    heading = ngettext(
        "Place %(place)s, %(count)s game still to play.",
        "Place %(place)s, %(count)s games still to play.",
        len(still_open),
    ) % {"place": row.place, "count": len(still_open)}
    if not still_open:
        heading = _("Place %(place)s, all your games are over.") % {"place": row.place}
    return Mine(
        heading=heading,
        outlook=_chances(row.outlook),
        open_tables=still_open,
        unsigned=tuple(cell for cell in own if not cell.live and not cell.final),
    )


def _chances(outlook: OutlookWords | None) -> str:
    """The two odds in a sentence."""
    if outlook is None:
        return ""
    if outlook.up_mark == "sure":
        return _("You go up for certain.")
    if outlook.down_mark == "sure":
        return _("You go down for certain.")
    if outlook.up_mark == outlook.down_mark == "out":
        return _("You stay for certain.")
    chances = []
    if outlook.up_mark != "out":
        chances.append(_("You go up in %(up)s of all endings.") % {"up": outlook.up})
    if outlook.down_mark != "out":
        chances.append(_("You go down in %(down)s of all endings.") % {"down": outlook.down})
    return " ".join(chances)


def _heading(details: GroupDetails, zone: str, index: int, standing: list[dict[str, Any]]) -> str:
    number = details.group.division.number
    if zone == "up":
        return _("Promotion to division %(number)s") % {"number": number - 1}
    if zone == "down":
        return _("Relegation to division %(number)s") % {"number": number + 1}
    if len({row["zone"] for row in standing}) == 1:
        return ""
    return _("Stay in division %(number)s") % {"number": number}


def _cells(details: GroupDetails) -> dict[int, dict[int, Cell]]:
    """By entry and table."""
    out: dict[int, dict[int, Cell]] = {}
    for table in details.tables:
        for pk, cell in table_cells(table, details).items():
            out.setdefault(pk, {})[table.pk] = cell
    return out


def table_cells(table: LeagueTable, details: GroupDetails) -> dict[int, Cell]:
    live = table.live or {}
    final = table.scores
    places, points = {}, {}
    if final is not None:
        scores = {int(pk): score for pk, score in final.items()}
        places, points = places_of(scores), points_of(scores, details.rules.points)
    game = table.game
    is_running = game is not None and game.is_running
    out = {}
    for seat in table.seats.all():
        pk, number = seat.entry_id, str(seat.number)
        if final is not None:
            note = _("%(points)s pts") % {"points": points_words(points[pk])}
        elif live.get("round"):
            note = _("round %(number)s") % {"number": live["round"]}
        else:
            note = _("set-up") if is_running else _("not begun")
        out[pk] = Cell(
            letter=table.letter,
            url=table.get_absolute_url() if final is not None or game is None else table_url(game),
            place=places[pk][0] if final is not None else 0,
            score=final[str(pk)] if final is not None else live.get("scores", {}).get(number),
            note=note,
            faction=live.get("factions", {}).get(number, ""),
            colour=live.get("colours", {}).get(number, ""),
            substitute=details.holders.get((table.game_id or 0, seat.number), ""),
            live=final is None,
            final=table.final_at is not None,
        )
    return out


def _outlook(odds: dict[str, Any] | None) -> OutlookWords | None:
    if odds is None:
        return None
    return OutlookWords(
        up=_odds_words(odds["up"], odds["up_is"]),
        down=_odds_words(odds["down"], odds["down_is"]),
        up_mark=odds["up_is"],
        down_mark=odds["down_is"],
    )


def _odds_words(share: float, mark: str) -> str:
    """What no sample has shown may happen all the same, unless it is settled."""
    return percent_words(share if mark else min(max(share, BARELY), 1 - BARELY))
