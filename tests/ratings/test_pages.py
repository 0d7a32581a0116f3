"""The pages of ratings and statistics: what stands there, and how many queries it takes."""

from __future__ import annotations

import csv
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Audience
from ratings.models import Rating
from ratings.services.freezing import ratings_freeze
from ratings.services.learning import learn
from ratings.services.recalculating import ratings_recalculate
from tests.factories import UserFactory
from tests.ratings.scene import KEY, finished, settle

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
PAGES = [
    ("ratings", {}),
    ("rating_list", {"rules_key": KEY}),
    ("rating_formula", {"rules_key": KEY}),
    ("statistics", {"rules_key": KEY, "what": "factions"}),
    ("statistics", {"rules_key": KEY, "what": "openings"}),
    ("statistics", {"rules_key": KEY, "what": "tiles"}),
    ("statistics", {"rules_key": KEY, "what": "seats"}),
    ("records", {"rules_key": KEY}),
    ("rating_history", {"rules_key": KEY, "username": "ada"}),
    ("player_statistics", {"rules_key": KEY, "username": "ada"}),
    ("profile", {"username": "ada"}),
]
FILES = [
    ("rating_list_csv", {"rules_key": KEY}, "ada"),
    ("rating_formula_csv", {"rules_key": KEY, "what": "calibration"}, ""),
    ("rating_formula_csv", {"rules_key": KEY, "what": "offsets"}, "faction:witches"),
    ("statistics_csv", {"rules_key": KEY, "what": "factions"}, "Witches"),
    ("records_csv", {"rules_key": KEY}, "bea"),
    ("rating_history_csv", {"rules_key": KEY, "username": "ada"}, "1000"),
    ("player_statistics_csv", {"rules_key": KEY, "username": "ada"}, "Witches"),
]


@pytest.fixture
def people():
    found = [UserFactory(username=name) for name in ("ada", "bea", "cyd", "dov")]
    for user in found:
        user.audience = Audience.EVERYONE
        user.save()
    return found


@pytest.fixture
def games(people):
    for scores in ([90, 120, 110, 70], [100, 120, 110, 70], [70, 80, 90, 100]):
        finished(people, scores)
    finished([*people[:3], "hasty"], [90, 80, 70, 150], factions=["auren"] * 4)
    settle()
    learn(rules_key=KEY, now=timezone.now())
    return people


def page(name: str, **args: str) -> str:
    response = Client().get(reverse(name, kwargs=args))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(("name", "args"), PAGES)
@pytest.mark.usefixtures("games")
def test_few_queries_and_no_computing(name: str, args: dict[str, str]):
    page(name, **args)  # the score of reliability is kept for an hour
    with CaptureQueriesContext(
        connection,
    ) as queries:
        html = page(name, **args)
    assert len(queries) <= MOST_QUERIES, [query["sql"][:90] for query in queries]
    assert not any("games_move" in query["sql"] for query in queries)
    assert "nan" not in html


@pytest.mark.parametrize(("name", "args"), PAGES)
@pytest.mark.usefixtures("people")
def test_a_page_without_anything_to_show_says_so(name: str, args: dict[str, str]):
    html = page(name, **args)
    if name not in ("profile", "rating_formula"):
        assert 'class="card empty"' in html


@pytest.mark.parametrize(("name", "args", "holds"), FILES)
@pytest.mark.usefixtures("games")
def test_tables_can_be_taken_along(name: str, args: dict[str, str], holds: str):
    response = Client().get(reverse(name, kwargs=args))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = response.content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert holds in text


def test_the_list_has_places_for_the_certain_only(games):
    Rating.objects.filter(user=games[0]).update(placed=True)
    html = page("ratings")
    assert html.index("ada") < html.index("Not certain enough") < html.index("bea")


def test_the_list_of_a_season_s_end(games):
    snapshot = ratings_freeze(rules_key=KEY, label="Season 4")
    html = Client().get(reverse("ratings"), {"at": snapshot.pk}).content.decode()
    assert "at the end of Season 4" in html
    assert Client().get(reverse("ratings"), {"at": "none"}).status_code == 404


def test_the_history_names_every_cause(games):
    ratings_recalculate(rules_key=KEY, reason="A better formula")
    html = page("rating_history", username="ada", rules_key=KEY)
    assert html.count('class="cause"') == 3 + ("A better formula" in html)
    assert "A better formula" in page("rating_formula", rules_key=KEY)


def test_a_statistic_is_filtered(games):
    url = reverse("statistics", args=[KEY, "factions"])

    def names(**filters: str) -> str:
        return Client().get(url, filters).content.decode()

    assert "Auren" not in names()
    assert "Auren" in names(games="all")
    assert "Witches" in names(seats="4", board="original", games="rated")
    assert "No finished game fits" in names(band="1600") or "Witches" in names(band="1600")
    assert "Witches" in names(seats="nonsense", band="x")


def test_the_figures_of_a_faction(games):
    rows = list(
        csv.reader(
            io.StringIO(
                Client()
                .get(reverse("statistics_csv", args=[KEY, "factions"]))
                .content.decode("utf-8-sig")
            )
        )
    )
    head, *body = rows
    nomads = dict(zip(head, next(row for row in body if row[1] == "nomads"), strict=True))
    assert (nomads["games"], nomads["won"], nomads["fair share"]) == ("3", "0.6667", "0.25")
    assert nomads["mean points"] == "106.67"


def test_a_player_s_page(games):
    html = page("player_statistics", username="bea", rules_key=KEY)
    for words in ("Nomads", "Opponents", "Where points come from", "Towns", "Places"):
        assert words in html
    assert "within 4 hours" in page("player_statistics", username="ada", rules_key=KEY)


def test_a_player_s_page_is_for_those_who_may_see_the_profile(games):
    games[0].audience = Audience.MEMBERS
    games[0].save()
    for name in ("rating_history", "player_statistics", "rating_history_csv"):
        url = reverse(name, args=["ada", KEY])
        assert Client().get(url).status_code == 302
    member = Client()
    member.force_login(games[1])
    assert member.get(reverse("rating_history", args=["ada", KEY])).status_code == 200


def test_the_profile_shows_rating_and_record(games):
    html = page("profile", username="bea")
    assert str(Rating.objects.get(user=games[1]).shown) in html
    assert reverse("player_statistics", args=["bea", KEY]) in html


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("rating_list", ["chess"]),
        ("statistics", [KEY, "weather"]),
        ("rating_formula_csv", [KEY, "weather"]),
        ("rating_history", ["nobody", KEY]),
    ],
)
def test_what_is_not_there(name: str, args: list[str]):
    assert Client().get(reverse(name, args=args)).status_code == 404


def test_names_in_files_are_never_formulas():
    from ratings.csv_files import csv_response

    text = csv_response("x", ("a",), [("=1+1",), ("-3",), (-3,), (0.12345,)]).content.decode()
    assert text.splitlines()[1:] == ["'=1+1", "'-3", "-3", "0.1235"]
