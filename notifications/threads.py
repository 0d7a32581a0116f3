"""Threads of leagues, seasons, divisions and tournaments: leagues and forum stay strangers."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from forum.models import Category
from forum.subjects import Subject, register_subject
from leagues.models import Division, League, Season, Tournament

CATEGORY = "leagues"


class LeagueSubject(Subject):
    """Something of a league, under its number. All of it is for everybody to read."""

    way_back = _("To the league")
    model: type[Model] = League
    related: tuple[str, ...] = ()

    def found(self, key: str) -> Any:
        if not key.isdecimal() or len(key) > 18:
            return None
        rows = self.model._default_manager.all()
        return (rows.select_related(*self.related) if self.related else rows).filter(pk=key).first()

    def title(self, key: str) -> str:
        return str(self.found(key) or "")

    def address(self, key: str) -> str:
        found = self.found(key)
        return str(found.get_absolute_url()) if found else "/leagues/"

    def category(self, key: str) -> Category:
        """Made when it is first needed; operators may rename, order and close it."""
        values = {
            "name": "Leagues",
            "name_cs": "Ligy",
            "name_pl": "Ligi",
            "description": "Leagues and their seasons.",
            "description_cs": "Ligy a jejich sezony.",
            "description_pl": "Ligi i ich sezony.",
            "order": 80,
        }
        return Category.objects.get_or_create(slug=CATEGORY, defaults=values)[0]

    def listed(self, key: str) -> bool:
        return True

    def may_read(self, key: str, viewer: User | None) -> bool:
        return self.found(key) is not None


class LeagueThread(LeagueSubject):
    kind = "league"


class SeasonThread(LeagueSubject):
    kind = "season"
    model = Season
    related = ("league",)
    way_back = _("To the season")


class DivisionThread(LeagueSubject):
    kind = "division"
    model = Division
    related = ("season__league",)
    way_back = _("To the season")

    def title(self, key: str) -> str:
        division = self.found(key)
        return f"{division.season}, {division}" if division else ""

    def address(self, key: str) -> str:
        division = self.found(key)
        return str(division.season.get_absolute_url()) if division else "/leagues/"


class TournamentThread(LeagueSubject):
    kind = "tournament"
    model = Tournament
    way_back = _("To the tournament")


def register_threads() -> None:
    for subject in (LeagueThread(), SeasonThread(), DivisionThread(), TournamentThread()):
        register_subject(subject)
