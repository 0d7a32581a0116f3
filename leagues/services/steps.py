"""A season goes on to its next stage: first as a plan for the eye, then as shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.services.dealing import options_problem
from leagues.conditions import conditions_unmet
from leagues.designs import NoSchedule
from leagues.errors import NotNow
from leagues.models import Entry, Group, LeagueTable, Season
from leagues.notices import (
    check_in_wanted,
    not_seated,
    people_of,
    season_begins,
    season_news,
    sign_up_open,
)
from leagues.permissions import check_organiser
from leagues.plans import Part, Plan, plan_carry_out
from leagues.services.acts import act_note
from leagues.services.closing import closing_of, closing_store
from leagues.services.drawing import draw_store, season_draw
from leagues.services.entries import season_lock
from leagues.services.leagues import season_make
from leagues.services.standing import standing_refresh
from leagues.signals import season_opened, season_state_changed
from leagues.words import Words, moment_words, said

State = Season.State
STAGES = tuple(State)


def next_state(season: Season) -> str:
    """Raises NotNow for a season that is closed."""
    if season.state == State.CLOSED:
        raise NotNow()
    return STAGES[STAGES.index(State(season.state)) + 1]


def step_plan(season: Season) -> Plan:
    """What the next step would create, change and say."""
    makers: dict[str, Callable[[Season], Plan]] = {
        State.SIGN_UP: _sign_up,
        State.CHECK_IN: _check_in,
        State.RUNNING: _running,
        State.FINISHING: _finishing,
        State.CLOSED: _closed,
    }
    return makers[next_state(season)](season)


@transaction.atomic
def step_take(
    *, season_id: int, by: User, seen: str, now: datetime | None = None, tell: bool = True
) -> Season:
    """The step, if it still is what was seen."""
    now = now or timezone.now()
    season = season_lock(season_id=season_id)
    check_organiser(by, season.league)
    before, plan = season.state, step_plan(season)
    plan_carry_out(plan, seen=seen, now=now, tell=tell)
    act_note(
        league=season.league,
        season=season,
        kind="step",
        by=by,
        facts={"state": season.state},
        now=now,
    )
    season_state_changed.send(sender=Season, season=season, before=before)
    return season


def _goes_on(season: Season, state: str, **fields: datetime) -> None:
    season.state = state
    for name, value in fields.items():
        setattr(season, name, value)
    season.save(update_fields=["state", *fields])


def _names(entries: Iterable[Entry]) -> str:
    return ", ".join(entry.user.username for entry in entries) or "–"


def _sign_up(season: Season) -> Plan:
    known = Entry.objects.filter(
        season__league=season.league, season__number__gte=season.number - 3
    ).exclude(state=Entry.State.OUT)
    told = User.objects.filter(pk__in=known.values("user_id"), is_active=True).order_by("pk")

    def carry_out(now: datetime) -> None:
        _goes_on(season, State.SIGN_UP, opened_at=now)
        season_opened.send(sender=Season, season=season)

    return Plan(
        title=_("Open sign-up"),
        lines=(
            said(
                _("Everybody may sign up until %(until)s."), until=moment_words(season.check_in_at)
            ),
            _("The rules of this season are fixed from now on."),
        ),
        problems=_dates_past(season.check_in_at),
        notices=(sign_up_open(season, told),),
        carry_out=carry_out,
    )


def _dates_past(at: datetime) -> tuple[Words, ...]:
    if at > timezone.now():
        return ()
    return (_("The dates of the season lie in the past: change them first."),)


def _check_in(season: Season) -> Plan:
    entries = list(
        season.entries.filter(state__in=[Entry.State.SIGNED, Entry.State.WAITING]).select_related(
            "user"
        )
    )
    signed = [entry for entry in entries if entry.state == Entry.State.SIGNED]
    waiting = [entry for entry in entries if entry.state == Entry.State.WAITING]
    unmet = conditions_unmet(users=people_of(entries), rules=season.agreed)
    trouble = tuple(
        said("%(name)s: %(problem)s", name=entry.user.username, problem=words)
        for entry in entries
        for words in unmet.get(entry.user_id, ())
    )
    return Plan(
        title=_("Begin check-in"),
        lines=(
            said(_("Players with a place: %(count)s"), count=len(signed)),
            said(_("On the waiting list: %(count)s"), count=len(waiting)),
            said(
                _("Who has not checked in when the season starts, on %(at)s, has no place."),
                at=moment_words(season.starts_at),
            ),
        ),
        parts=(
            Part(title=_("Players with a place"), lines=(_names(signed),)),
            Part(title=_("Waiting list"), lines=(_names(waiting),)),
        ),
        problems=() if signed else (_("Nobody has signed up."),),
        warnings=trouble,
        notices=tuple(check_in_wanted(season, entries)),
        carry_out=lambda now: _goes_on(season, State.CHECK_IN),
    )


CLAIMS: dict[str, Words] = {
    "DEMOTED": _("comes down"),
    "STAYED": _("stays"),
    "PROMOTED": _("comes up"),
    "RETURNING": _("returns"),
    "NEW": _("new"),
    "PLACED": _("placed by an organiser"),
}


def _running(season: Season) -> Plan:
    rules = season.agreed
    title = _("Draw the groups and begin")
    try:
        draw = season_draw(season)
    except NoSchedule:
        return Plan(
            title=title,
            problems=(_("Too few players have checked in for a single table."),),
            carry_out=lambda now: None,
        )
    users = {entry.user_id: entry.user for entry in draw.seated}
    parts = [
        Part(
            title=said(
                _("Division %(division)s, group %(group)s"), division=placed.number, group=number
            ),
            lines=tuple(
                said(
                    "%(name)s (%(claim)s)",
                    name=users[e.player].username,
                    claim=CLAIMS[e.claim.name],
                )
                for e in members
            ),
        )
        for placed in draw.divisions
        for number, members in enumerate(placed.groups, start=1)
    ]
    if draw.unseated:
        parts.append(Part(title=_("Not seated"), lines=(_names(draw.unseated),)))
    problem = options_problem(rules_key=rules.game, options=rules.options, seats=rules.table)

    def carry_out(now: datetime) -> None:
        draw_store(season, draw)
        _goes_on(season, State.RUNNING, started_at=now)
        for group in Group.objects.filter(division__season=season).select_related("division"):
            group.division.season = season
            standing_refresh(group=group, now=now)

    return Plan(
        title=title,
        lines=(
            said(_("Players: %(count)s"), count=len(draw.seated)),
            said(_("Divisions: %(count)s"), count=len(draw.divisions)),
            said(_("Groups: %(count)s"), count=len(parts) - bool(draw.unseated)),
            said(
                _("Tables of %(seats)s: %(count)s; they begin on %(at)s."),
                seats=rules.table,
                count=draw.tables,
                at=moment_words(season.starts_at),
            ),
            said(_("Without a place: %(count)s"), count=len(draw.unseated)),
        ),
        parts=tuple(parts),
        problems=(problem,) if problem else (),
        notices=(
            *season_begins(season, draw.divisions, users),
            *([not_seated(season, people_of(draw.unseated))] if draw.unseated else []),
        ),
        carry_out=carry_out,
    )


def _tables(season: Season) -> list[LeagueTable]:
    rows = LeagueTable.objects.filter(group__division__season=season)
    return list(rows.select_related("group__division"))


def _finishing(season: Season) -> Plan:
    tables = _tables(season)
    unfinished = [table for table in tables if table.scores is None]
    return Plan(
        title=_("Finish the season"),
        lines=(
            said(_("Tables with a result: %(count)s"), count=len(tables) - len(unfinished)),
            said(
                _(
                    "Tables still in play: %(count)s. Play goes on there until they end or a "
                    "ruling decides them."
                ),
                count=len(unfinished),
            ),
            _("What the engine and the bots make of them is worked out as grounds for rulings."),
        ),
        parts=(_table_part(_("Still in play"), unfinished),) if unfinished else (),
        problems=()
        if all(table.game_id for table in tables)
        else (_("Some tables have not even begun."),),
        notices=(
            season_news(
                season,
                _players(season),
                "finishing",
                _("%(season)s comes to its end"),
                _(
                    "Games that still run may be played on. An organiser decides those that do "
                    "not end."
                ),
            ),
        ),
        carry_out=lambda now: _goes_on(season, State.FINISHING),
    )


def _table_part(title: Words, tables: Iterable[LeagueTable]) -> Part:
    return Part(
        title=title,
        lines=tuple(
            said(
                _("Division %(division)s, group %(group)s, table %(letter)s"),
                division=table.group.division.number,
                group=table.group.number,
                letter=table.letter,
            )
            for table in tables
        ),
    )


def _players(season: Season) -> list[User]:
    entries = season.entries.filter(state=Entry.State.PLAYING).select_related("user")
    return people_of(entries.order_by("user_id"))


def _closed(season: Season) -> Plan:
    closing = closing_of(season)
    is_last = not season.league.seasons.filter(number__gt=season.number).exists()
    lines: list[Words] = [
        said(_("Going up: %(count)s"), count=closing.count("promoted")),
        said(_("Going down: %(count)s"), count=closing.count("demoted")),
        said(_("Staying: %(count)s"), count=closing.count("stayed")),
        _("Standings and movements are fixed for good."),
    ]
    if is_last:
        lines.append(said(_("Season %(number)s is made as a draft."), number=season.number + 1))

    def carry_out(now: datetime) -> None:
        closing_store(closing)
        _goes_on(season, State.CLOSED, closed_at=now)
        if is_last:
            season_make(league=season.league, now=now)

    return Plan(
        title=_("Close the season"),
        lines=tuple(lines),
        parts=closing.parts(),
        problems=closing.problems,
        notices=(
            season_news(
                season,
                _players(season),
                "closed",
                _("%(season)s is over"),
                _("The final standings stand. Thank you for playing."),
            ),
        ),
        carry_out=carry_out,
    )
