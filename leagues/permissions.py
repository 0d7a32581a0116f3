"""Who may do what in a league."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts.models import Role, User
from accounts.selectors import has_role
from games.models import Game, Tenure
from leagues.errors import NotAllowed, PlaysThere
from leagues.models import (
    Contender,
    Entry,
    Group,
    League,
    LeagueTable,
    Organiser,
    Tournament,
    TournamentTable,
)


def may_create(user: User | AnonymousUser) -> bool:
    return has_role(user=user, role=Role.ORGANISER)


def organises(user: User | AnonymousUser, league: League) -> bool:
    """Its head, its co-organisers, and operators of the site."""
    if not isinstance(user, User) or not user.is_active:
        return False
    wanted = Q(leagues_run__league=league) | Q(role_grants__role=Role.OPERATOR)
    if not User.objects.filter(wanted, pk=user.pk).exists():
        return False  # one question for almost everybody
    if Organiser.objects.filter(league=league, user=user).exists():
        return True
    return has_role(user=user, role=Role.OPERATOR)


def heads(user: User | AnonymousUser, league: League) -> bool:
    """Who may name and dismiss organisers."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if Organiser.objects.filter(league=league, user=user, head=True).exists():
        return True
    return has_role(user=user, role=Role.OPERATOR)


def check_organiser(user: User, league: League) -> None:
    if not organises(user, league):
        raise NotAllowed()


def check_may_judge(
    user: User, *, table: LeagueTable | None = None, group: Group | None = None
) -> None:
    """An organiser decides nothing where he plays or has played."""
    if table is not None:
        check_organiser(user, table.group.division.season.league)
        holds = table.seats.filter(entry__user=user).exists()
        held = Tenure.objects.filter(seat__game__league_table=table, user=user).exists()
        if holds or held:
            raise PlaysThere()
    if group is not None:
        check_organiser(user, group.division.season.league)
        if Entry.objects.filter(group=group, user=user).exists():
            raise PlaysThere()
        seats = Tenure.objects.filter(seat__game__league_table__group=group, user=user)
        if seats.exists():
            raise PlaysThere()


def may_judge(
    user: User | AnonymousUser, *, table: LeagueTable | None = None, group: Group | None = None
) -> bool:
    """For pages: whether to show what an organiser can do there."""
    if not isinstance(user, User):
        return False
    try:
        check_may_judge(user, table=table, group=group)
    except NotAllowed:
        return False
    return True


def runs_tournament(user: User | AnonymousUser, tournament: Tournament) -> bool:
    """Its organisers, and operators of the site."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if tournament.organisers.filter(user=user).exists():
        return True
    return has_role(user=user, role=Role.OPERATOR)


def check_runs(user: User, tournament: Tournament) -> None:
    if not runs_tournament(user, tournament):
        raise NotAllowed()


def check_may_judge_cup(
    user: User, *, table: TournamentTable | None = None, contender: Contender | None = None
) -> None:
    """Nobody decides at a table where he sits or sat, nor who of his rivals takes part."""
    if table is not None:
        check_runs(user, table.round.tournament)
        sits = table.seats.filter(contender__user=user).exists()
        held = Tenure.objects.filter(seat__game__tournament_table=table, user=user).exists()
        if sits or held:
            raise PlaysThere()
    if contender is not None:
        check_runs(user, contender.tournament)
        if Contender.objects.filter(tournament=contender.tournament_id, user=user).exists():
            raise PlaysThere()


def runs_game(user: User, game: Game) -> bool:
    """Looks after a table of a league or tournament in which he does not sit."""
    table = (
        LeagueTable.objects.filter(game=game)
        .select_related("group__division__season__league")
        .first()
    )
    if table is not None:
        return may_judge(user, table=table)
    cup_table = (
        TournamentTable.objects.filter(game=game).select_related("round__tournament").first()
    )
    if cup_table is None:
        return False
    try:
        check_may_judge_cup(user, table=cup_table)
    except NotAllowed:
        return False
    return True
