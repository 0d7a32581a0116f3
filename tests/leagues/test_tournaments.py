"""Tournaments from the first entry to the end, who may do what, and that results stay."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role, User
from games.models import Game
from leagues.errors import (
    AlreadyEntered,
    NotAllowed,
    NotEntered,
    NotNow,
    NotPossible,
    PlanChanged,
)
from leagues.models import Tournament, TournamentAct, TournamentRound, TournamentTable
from leagues.presenters.tournament_page import rounds_to_come
from leagues.selectors.tournaments import course_of, groups_of
from leagues.services.round_tables import tournament_tables_open
from leagues.services.rounds import (
    cups_go_on,
    final_order,
    group_totals,
    next_step,
    tournament_step,
)
from leagues.services.tournaments import (
    tournament_create,
    tournament_enter,
    tournament_organiser_add,
    tournament_organiser_remove,
    tournament_result_record,
    tournament_withdraw,
)
from leagues.signals import people_told, tournament_opened
from leagues.tournament_rules import TournamentRules
from tests.factories import UserFactory
from tests.leagues.scene import people

pytestmark = pytest.mark.django_db

Format = Tournament.Format


@pytest.fixture
def ilse() -> User:
    return UserFactory(username="ilse", role=Role.ORGANISER)


def opened(ilse: User, format: str = Format.SWISS, **given) -> Tournament:
    wanted = {name: given.pop(name) for name in ("capacity", "self_starting") if name in given}
    return tournament_create(
        by=ilse,
        slug="autumn",
        name="Autumn Cup",
        format=format,
        rules=TournamentRules(**given),
        **wanted,
    )


def entered(tournament: Tournament, count: int, prefix: str = "p") -> list[User]:
    users = people(count, prefix)
    for user in users:
        tournament_enter(pk=tournament.pk, user=user)
    return users


def step(tournament: Tournament, by: User) -> None:
    tournament.refresh_from_db()
    tournament_step(pk=tournament.pk, by=by, seen=next_step(tournament, by=by).fingerprint)
    tournament.refresh_from_db()


def played(tournament: Tournament) -> None:
    """Every open table ends: the seats score 100, 99, 98 …"""
    for table in TournamentTable.objects.filter(round__tournament=tournament, scores__isnull=True):
        seats = list(table.seats.order_by("contender__user__username"))
        table.scores = {str(seat.contender_id): 100 - n for n, seat in enumerate(seats)}
        table.ended_at = timezone.now()
        table.save()


def test_a_swiss_tournament_from_the_first_entry_to_the_end(ilse):
    tournament = opened(ilse, rounds=2)
    users = entered(tournament, 8)
    for number in (1, 2):
        step(tournament, ilse)
        course = course_of(tournament)
        assert course.open_round.number == number
        assert sorted(len(table.seats.all()) for table in course.open_round.tables.all()) == [4, 4]
        played(tournament)
        step(tournament, ilse)  # closed
    assert tournament.is_running
    step(tournament, ilse)
    assert tournament.state == Tournament.State.ENDED
    rows = course_of(tournament).standings()
    assert sum(row.points for row in rows) == 4 * 20
    assert rows[0].played == 2
    assert course_of(tournament).contenders[rows[0].player].user == users[0]
    kinds = [act.kind for act in reversed(TournamentAct.objects.all())]
    assert kinds == ["founded", "published", "closed", "published", "closed", "ended"]
    with pytest.raises(NotNow):
        next_step(tournament)


def test_what_is_published_is_what_was_shown(ilse):
    tournament = opened(ilse)
    users = entered(tournament, 8)
    plan = next_step(tournament, by=ilse)
    told: list[User] = []

    def listen(users, **_):
        told.extend(users)

    people_told.connect(listen)
    try:
        tournament_withdraw(pk=tournament.pk, user=users[0])
        with pytest.raises(PlanChanged):
            tournament_step(pk=tournament.pk, by=ilse, seen=plan.fingerprint)
        assert not TournamentRound.objects.exists()
        plan = next_step(tournament, by=ilse)
        tournament_step(pk=tournament.pk, by=ilse, seen=plan.fingerprint)
    finally:
        people_told.disconnect(listen)
    names = [
        [seat.contender.user.username for seat in table.seats.all()]
        for table in TournamentTable.objects.all()
    ]
    shown = [[str(line).rpartition(" ")[2] for line in part.lines] for part in plan.parts]
    assert shown == names
    assert {user.pk for user in told} == {user.pk for user in users[1:]}


def test_a_round_is_closed_when_every_table_has_a_result(ilse):
    tournament = opened(ilse)
    entered(tournament, 4)
    step(tournament, ilse)
    plan = next_step(tournament)
    assert [str(problem) for problem in plan.problems] == ["Without a result: table 1"]
    with pytest.raises(NotPossible):
        tournament_step(pk=tournament.pk, by=ilse, seen=plan.fingerprint)


def test_too_few_players(ilse):
    tournament = opened(ilse)
    entered(tournament, 2)
    assert next_step(tournament).problems


def test_games_are_dealt_and_their_results_come_from_the_engine(ilse):
    tournament = opened(ilse)
    entered(tournament, 3)
    step(tournament, ilse)
    now = timezone.now()
    assert tournament_tables_open(now) == 1
    assert tournament_tables_open(now) == 0
    table = TournamentTable.objects.select_related("game").get()
    assert table.game.is_running
    assert table.game.rated
    assert [seat.user_id for seat in table.game.seats.all()] == [
        seat.contender.user_id for seat in table.seats.all()
    ]
    game = table.game
    game.status = Game.Status.FINISHED
    game.result = [
        {"seat": n, "place": n + 1, "score": 90 - n, "dropped": False, "details": {}}
        for n in range(3)
    ]
    game.save()
    tournament_result_record(game=game, now=now)
    table.refresh_from_db()
    assert sorted(table.scores.values()) == [88, 89, 90]


def test_the_best_of_each_table_go_on_until_one_table_is_left(ilse):
    tournament = opened(ilse, Format.KNOCKOUT, advance=1)
    entered(tournament, 16)
    step(tournament, ilse)
    assert TournamentTable.objects.count() == 4
    played(tournament)
    step(tournament, ilse)
    course = course_of(tournament)
    assert len(course.active) == 4
    step(tournament, ilse)
    final = course_of(tournament).open_round
    assert len(final.tables.all()) == 1
    played(tournament)
    step(tournament, ilse)
    step(tournament, ilse)
    assert tournament.state == Tournament.State.ENDED
    order = final_order(course_of(tournament))
    assert [place for place, _pk in order[:4]] == [1, 2, 3, 4]
    assert order[4][0] == 5
    with pytest.raises(NotNow):
        tournament_enter(pk=tournament.pk, user=UserFactory())


def test_groups_of_seven_play_their_schedule_and_a_final_of_three_games(ilse):
    tournament = opened(ilse, Format.KNOCKOUT, group=7, later_games=3, advance=2)
    entered(tournament, 14)
    assert "Group 2, table 8" in [str(part.title) for part in next_step(tournament).parts]
    step(tournament, ilse)
    course = course_of(tournament)
    assert [len(group) for group in groups_of(course.rounds[0])] == [7, 7]
    played(tournament)
    plan = next_step(tournament)
    assert [str(part.title) for part in plan.parts] == ["Group 1", "Group 2"]
    step(tournament, ilse)
    course = course_of(tournament)
    assert len(course.active) == 4
    step(tournament, ilse)
    [final] = groups_of(course_of(tournament).open_round)
    assert len(final) == 3
    page = Client().get(tournament.get_absolute_url()).content.decode()
    assert "Group 1, table 1" in page
    played(tournament)
    step(tournament, ilse)
    step(tournament, ilse)
    assert tournament.state == Tournament.State.ENDED
    course = course_of(tournament)
    won = group_totals(groups_of(course.rounds[-1])[0], tournament)
    best = max(won, key=lambda pk: won[pk])
    assert final_order(course)[0] == (1, best)
    assert won[best] == (Fraction(30), 300)


def test_a_cup_begins_when_it_is_full_and_goes_on_by_itself(ilse):
    tournament = opened(ilse, Format.KNOCKOUT, capacity=8, self_starting=True, advance=2)
    entered(tournament, 7)
    assert Tournament.objects.get().is_open
    tournament_enter(pk=tournament.pk, user=UserFactory())
    tournament.refresh_from_db()
    assert tournament.is_running
    with pytest.raises(NotNow):
        tournament_enter(pk=tournament.pk, user=UserFactory())
    now = timezone.now()
    for number in (1, 2):
        assert course_of(tournament).open_round.number == number
        assert cups_go_on(now) == 0
        played(tournament)
        Tournament.objects.update(step_due=now)
        assert cups_go_on(now) == 2  # closed, and the next step with it
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.ENDED
    assert TournamentAct.objects.filter(kind="published", by=None).count() == 2


def test_a_round_robin_is_over_when_all_have_met(ilse):
    tournament = opened(ilse, Format.ROUND_ROBIN, table=3)
    entered(tournament, 6)
    for _number in range(40):
        step(tournament, ilse)
        if tournament.state == Tournament.State.ENDED:
            break
        played(tournament)
    course = course_of(tournament)
    pairs = {
        frozenset((one, other))
        for past in course.past
        for table in past.tables
        for one in table
        for other in table
        if one != other
    }
    assert len(pairs) == 15


def test_a_round_robin_may_have_a_limit(ilse):
    tournament = opened(ilse, Format.ROUND_ROBIN, table=3, most_rounds=2)
    entered(tournament, 9)
    left = []
    for _number in range(2):
        plan = next_step(tournament)
        left += [line for line in map(str, plan.lines) if "not have met" in line]
        step(tournament, ilse)
        played(tournament)
        step(tournament, ilse)
    assert [line.rpartition(" ")[2] for line in left] == ["27", "18"]
    step(tournament, ilse)
    assert tournament.state == Tournament.State.ENDED


def test_the_final_is_filled_as_tables_end(ilse):
    tournament = opened(ilse, Format.KNOCKOUT, advance=2)
    entered(tournament, 8)
    step(tournament, ilse)

    def final() -> list[tuple[str, bool]]:
        [coming] = rounds_to_come(course_of(tournament))
        [seats] = coming["tables"]
        return [(seat.name, seat.known) for seat in seats]

    assert final() == [
        (f"place {place} of table {table}", False) for table in (1, 2) for place in (1, 2)
    ]
    first = TournamentTable.objects.get(number=0)
    seats = list(first.seats.select_related("contender__user"))
    first.scores = {str(seat.contender_id): 90 + seat.number for seat in seats}
    first.save()
    best, second = seats[3].contender.user.username, seats[2].contender.user.username
    assert final()[:2] == [(best, True), (second, True)]
    assert not final()[2][1]


def test_a_broken_tie_is_told_in_words(ilse):
    tournament = opened(ilse, rounds=1)
    entered(tournament, 8)
    step(tournament, ilse)
    for number, table in enumerate(TournamentTable.objects.prefetch_related("seats")):
        table.scores = {
            str(seat.contender_id): 100 + number - 10 * seat.number for seat in table.seats.all()
        }
        table.save()
    page = Client().get(tournament.get_absolute_url()).content.decode()
    assert "more victory points in all: 101 to 100" in page


def test_a_bye_is_worth_the_mean_of_a_table(ilse):
    tournament = opened(ilse, exact=True)
    entered(tournament, 5)
    step(tournament, ilse)
    played(tournament)
    resting = TournamentRound.objects.get().byes.get()
    row = next(row for row in course_of(tournament).standings() if row.player == resting.pk)
    assert (row.points, row.played) == (5, 0)


def test_who_withdraws_keeps_results_and_who_comes_late_starts_from_nothing(ilse):
    tournament = opened(ilse)
    users = entered(tournament, 8)
    step(tournament, ilse)
    played(tournament)
    before = {row.player: row.points for row in course_of(tournament).standings()}
    tournament_withdraw(pk=tournament.pk, user=users[0])
    late = UserFactory(username="late")
    tournament_enter(pk=tournament.pk, user=late)
    step(tournament, ilse)
    step(tournament, ilse)
    course = course_of(tournament)
    after = {row.player: row.points for row in course.standings()}
    assert {pk: after[pk] for pk in before} == before
    drawn = {
        seat.contender.user
        for table in course.open_round.tables.all()
        for seat in table.seats.all()
    }
    assert late in drawn
    assert users[0] not in drawn
    tournament_enter(pk=tournament.pk, user=users[0])  # and back again
    assert course_of(tournament).contenders[min(before)].withdrawn_at is None


def test_entries(ilse):
    tournament = opened(ilse, capacity=3)
    users = entered(tournament, 3)
    with pytest.raises(AlreadyEntered):
        tournament_enter(pk=tournament.pk, user=users[0])
    with pytest.raises(NotPossible):
        tournament_enter(pk=tournament.pk, user=ilse)
    tournament_withdraw(pk=tournament.pk, user=users[0])
    assert tournament.contenders.count() == 2  # before the start nothing is left
    with pytest.raises(NotEntered):
        tournament_withdraw(pk=tournament.pk, user=users[0])


def test_who_may_not_run_a_tournament(ilse):
    tournament = opened(ilse)
    player, *_others = entered(tournament, 4)
    other = UserFactory(username="other", role=Role.ORGANISER)
    plan = next_step(tournament)
    for stranger in (player, other):
        for attempt in (
            lambda by: tournament_step(pk=tournament.pk, by=by, seen=plan.fingerprint),
            lambda by: tournament_organiser_add(tournament=tournament, by=by, username="other"),
        ):
            with pytest.raises(NotAllowed):
                attempt(stranger)
    with pytest.raises(NotAllowed):
        tournament_create(
            by=player, slug="x", name="X", format=Format.SWISS, rules=TournamentRules()
        )


def test_who_opened_it_dismisses_others_and_nobody_him(ilse):
    tournament = opened(ilse)
    helper, second = UserFactory(username="helper"), UserFactory(username="second")
    for user in (helper, second):
        tournament_organiser_add(tournament=tournament, by=ilse, username=user.username)
    for by, whom in ((helper, second), (helper, ilse), (ilse, ilse), (UserFactory(), helper)):
        with pytest.raises(NotAllowed):
            tournament_organiser_remove(tournament=tournament, by=by, user_id=whom.pk)
    url = reverse("tournament_organisers", args=["autumn"])
    assert client_of(second).post(url, {"remove": second.pk}).url == "/tournaments/autumn/"
    client_of(ilse).post(url, {"remove": helper.pk})
    assert [row.user for row in tournament.organisers.all()] == [ilse]
    assert TournamentAct.objects.filter(kind="dismissed").count() == 2


def test_whoever_keeps_threads_hears_of_a_tournament(ilse):
    heard: list[Tournament] = []

    def listen(tournament, **_):
        heard.append(tournament)

    tournament_opened.connect(listen)
    try:
        tournament = opened(ilse)
    finally:
        tournament_opened.disconnect(listen)
    assert heard == [tournament]


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_pages(ilse, django_assert_max_num_queries):
    tournament = opened(ilse, rounds=2)
    entered(tournament, 8)
    mara = UserFactory(username="mara")
    page = reverse("tournament", args=["autumn"])
    assert "Take part" in client_of(mara).get(page).content.decode()
    client_of(mara).post(reverse("tournament_enter", args=["autumn"]))
    assert tournament.contenders.filter(user=mara).exists()
    organise = reverse("tournament_organise", args=["autumn"])
    client = client_of(ilse)
    html = client.get(organise).content.decode()
    assert "Publish round 1" in html
    seen = next_step(tournament).fingerprint
    assert seen in html
    client.post(organise, {"seen": seen})
    played(tournament)
    with django_assert_max_num_queries(12):
        html = Client().get(page).content.decode()
    assert "Standings" in html
    assert "mara" in html
    assert "mara" in Client().get(reverse("tournaments")).content.decode() or "Autumn" in html
    data = json.loads(Client().get(reverse("tournament_json", args=["autumn"])).content)
    assert data["rounds"][0]["tables"][0]["seats"][0]["score"] == 100
    assert len(data["standings"]) == 9
    feed = Client().get(reverse("tournament_feed", args=["autumn"])).content.decode()
    assert "Round 1, table 1" in feed
    assert client_of(mara).get(organise).status_code == 403


def test_the_form_opens_a_tournament(ilse):
    client = client_of(ilse)
    url = reverse("tournament_new")
    form = client.get(url).context["form"]
    data = {name: field.initial for name, field in form.fields.items()} | form.initial
    data = {name: value for name, value in data.items() if value not in (None, False)}
    data |= {"name": "Spring", "slug": "spring", "format": "swiss"}
    data |= dict.fromkeys(("capacity", "group", "most_rounds"), "0")
    response = client.post(url, data)
    assert response.status_code == 302, response.context["form"].errors
    made = Tournament.objects.get()
    assert (made.name, made.agreed.table) == ("Spring", 4)
    again = client.post(url, data)
    assert "This address is taken." in again.content.decode()
    data |= {"slug": "cup", "group": "3"}
    assert "at least as many players as a table" in client.post(url, data).content.decode()
    data |= {"group": "7", "self_starting": "on", "capacity": "0"}
    assert "Say how many players start it." in client.post(url, data).content.decode()
