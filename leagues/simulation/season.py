"""A whole season at once, through the same services that people use.

Everything happens that makes seasons hard: people who do not check in, a waiting list, somebody
who leaves and a substitute who comes, a dispute, a game that does not end, ties, breaks. Two more
draws follow, so that everybody is placed as somebody who was promoted, demoted, stayed, is new or
returns. Time is a parameter of all services, so weeks pass in a moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import Role, User
from accounts.services.roles import role_grant
from games.bots.stand_in import move_for_person
from games.models import SeatOffer
from games.player_facts import rating_of
from games.services.substitutes import seat_take
from leagues.models import Entry, Group, League, LeagueTable, Season, Substitute
from leagues.presenters.ties import tie_sentence
from leagues.season_rules import SeasonRules
from leagues.selectors.cockpit import cockpit_of
from leagues.services import opening, outlooks, rulings
from leagues.services.cockpit import action_plan, action_take
from leagues.services.entries import entry_check_in, entry_sign_up
from leagues.services.leagues import league_create
from leagues.services.results import result_dispute, result_sign, results_settle
from leagues.services.steps import step_plan, step_take
from leagues.services.substitutes import entry_leave
from leagues.simulation.games import result_generate, scores_drawn

POLICY = "random"
UNFINISHED_ROWS = 30
"""Moves of the game that will not end."""
GAME = "terra_mystica"

Progress = Callable[[str, int, int], None]
"""What is being done, how much of it is done, how much there is."""


def _silent(what: str, done: int, total: int) -> None:
    """Nobody watches."""


@dataclass
class Report:
    """What happened, as data that can be printed or dumped as JSON."""

    players: int
    seed: int
    played_by_bots: int = 0
    generated: int = 0
    second: int = 0
    """Results of the second season: generated, all of them."""
    ruled: int = 0
    events: list[str] = field(default_factory=list)
    schedule: list[dict[str, Any]] = field(default_factory=list)
    results: list[dict[str, Any]] = field(default_factory=list)
    standings: list[dict[str, Any]] = field(default_factory=list)
    movements: list[dict[str, Any]] = field(default_factory=list)
    next_season: list[dict[str, Any]] = field(default_factory=list)
    returning: list[dict[str, Any]] = field(default_factory=list)
    """Who sat out the second season, and where the third one places him."""


class Simulation:
    """One league, its first season, a second one in short, and the draw of the third."""

    def __init__(
        self, *, players: int, seed: int, bot_games: int = 1, progress: Progress = _silent
    ) -> None:
        self.players = players
        self.rng = Random(seed)
        self.bots = Random(f"{seed}:bots")
        self.bot_games = bot_games
        self.progress = progress
        self.now = timezone.now()
        self.report = Report(players=players, seed=seed)
        self.skill: dict[int, float] = {}

    # ---- the stages ----------------------------------------------------------------------------

    def run(self) -> Report:
        absent = max(1, self.players // 50)
        people = self._people(self.players + absent)
        substitutes = self._people(3, prefix="reserve")
        league = self._league()
        league.seasons.update(seed=self.report.seed)
        season = league.seasons.get()
        seated = self._sign_up(season, people, absent)
        Substitute.objects.bulk_create(Substitute(league=league, user=user) for user in substitutes)
        season = self._draw(season)
        self._play(season, seated)
        season = self._finish(season)
        self._record(season)
        self._second_season(league, season, people)
        return self.report

    def _people(self, count: int, prefix: str = "player") -> list[User]:
        users = []
        for number in range(1, count + 1):
            name = f"{prefix}{number:03}"
            user = User(username=name, email=f"{name}@example.org")
            user.set_unusable_password()
            user.save()
            users.append(user)
            self.skill[user.pk] = self.rng.gauss(0, 10)
        EmailAddress.objects.bulk_create(
            EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
        )
        return users

    def _league(self) -> League:
        [self.ilse] = self._people(1, prefix="organiser")
        role_grant(user=self.ilse, role=Role.ORGANISER, by=None, source="simulation")
        return league_create(
            by=self.ilse,
            slug="simulated",
            name="Simulated League",
            rules=SeasonRules(game=GAME, most=self.players),
            terms="Play fair.",
            now=self.now,
        )

    def _step(self, season: Season) -> Season:
        plan = step_plan(season)
        self.report.events.append(f"step: {plan.title}; {'; '.join(map(str, plan.lines))}")
        return step_take(season_id=season.pk, by=self.ilse, seen=plan.fingerprint, now=self.now)

    def _sign_up(self, season: Season, people: list[User], absent: int) -> list[User]:
        """All sign up; as many as the waiting list is long do not check in."""
        season = self._step(season)
        for number, user in enumerate(people, start=1):
            entry_sign_up(season_id=season.pk, user=user, accepts=True, now=self.now)
            self.progress("sign-up", number, len(people))
        season = self._step(season)
        away = set(self.rng.sample(range(self.players), absent))
        there = [user for number, user in enumerate(people) if number not in away]
        for number, user in enumerate(there, start=1):
            entry_check_in(season_id=season.pk, user=user, now=self.now)
            self.progress("check-in", number, len(there))
        names = ", ".join(people[number].username for number in sorted(away))
        self.report.events.append(f"not checked in: {names}; the waiting list takes the places")
        return there

    def _draw(self, season: Season) -> Season:
        season.refresh_from_db()
        self.now = season.starts_at + timedelta(minutes=1)
        season = self._step(season)
        tables = self._tables(season)
        for number, table in enumerate(tables, start=1):
            # The worker does the same, with chance in place of the seed.
            opening.table_open(
                table_id=table.pk, now=self.now, rng=Random(f"{self.report.seed}:{number}")
            )
            self.progress("tables", number, len(tables))
        for table in self._tables(season):
            self.report.schedule.append(
                {
                    **_where(table),
                    "game": table.game_id,
                    "seats": [seat.entry.user.username for seat in table.seats.all()],
                }
            )
        return season

    def _tables(self, season: Season) -> list[LeagueTable]:
        return list(
            LeagueTable.objects.filter(group__division__season=season)
            .select_related("group__division", "game")
            .prefetch_related("seats__entry__user")
            .order_by("group__division__number", "group__number", "number")
        )

    def _play(self, season: Season, seated: list[User]) -> None:
        tables = self._tables(season)
        by_bots, rest = tables[: self.bot_games], tables[self.bot_games :]
        unfinished = rest.pop() if rest else None
        self._leaver(season, seated)
        for number, table in enumerate(tables, start=1):
            if table in by_bots:
                self._bots_play(table)
            elif table is unfinished:
                self._bots_play(table, rows=UNFINISHED_ROWS)
            else:
                self._generate(table)
                self.report.generated += 1
            self.progress("games", number, len(tables))
            if number % 20 == 0:
                outlooks.outlook_sweep(self.now)
        self._sign_off(season)

    def _leaver(self, season: Season, seated: list[User]) -> None:
        """Somebody leaves, and a substitute of the pool takes the first seat that is free."""
        leaver = seated[-1]
        entry_leave(season_id=season.pk, user=leaver, now=self.now)
        self.report.events.append(f"{leaver.username} leaves the season")
        for offer in SeatOffer.objects.filter(closed_at=None).select_related("seat", "game"):
            table = LeagueTable.objects.select_related("group__division__season").get(
                game=offer.game
            )
            substitute = Substitute.objects.select_related("user").first()
            assert substitute is not None
            seat_take(
                game_id=offer.game_id,
                number=offer.seat.number,
                user=substitute.user,
                now=self.now,
            )
            self.report.events.append(
                f"{substitute.user.username} takes over for {leaver.username} at {_name(table)}"
            )

    def _bots_play(self, table: LeagueTable, rows: int | None = None) -> None:
        """Bots answer for the people, through the door through which people move."""
        assert table.game_id is not None
        moves = 0
        while (rows is None or moves < rows) and move_for_person(
            game_id=table.game_id, policy=POLICY, rng=self.bots, now=self.now
        ):
            moves += 1
            self.now += timedelta(seconds=1)
        if rows is None:
            self.report.played_by_bots += 1

    def _generate(self, table: LeagueTable) -> None:
        assert table.game is not None
        strengths = [self.skill[seat.entry.user_id] for seat in table.seats.all()]
        result_generate(
            game=table.game,
            scores=scores_drawn(strengths=strengths, rng=self.rng),
            now=self.now,
        )

    def _sign_off(self, season: Season) -> None:
        """One table is signed by all, one is disputed, the others are final after two days."""
        done = [
            table
            for table in self._tables(season)
            if table.scores is not None and table.source == LeagueTable.Source.GAME
        ]
        first, second = done[0], done[1]
        assert first.game is not None
        assert second.game is not None
        for seat in first.game.seats.select_related("user"):
            assert seat.user is not None
            result_sign(table_id=first.pk, user=seat.user, now=self.now)
        self.report.events.append(f"all sign the result of {_name(first)}")
        unhappy = second.game.seats.select_related("user")[0].user
        assert unhappy is not None
        result_dispute(table_id=second.pk, user=unhappy, text="I misclicked.", now=self.now)
        self.report.events.append(f"{unhappy.username} disputes the result of {_name(second)}")
        self._act("uphold", second.pk, "A misclick is a move.")
        self.now += timedelta(hours=49)
        settled = 0
        while count := results_settle(self.now):
            settled += count
        self.report.events.append(f"final after two days without everybody's signature: {settled}")

    def _act(self, key: str, target: int, reason: str, **wish: Any) -> None:
        """An action of the cockpit: looked at first, then taken."""
        given: dict[str, Any] = {
            "key": key,
            "target": target,
            "by": self.ilse,
            "reason": reason,
            "wish": wish,
        }
        plan = action_plan(**given)
        action_take(**given, seen=plan.fingerprint, now=self.now)
        self.report.events.append(f"organiser: {plan.title}; {'; '.join(map(str, plan.lines))}")

    def _finish(self, season: Season) -> Season:
        self.now = season.ends_at + timedelta(minutes=1)
        season = self._step(season)
        while rulings.grounds_sweep(self.now):
            pass
        for table in self._tables(season):
            if table.scores is not None:
                continue
            grounds = table.grounds["seats"]
            scores = {
                f"score-{seat.number}": grounds[str(seat.number)]["estimate"]
                for seat in table.seats.all()
            }
            self._act("rule", table.pk, "The bots' estimate stands for the rest.", **scores)
            self.report.ruled += 1
        return self._close(season)

    def _close(self, season: Season) -> Season:
        """When nobody can appeal any more: lots where nothing else decides, then the end."""
        self.now += timedelta(days=4)
        while results_settle(self.now):
            pass
        for group, _names in cockpit_of(season, now=self.now).undecided:
            self._act("lots", group.pk, "Nothing else decides.")
        return self._step(season)

    # ---- what came of it -----------------------------------------------------------------------

    def _record(self, season: Season) -> None:
        for table in self._tables(season):
            players = {str(seat.entry_id): seat.entry.user.username for seat in table.seats.all()}
            self.report.results.append(
                {
                    **_where(table),
                    "source": table.source,
                    "scores": {players[pk]: score for pk, score in (table.scores or {}).items()},
                }
            )
        groups = Group.objects.filter(division__season=season).select_related("division")
        for group in groups.order_by("division__number", "number"):
            entries = {
                entry.pk: entry for entry in group.entries.select_related("user").order_by("pk")
            }
            names = {pk: entry.user.username for pk, entry in entries.items()}
            for row in group.standing:
                entry = entries[row["entry"]]
                self.report.standings.append(
                    {
                        "division": group.division.number,
                        "group": group.number,
                        "place": row["place"],
                        "player": entry.user.username,
                        "points": row["points"],
                        "tie": tie_sentence(row, names),
                    }
                )
                if entry.next_claim != "stayed":
                    self.report.movements.append(
                        {
                            "player": entry.user.username,
                            "from": group.division.number,
                            "to": entry.next_division,
                            "why": entry.next_claim,
                        }
                    )

    def _second_season(self, league: League, first: Season, people: list[User]) -> None:
        """Some sit out, some who were away come for the first time; all results are generated."""
        season = league.seasons.get(number=first.number + 1)
        resting = set(self.rng.sample(range(len(people)), max(1, len(people) // 25)))
        coming = [user for number, user in enumerate(people) if number not in resting]
        season = self._drawn(season, coming)
        for entry in self._placed(season):
            assert entry.group is not None
            self.report.next_season.append(
                {
                    "division": entry.group.division.number,
                    "group": entry.group.number,
                    "player": entry.user.username,
                    "claim": entry.claim,
                    "rating": rating_of(user=entry.user, rules_key=GAME),
                }
            )
        self.now = season.starts_at + timedelta(minutes=1)
        tables = self._tables(season)
        for number, table in enumerate(tables, start=1):
            opening.table_open(
                table_id=table.pk, now=self.now, rng=Random(f"{self.report.seed}:2:{number}")
            )
            table.refresh_from_db()
            self._generate(table)
            self.report.second += 1
            self.progress("season 2", number, len(tables))
        self.now = season.ends_at + timedelta(minutes=1)
        season = self._close(self._step(season))
        self._third_season(league, season, people)

    def _third_season(self, league: League, second: Season, people: list[User]) -> None:
        """Everybody comes; who sat out returns to the division that he had."""
        season = self._drawn(league.seasons.get(number=second.number + 1), people)
        had = {
            entry.user_id: entry.next_division
            for entry in Entry.objects.filter(season__number=1, next_division__isnull=False)
        }
        placed = self._placed(season)
        sizes = Counter(entry.group_id for entry in placed)
        full = {
            number: all(
                sizes[group.pk] > season.agreed.group
                for group in Group.objects.filter(division__season=season, division__number=number)
            )
            for number in season.divisions.values_list("number", flat=True)
        }
        for entry in placed:
            assert entry.group is not None
            division = had.get(entry.user_id)
            if entry.claim == "returning" and division is not None:
                self.report.returning.append(
                    {
                        "player": entry.user.username,
                        "had": division,
                        "was_full": full[division],
                        "division": entry.group.division.number,
                    }
                )

    def _drawn(self, season: Season, coming: list[User]) -> Season:
        """From the draft to the draw, without anything going wrong."""
        season = self._step(season)
        for user in coming:
            entry_sign_up(season_id=season.pk, user=user, accepts=True, now=self.now)
        season = self._step(season)
        for user in coming:
            entry_check_in(season_id=season.pk, user=user, now=self.now)
        return self._step(season)

    def _placed(self, season: Season) -> list[Entry]:
        entries = Entry.objects.filter(season=season, group__isnull=False)
        return list(
            entries.select_related("user", "group__division").order_by(
                "group__division__number", "group__number", "number"
            )
        )


def _where(table: LeagueTable) -> dict[str, Any]:
    return {
        "division": table.group.division.number,
        "group": table.group.number,
        "table": table.letter,
    }


def _name(table: LeagueTable) -> str:
    return f"D{table.group.division.number} G{table.group.number} {table.letter}"
