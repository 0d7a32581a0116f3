"""Leagues and everything that is kept about them."""

from leagues.models.acts import Act, Message
from leagues.models.leagues import League, Organiser, Substitute
from leagues.models.seasons import Division, Entry, Group, Season
from leagues.models.tables import LeagueTable, Ruling, TableSeat
from leagues.models.tournaments import (
    Contender,
    Tournament,
    TournamentAct,
    TournamentOrganiser,
    TournamentRound,
    TournamentSeat,
    TournamentTable,
)

AnyTable = LeagueTable | TournamentTable
"""A table of a contest: an ordinary game whose result counts elsewhere."""

__all__ = [
    "Act",
    "AnyTable",
    "Contender",
    "Division",
    "Entry",
    "Group",
    "League",
    "LeagueTable",
    "Message",
    "Organiser",
    "Ruling",
    "Season",
    "Substitute",
    "TableSeat",
    "Tournament",
    "TournamentAct",
    "TournamentOrganiser",
    "TournamentRound",
    "TournamentSeat",
    "TournamentTable",
]
