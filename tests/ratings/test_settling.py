"""A finished game becomes ratings and history: once, in order, never silently."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Game, Seat
from games.player_facts import STARTING_RATING, rating_of
from games.signals import game_ended
from operations.due import run_due_work
from ratings.formula import NEWCOMER, Part
from ratings.labels import Label
from ratings.models import (
    AddedOnly,
    Feat,
    FrozenRating,
    OffsetTable,
    Played,
    PlayedSeat,
    PlayerTally,
    Rating,
    RatingChange,
    Recalculation,
    Tally,
)
from ratings.selectors.ratings import frozen_list, rating_list
from ratings.services.freezing import ratings_freeze
from ratings.services.recalculating import ratings_recalculate
from ratings.services.settling import game_settle
from tests.factories import UserFactory
from tests.games.played import stored
from tests.ratings.scene import KEY, finished, replaced, settle

pytestmark = pytest.mark.django_db

Unrated = Played.Unrated


@pytest.fixture
def people():
    return [UserFactory(username=name) for name in ("ada", "bea", "cyd", "dov")]


def shown(user) -> int:
    return rating_of(user=user, rules_key=KEY)


def test_a_played_game_is_noted_with_its_last_row_and_read_by_the_sweep(people):
    game = stored(people)
    Game.objects.filter(pk=game.pk).update(rated=True)
    assert Played.objects.get().settled_at is None
    run_due_work(now=timezone.now())
    played = Played.objects.get()
    assert played.settled_at is not None
    assert played.board == "original"
    assert len(played.tiles) == 6
    parts = list(played.seats.all())
    assert len({part.faction for part in parts} - {""}) == 4
    assert all(part.opening and part.first_tile.startswith("BON") for part in parts)
    assert sum(sum(part.sources.values()) for part in parts) == sum(p.score for p in parts)
    assert Rating.objects.count() == 4


def test_the_order_at_the_table_orders_the_ratings(people):
    finished(people, [90, 120, 110, 70])
    assert settle() == 1
    ranked = sorted(people, key=shown, reverse=True)
    assert [user.username for user in ranked] == ["bea", "cyd", "ada", "dov"]
    assert shown(people[1]) > STARTING_RATING > shown(people[3])


def test_a_game_counts_once_however_often_it_is_settled(people):
    game = finished(people, [90, 120, 110, 70])
    game_ended.send(sender=Game, game=game)  # told twice
    now = timezone.now()
    assert game_settle(game_id=game.pk, now=now)
    before = shown(people[0]), Tally.objects.get(kind="faction", subject="witches").games
    assert not game_settle(game_id=game.pk, now=now)
    assert settle() == 0
    assert (shown(people[0]), Tally.objects.get(kind="faction", subject="witches").games) == before
    assert RatingChange.objects.count() == 4


def test_a_failure_leaves_nothing_behind_and_does_not_stop_others(people, monkeypatch):
    broken = finished(people, [90, 120, 110, 70])
    Game.objects.filter(pk=broken.pk).update(result=[])
    finished(people, [90, 120, 110, 70])
    Seat.objects.filter(game=broken).delete()
    monkeypatch.setattr(
        "ratings.services.settling.feats_add",
        lambda *, played, parts, changes: 1 / 0 if played.pk == broken.pk else None,
    )
    with pytest.raises(ExceptionGroup):
        settle()
    assert Played.objects.get(settled_at=None).pk == broken.pk
    assert not PlayedSeat.objects.filter(played_id=broken.pk).exists()
    assert RatingChange.objects.count() == 4


def test_games_are_settled_in_the_order_of_their_ends(people):
    now = timezone.now()
    late = finished(people[:2], [100, 90], ended_at=now - timedelta(hours=1))
    early = finished(people[:2], [90, 100], ended_at=now - timedelta(hours=2))
    settle()
    rows = RatingChange.objects.filter(user=people[0]).order_by("number")
    assert [row.game_id for row in rows] == [early.pk, late.pk]
    assert [row.number for row in rows] == [1, 2]


def test_every_row_begins_where_the_one_before_ended(people):
    for scores in ([90, 120, 110, 70], [100, 90, 80, 70], [60, 70, 80, 90]):
        finished(people, scores)
    settle()
    for user in people:
        rows = list(RatingChange.objects.filter(user=user).order_by("number"))
        assert rows[0].mu_before == NEWCOMER.mu
        assert [row.mu_before for row in rows[1:]] == [row.mu_after for row in rows[:-1]]
        assert Rating.objects.get(user=user).mu == rows[-1].mu_after


def test_history_is_only_added_to(people):
    finished(people, [90, 120, 110, 70])
    settle()
    row = RatingChange.objects.first()
    row.shown_after = 3000
    for attempt in (
        row.save,
        row.delete,
        RatingChange.objects.all().delete,
        lambda: RatingChange.objects.update(shown_after=3000),
    ):
        with pytest.raises(AddedOnly):
            attempt()


def test_a_change_without_a_cause_is_refused_by_the_database(people):
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingChange.objects.bulk_create(
            [
                RatingChange(
                    user=people[0],
                    rules_key=KEY,
                    number=1,
                    cause=RatingChange.Cause.GAME,
                    mu_before=25,
                    sigma_before=8,
                    mu_after=26,
                    sigma_after=8,
                    shown_before=1000,
                    shown_after=1020,
                    at=timezone.now(),
                )
            ]
        )


@pytest.mark.parametrize(
    ("bots", "rated", "why"),
    [(0, True, Unrated.NO), (0, False, Unrated.AGREED), (1, True, Unrated.BOTS)],
)
def test_unrated_tables_and_bots_do_not_count(people, bots: int, rated: bool, why: str):
    holders = [*people[: 4 - bots], *["hasty"] * bots]
    finished(holders, [90, 120, 110, 70], rated=rated)
    settle()
    assert Played.objects.get().unrated == why
    assert Rating.objects.exists() is (why == Unrated.NO)


def test_who_drops_out_falls_and_the_others_are_as_without_him(people):
    finished(people, [90, 120, 110, 130], dropped=[3])
    settle()
    with_leaver = {user.username: shown(user) for user in people}
    assert with_leaver["dov"] < STARTING_RATING
    others = [UserFactory() for _number in range(3)]
    finished(others, [90, 120, 110])
    settle()
    assert [with_leaver[n] for n in ("ada", "bea", "cyd")] == [shown(user) for user in others]
    assert PlayerTally.objects.get(user=people[3], kind="left").games == 1
    assert not PlayerTally.objects.filter(user=people[3], kind="all").exists()
    assert PlayerTally.objects.get(user=people[1], kind="place").subject == "1"


@pytest.mark.parametrize("score", [130, 10])
def test_a_rescuer_only_rises_and_the_leaver_only_falls(people, score: int):
    rescuer = UserFactory(username="eve")
    game = finished(people, [90, 120, 110, score])
    replaced(game, 3, rescuer)
    settle()
    assert shown(people[3]) < STARTING_RATING
    assert (shown(rescuer) > STARTING_RATING) == (score == 130)
    row = RatingChange.objects.get(user=rescuer)
    assert row.part == Part.RESCUED
    assert row.difference >= 0


def test_a_bot_that_took_a_seat_over_does_not_unrate_the_game(people):
    game = finished(people, [90, 120, 110, 100])
    seat = game.seats.get(number=3)
    seat.tenures.update(ended_at=game.ended_at, ended_revision=1)
    seat.tenures.create(bot="hasty", began_at=game.ended_at, began_revision=1)
    Seat.objects.filter(pk=seat.pk).update(user=None, bot="hasty")
    settle()
    assert Played.objects.get().unrated == Unrated.NO
    assert RatingChange.objects.get(user=people[3]).part == Part.LEFT


def test_offsets_count_from_their_version_on_and_are_named(people):
    finished(people, [90, 120, 110, 70])
    settle()
    OffsetTable.objects.create(
        rules_key=KEY,
        version=1,
        fitted_at=timezone.now(),
        games=1,
        offsets={"faction:witches": 3.0, "seat:4:1": 0.5},
    )
    finished(people, [90, 120, 110, 70])
    settle()
    rows = RatingChange.objects.filter(user=people[0]).order_by("number")
    assert [row.offsets_version for row in rows] == [None, 1]
    parts = PlayedSeat.objects.filter(user=people[0]).order_by("pk")
    assert [part.offset for part in parts] == [0.0, 3.5]
    assert parts[1].chance > PlayedSeat.objects.filter(user=people[3]).last().chance


def test_working_ratings_out_anew_is_a_public_event_with_rows_of_its_own(people):
    unfair = finished(people, [90, 120, 110, 70])
    finished(people, [100, 120, 110, 70])
    settle()
    before = {user.pk: shown(user) for user in people}
    rows = RatingChange.objects.count()
    with pytest.raises(ValueError, match="reason"):
        ratings_recalculate(rules_key=KEY, reason="  ")
    event = ratings_recalculate(
        rules_key=KEY, reason="Two seats, one person", without=[unfair.pk], by=people[0]
    )
    assert Recalculation.objects.get() == event
    assert event.games == 1
    assert event.changed == 4 == RatingChange.objects.count() - rows
    for row in event.changes.all():
        assert row.shown_before == before[row.user_id]
        assert row.shown_after == shown(row.user)
    assert Rating.objects.get(user=people[0]).games == 1
    assert PlayerTally.objects.get(user=people[0], kind="all").foretold == 2


def test_working_out_anew_what_is_right_changes_nobody(people):
    finished(people, [90, 120, 110, 70])
    settle()
    assert ratings_recalculate(rules_key=KEY, reason="To be sure").changed == 0
    assert RatingChange.objects.count() == 4


def test_a_frozen_list_stays(people):
    finished(people, [90, 120, 110, 70])
    snapshot = ratings_freeze(rules_key=KEY, label="Season 1")  # settles what waits
    frozen = {row.user_id: row.shown for row in FrozenRating.objects.all()}
    assert frozen[people[1].pk] > 1000
    finished(people, [120, 90, 80, 110])
    assert ratings_freeze(rules_key=KEY, label="Season 1") == snapshot
    assert {row.user_id: row.shown for row in FrozenRating.objects.all()} == frozen
    assert shown(people[1]) != frozen[people[1].pk]
    assert frozen_list(snapshot=snapshot, placed=False)[0].user == people[1]


def test_equal_ratings_share_a_place(people):
    Rating.objects.bulk_create(
        Rating(user=user, rules_key=KEY, shown=value, placed=True)
        for user, value in zip(people, (1200, 1300, 1200, 900), strict=True)
    )
    assert [(row.user.username, row.rank) for row in rating_list(rules_key=KEY)] == [
        ("bea", 1),
        ("ada", 2),
        ("cyd", 2),
        ("dov", 4),
    ]


def test_the_season_of_a_game_is_asked_of_whoever_knows(people, monkeypatch):
    monkeypatch.setattr(
        "ratings.labels._sources", [lambda game: None, lambda game: Label("Season 3", "Division 2")]
    )
    finished(people, [90, 120, 110, 70])
    settle()
    row = Tally.objects.get(kind="faction", subject="witches")
    assert (row.event, row.tier) == ("Season 3", "Division 2")


def test_feats_keep_the_best_few(people, monkeypatch):
    monkeypatch.setattr("ratings.services.feats.KEPT", 2)
    for score in (102, 101, 104, 103):
        finished(people[:2], [score, 60])
    settle()
    best = Feat.objects.filter(kind="score").order_by("-worth")
    assert [row.worth for row in best] == [104, 103]
    series = Feat.objects.get(kind="series")
    assert (series.user, series.worth) == (people[0], 4)
    assert Feat.objects.filter(kind="lowest").order_by("-worth").first().value == 101


def test_limits_of_a_table_ask_for_the_rating(people):
    finished(people, [90, 120, 110, 70])
    settle()
    assert shown(people[1]) == Rating.objects.get(user=people[1]).shown
    assert rating_of(user=UserFactory(), rules_key=KEY) == STARTING_RATING
