"""What an action of an organiser is, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from leagues.errors import NotNow
from leagues.models import (
    AnyTable,
    Contender,
    Entry,
    Group,
    LeagueTable,
    Season,
    TournamentTable,
)
from leagues.notices import players_now, table_notice
from leagues.plans import Notice, Plan
from leagues.words import Words, said

Wish = Mapping[str, Any]
"""What the form of an action asked for."""


@dataclass(frozen=True)
class Doing:
    """What an action is given."""

    by: User
    reason: str
    wish: Wish
    table: AnyTable | None = None
    entry: Entry | None = None
    group: Group | None = None
    contender: Contender | None = None
    season: Season | None = None

    @property
    def at_table(self) -> AnyTable:
        assert self.table is not None
        return self.table

    @property
    def at_league_table(self) -> LeagueTable:
        assert isinstance(self.table, LeagueTable)
        return self.table

    @property
    def at_cup_table(self) -> TournamentTable:
        assert isinstance(self.table, TournamentTable)
        return self.table

    def tell_table(
        self, key: str, title: Words, *words: Words, kind: str = "season-news"
    ) -> Notice:
        """Everybody at the table reads what was done, by whom and why."""
        return table_notice(
            self.at_table,
            players_now(self.at_table),
            kind=kind,
            key=key,
            title=title,
            words=(
                *words,
                said(_("%(name)s: %(reason)s"), name=self.by.username, reason=self.reason),
            ),
        )


@dataclass(frozen=True)
class Action:
    """One thing an organiser can do."""

    key: str
    target: str
    """"table", "entry", "group" or "season"; "contender" in a tournament."""
    label: Words
    plan: Callable[[Doing], Plan]
    facts: Callable[[Doing], dict[str, Any]] = lambda doing: {}
    """What the record keeps besides who, why and when."""


def running(table: AnyTable) -> Game:
    if table.game is None or not table.game.is_running:
        raise NotNow()
    return table.game


def stamp(doing: Doing) -> str:
    """So that the same action may be told again later, but not twice for one click."""
    if isinstance(doing.table, LeagueTable):
        return f"{doing.table.acts.count()}"
    if doing.table is not None:
        return f"{doing.table.round.tournament.acts.count()}"
    if doing.season is not None:
        return f"{doing.season.acts.count()}"
    group = doing.group or (doing.entry.group if doing.entry else None)
    return f"{group.division.season.acts.count()}" if group else "0"
