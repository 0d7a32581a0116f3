"""What organisers can do at tables and in groups: always a plan first, a reason, and a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import TableError
from games.models import Game, OpenDecision, Seat
from games.services.clocks import deadline_extend, game_pause, game_resume
from games.services.log import game_lock
from games.services.substitutes import seat_offer
from leagues.errors import NoReason, NotInThePool, NotNow, NotPossible
from leagues.models import Entry, Group, LeagueTable
from leagues.notices import briefing, nudge, people_of, players_now, season_news, table_notice
from leagues.permissions import check_may_judge
from leagues.plans import Notice, Plan, plan_carry_out
from leagues.services.acts import act_note
from leagues.services.results import table_lock
from leagues.services.rulings import ruling_store, ruling_uphold
from leagues.services.standing import standing_of, standing_refresh
from leagues.services.substitutes import pool_of, seat_give
from leagues.words import Words, said

Wish = Mapping[str, Any]
"""What the form of an action asked for."""


@dataclass(frozen=True)
class Doing:
    """What an action is given."""

    by: User
    reason: str
    wish: Wish
    table: LeagueTable | None = None
    entry: Entry | None = None
    group: Group | None = None

    @property
    def at_table(self) -> LeagueTable:
        assert self.table is not None
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
    """"table", "entry" or "group"."""
    label: Words
    plan: Callable[[Doing], Plan]
    facts: Callable[[Doing], dict[str, Any]] = lambda doing: {}
    """What the record keeps besides who, why and when."""


def _running(table: LeagueTable) -> Game:
    if table.game is None or not table.game.is_running:
        raise NotNow()
    return table.game


def _stamp(doing: Doing) -> str:
    """So that the same action may be told again later, but not twice for one click."""
    table = doing.table
    return f"{table.acts.count() if table else 0}"


# ---- tables in play ----------------------------------------------------------------------------


def _nudge(doing: Doing) -> Plan:
    table = doing.at_table
    game = _running(table)
    owed = OpenDecision.objects.filter(game=game, answered=False, seat__user__isnull=False)
    users = {row.seat.user for row in owed.select_related("seat__user") if row.seat.user}
    people = sorted(users, key=lambda user: user.pk)
    return Plan(
        title=_("Ask for a move"),
        lines=(said(_("Asked: %(names)s"), names=", ".join(user.username for user in people)),),
        problems=() if people else (_("Nobody owes a move there."),),
        notices=(
            nudge(table, people, key=f"nudge:{table.pk}:{_stamp(doing)}", reason=doing.reason),
        ),
        carry_out=lambda now: None,
    )


def _owing(game: Game) -> list[Seat]:
    """Seats of people that owe something, in their order."""
    return list(
        game.seats.filter(user__isnull=False, decisions__answered=False)
        .select_related("user")
        .distinct()
        .order_by("number")
    )


def _extend(doing: Doing) -> Plan:
    table = doing.at_table
    game = _running(table)
    hours = int(doing.wish.get("hours") or 0)
    seats = _owing(game)
    names = ", ".join(seat.holder_name for seat in seats)
    line = said(_("More hours for %(names)s: %(hours)s"), names=names, hours=hours)

    def carry_out(now: datetime) -> None:
        for seat in seats:
            deadline_extend(game_id=game.pk, seat=seat.number, hours=hours, by=None, now=now)

    return Plan(
        title=_("Give more time"),
        lines=(line,),
        problems=() if seats else (_("Nobody owes a move there."),),
        notices=(doing.tell_table(f"extend:{_stamp(doing)}", _("%(table)s: more time"), line),),
        carry_out=carry_out,
    )


def _extend_facts(doing: Doing) -> dict[str, Any]:
    seats = _owing(_running(doing.at_table))
    return {
        "name": ", ".join(seat.holder_name for seat in seats),
        "hours": doing.wish.get("hours"),
    }


def _pause(doing: Doing) -> Plan:
    game = _running(doing.at_table)
    line = _("All clocks of the table stand still until an organiser lets them run again.")
    return Plan(
        title=_("Stop the clocks"),
        lines=(line,),
        problems=(_("The clocks stand still already."),) if game.paused_at else (),
        notices=(
            doing.tell_table(
                f"pause:{_stamp(doing)}", _("%(table)s: the clocks stand still"), line
            ),
        ),
        carry_out=lambda now: _ignore(game_pause(game_id=game.pk, by=None, now=now)),
    )


def _resume(doing: Doing) -> Plan:
    game = _running(doing.at_table)
    line = _("All clocks of the table run on with the time that was left.")
    return Plan(
        title=_("Let the clocks run"),
        lines=(line,),
        problems=() if game.paused_at else (_("The clocks are running."),),
        notices=(
            doing.tell_table(f"resume:{_stamp(doing)}", _("%(table)s: the clocks run again"), line),
        ),
        carry_out=lambda now: _ignore(game_resume(game_id=game.pk, by=None, now=now)),
    )


def _ignore(_result: object) -> None:
    """A plan brings nothing back."""


def _seat_wanted(doing: Doing) -> Seat:
    game = _running(doing.at_table)
    seat = (
        game.seats.filter(number=int(doing.wish.get("seat", -1)), dropped_at=None)
        .select_related("user")
        .first()
    )
    if seat is None:
        raise NotPossible(problem=gettext("Choose a seat."))
    return seat


def _open_seat(doing: Doing) -> Plan:
    table, seat = doing.at_table, _seat_wanted(doing)
    line = said(_("The seat of %(name)s looks for a substitute."), name=seat.holder_name)
    pool = pool_of(table)

    def carry_out(now: datetime) -> None:
        game = game_lock(game_id=seat.game_id)
        seat_offer(game=game, seat=seat, now=now, wish=False)

    return Plan(
        title=_("Open the seat"),
        lines=(
            line,
            said(
                _("Substitutes who are told: %(names)s"),
                names=", ".join(user.username for user in pool) or "–",
            ),
        ),
        notices=(doing.tell_table(f"open:{_stamp(doing)}", _("%(table)s: a seat is free"), line),),
        carry_out=carry_out,
    )


def _replace(doing: Doing) -> Plan:
    table, seat = doing.at_table, _seat_wanted(doing)
    user = next((row for row in pool_of(table) if row.pk == doing.wish.get("user")), None)
    if user is None:
        raise NotInThePool()
    line = said(
        _("%(name)s takes over for %(before)s."), name=user.username, before=seat.holder_name
    )
    return Plan(
        title=_("Replace a player"),
        lines=(
            line,
            _("League points belong to the seat."),
        ),
        notices=(
            doing.tell_table(f"replace:{_stamp(doing)}", _("%(table)s: a substitute"), line),
            briefing(table, user, before=seat.holder_name),
        ),
        carry_out=lambda now: seat_give(table=table, number=seat.number, user=user, now=now),
    )


def _replace_facts(doing: Doing) -> dict[str, Any]:
    user = User.objects.get(pk=doing.wish["user"])
    return {"name": user.username, "before": _seat_wanted(doing).holder_name}


# ---- results -----------------------------------------------------------------------------------


def _rule(doing: Doing) -> Plan:
    table = doing.at_table
    if table.final_at is not None:
        raise NotNow()
    seats = list(table.seats.select_related("entry__user").order_by("number"))
    scores: dict[int, int] = {}
    for seat in seats:
        value = doing.wish.get(f"score-{seat.number}")
        if value is None:
            raise NotPossible(problem=gettext("Give a score for every seat."))
        scores[seat.entry_id] = int(value)
    lines: list[Words] = [
        said(_("%(name)s: %(score)s"), name=seat.entry.user.username, score=scores[seat.entry_id])
        for seat in seats
    ]
    if table.game is not None and table.game.is_running:
        lines.append(_("The game is called off; nobody can move there any more."))
    days = table.group.division.season.agreed.appeal_days
    lines.append(
        said(_("The players may appeal for %(days)s days. Then the result is final."), days=days)
    )

    def carry_out(now: datetime) -> None:
        ruling_store(table=table, by=doing.by, scores=scores, text=doing.reason, now=now)

    return Plan(
        title=_("Rule on the table"),
        lines=tuple(lines),
        notices=(
            doing.tell_table(
                f"ruled:{_stamp(doing)}",
                _("%(table)s: a ruling"),
                *lines,
                kind="league-ruling",
            ),
        ),
        carry_out=carry_out,
    )


def _rule_facts(doing: Doing) -> dict[str, Any]:
    seats = doing.at_table.seats.select_related("entry__user").order_by("number")
    return {
        "scores": ", ".join(
            f"{seat.entry.user.username} {doing.wish[f'score-{seat.number}']}" for seat in seats
        )
    }


def _uphold(doing: Doing) -> Plan:
    table = doing.at_table
    appealed = table.rulings.filter(settled_at=None, appealed_at__isnull=False).exists()
    if table.scores is None or table.final_at is not None:
        raise NotNow()
    if table.disputed_at is None and not appealed:
        raise NotNow()
    names = {entry.pk: entry.user.username for entry in table.group.entries.select_related("user")}
    lines = tuple(
        said(_("%(name)s: %(score)s"), name=names[int(pk)], score=score)
        for pk, score in table.scores.items()
    )
    return Plan(
        title=_("Let the result stand"),
        lines=(*lines, _("The result is final at once.")),
        notices=(
            doing.tell_table(
                f"upheld:{_stamp(doing)}",
                _("%(table)s: the result stands"),
                *lines,
                kind="league-ruling",
            ),
        ),
        carry_out=lambda now: ruling_uphold(table=table, now=now),
    )


# ---- standings ---------------------------------------------------------------------------------


def _award(doing: Doing) -> Plan:
    entry = doing.entry
    assert entry is not None
    group = entry.group
    assert group is not None
    try:
        points = Fraction(str(doing.wish.get("points", "")))
    except (ValueError, ZeroDivisionError):
        raise NotPossible(problem=gettext("Give the points as a number or a fraction.")) from None
    if not points or abs(points) > 100 or points.denominator > 60:
        raise NotPossible(problem=gettext("Give the points as a number or a fraction."))
    total = Fraction(entry.bonus) + points

    def carry_out(now: datetime) -> None:
        entry.bonus = str(total)
        entry.save(update_fields=["bonus"])
        standing_refresh(group=group, now=now)

    season = entry.season
    return Plan(
        title=_("Award points"),
        lines=(
            said(
                _("%(name)s gets %(points)s league points."),
                name=entry.user.username,
                points=points,
            ),
            said(_("Awarded in all: %(points)s"), points=total),
        ),
        notices=(
            season_news(
                season,
                people_of(group.entries.select_related("user").order_by("user_id")),
                f"award:{entry.pk}:{total}",
                _("%(season)s: points awarded"),
                said(
                    _("%(name)s gets %(points)s league points."),
                    name=entry.user.username,
                    points=points,
                ),
                said(_("%(name)s: %(reason)s"), name=doing.by.username, reason=doing.reason),
            ),
        ),
        carry_out=carry_out,
    )


def _lots(doing: Doing) -> Plan:
    group = doing.group
    assert group is not None
    standing = standing_of(group)
    season = group.division.season
    drawn = []
    for tied in standing.undecided():
        order = sorted(tied)
        Random(f"{season.seed}:{group.pk}:{order}").shuffle(order)
        drawn.append(order)
    names = [", ".join(standing.entries[pk].user.username for pk in order) for order in drawn]

    def carry_out(now: datetime) -> None:
        for order in drawn:
            for lot, pk in enumerate(reversed(order), start=1):
                Entry.objects.filter(pk=pk).update(lot=lot)
        standing_refresh(group=group, now=now)

    lines = tuple(said(_("In this order: %(names)s"), names=row) for row in names)
    return Plan(
        title=_("Draw lots between the tied"),
        lines=lines,
        problems=() if drawn else (_("Nothing is undecided there."),),
        notices=(
            season_news(
                season,
                people_of(group.entries.select_related("user").order_by("user_id")),
                f"lots:{group.pk}:{group.division.season.acts.count()}",
                _("%(season)s: lots were drawn"),
                *lines,
                said(_("%(name)s: %(reason)s"), name=doing.by.username, reason=doing.reason),
            ),
        ),
        carry_out=carry_out,
    )


ACTIONS: dict[str, Action] = {
    action.key: action
    for action in (
        Action("nudge", "table", _("Ask for a move"), _nudge),
        Action("extend", "table", _("Give more time"), _extend, _extend_facts),
        Action("pause", "table", _("Stop the clocks"), _pause),
        Action("resume", "table", _("Let the clocks run"), _resume),
        Action(
            "open-seat",
            "table",
            _("Open a seat"),
            _open_seat,
            lambda doing: {"name": _seat_wanted(doing).holder_name},
        ),
        Action("replace", "table", _("Replace a player"), _replace, _replace_facts),
        Action("rule", "table", _("Rule"), _rule, _rule_facts),
        Action("uphold", "table", _("Let it stand"), _uphold),
        Action(
            "award",
            "entry",
            _("Award points"),
            _award,
            lambda doing: {
                "name": doing.entry.user.username if doing.entry else "",
                "points": str(doing.wish.get("points", "")),
            },
        ),
        Action("lots", "group", _("Draw lots"), _lots),
    )
}


def doing_of(*, key: str, target: int, by: User, reason: str, wish: Wish) -> Doing:
    """The target found and locked, and the organiser checked. Raises LeagueRefusal."""
    action = ACTIONS[key]
    if action.target == "table":
        table = table_lock(table_id=target)
        check_may_judge(by, table=table)
        return Doing(by=by, reason=reason.strip(), wish=wish, table=table)
    if action.target == "entry":
        entry = Entry.objects.select_related(
            "user", "season__league", "group__division__season__league"
        ).get(pk=target)
        if entry.group is None:
            raise NotNow()
        check_may_judge(by, group=entry.group)
        _check_is_on(entry.group)
        return Doing(by=by, reason=reason.strip(), wish=wish, entry=entry)
    group = Group.objects.select_related("division__season__league").get(pk=target)
    check_may_judge(by, group=group)
    _check_is_on(group)
    return Doing(by=by, reason=reason.strip(), wish=wish, group=group)


def _check_is_on(group: Group) -> None:
    if not group.division.season.is_on:
        raise NotNow()


@transaction.atomic
def action_plan(*, key: str, target: int, by: User, reason: str, wish: Wish) -> Plan:
    """What would happen; a reason is part of what people are told. Raises LeagueRefusal."""
    doing = doing_of(key=key, target=target, by=by, reason=reason, wish=wish)
    if not doing.reason:
        raise NoReason()
    return ACTIONS[key].plan(doing)


@transaction.atomic
def action_take(
    *,
    key: str,
    target: int,
    by: User,
    reason: str,
    wish: Wish,
    seen: str,
    now: datetime | None = None,
) -> None:
    """Do what the plan said, and write down who did it and why."""
    now = now or timezone.now()
    doing = doing_of(key=key, target=target, by=by, reason=reason, wish=wish)
    if not doing.reason:
        raise NoReason()
    action = ACTIONS[key]
    facts = action.facts(doing)  # before: afterwards somebody else sits there
    try:
        plan_carry_out(action.plan(doing), seen=seen, now=now)
    except TableError as refusal:
        raise NotPossible(problem=refusal.sentence) from refusal
    group = doing.group or (doing.entry.group if doing.entry else doing.at_table.group)
    assert group is not None
    season = group.division.season
    act_note(
        league=season.league,
        season=season,
        table=doing.table,
        kind=key,
        by=by,
        facts=facts,
        reason=doing.reason,
        now=now,
    )
