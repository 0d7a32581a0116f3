"""The game page and everything that is done on it, without a browser."""

from __future__ import annotations

import asyncio
import json
import re
from urllib.parse import parse_qs

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient, Client
from django.urls import reverse

from games.models import Game, Move
from games.services.talk import chat_post
from games.services.undo import undo_request
from games.services.voting import pause_propose
from tests.factories import UserFactory
from tests.games.played import LAST_ROUND, ROWS, RULES, WITCHES, offered, on_turn, states, stored
from tests.games.scene import scene

pytestmark = pytest.mark.django_db
PART = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "move"}


@pytest.fixture
def players():
    return [UserFactory(username=name) for name in ("Marta", "Ilse", "Tomasz", "Aiko")]


@pytest.fixture
def ilse(players):
    client = Client()
    client.force_login(players[WITCHES])
    return client


@pytest.fixture
def game(players) -> Game:
    """It is the turn of Ilse's witches, in the fourth round."""
    return stored(players, on_turn(WITCHES, after=80))


def send(client: Client, game: Game, line: str, **given):
    data = {"line": line, "after": game.revision, "key": "a", **given}
    return client.post(reverse("table_move", args=[game.pk]), data)


def test_a_turn_is_composed_step_by_step_and_confirmed(ilse, game):
    page = ilse.get(reverse("table", args=[game.pk])).text
    assert "Your turn" in page
    assert "pick=build" in page
    page = ilse.get(reverse("table", args=[game.pk]), {"pick": "build"}).text
    assert "line=build+F4" in page
    page = ilse.get(reverse("table", args=[game.pk]), {"line": "build F4"}).text
    assert "What it does" in page
    assert 'name="line" value="build F4"' in page
    answer = send(ilse, game, "build F4")
    assert answer.url == reverse("table", args=[game.pk])
    assert Move.objects.filter(game=game).last().line == "build F4"


def test_a_step_of_the_composer_is_a_few_parts_of_the_page(ilse, game):
    answer = ilse.get(reverse("table", args=[game.pk]), {"pick": "build"}, **PART)
    assert answer.text.count('hx-swap-oob="true"') == 6
    assert "<html" not in answer.text
    assert "HX-Target" in answer.headers["Vary"]


@pytest.mark.parametrize("rows", [40, 160])
@pytest.mark.parametrize("query", [{}, {"pick": "build"}, {"line": "pass BON1"}])
def test_the_page_and_each_step_cost_the_same_however_long_the_game(
    players, django_assert_max_num_queries, rows: int, query: dict
):
    game = stored(players, rows)
    for player in players:
        client = Client()
        client.force_login(player)
        url = reverse("table", args=[game.pk])
        with django_assert_max_num_queries(15):
            client.get(url, query)
        with django_assert_max_num_queries(15):
            client.get(url, query, **PART)


def test_neither_does_a_table_at_which_everything_is_asked(players, django_assert_max_num_queries):
    """Moves shall go back, clocks shall stand still, and somebody has said something."""
    game = stored(players, 160)
    undo_request(game_id=game.pk, user=players[0], after=game.revision)
    pause_propose(game_id=game.pk, user=players[2])
    chat_post(game_id=game.pk, user=players[3], text="Agreed")
    for player in players:
        client = Client()
        client.force_login(player)
        with django_assert_max_num_queries(15):
            page = client.get(reverse("table", args=[game.pk]))
        assert "proposes a pause" in page.text


def test_a_refused_line_comes_back_with_the_reason_and_what_would_do(ilse, game):
    answer = send(ilse, game, "build A1")
    assert answer.status_code == 200
    assert "plains" in answer.text
    assert 'value="build A1"' in answer.text
    assert "This would do:" in answer.text
    assert game.length == Game.objects.get(pk=game.pk).length


def test_a_stale_page_gets_a_clear_answer_and_keeps_the_line(ilse, game):
    answer = send(ilse, game, "build F4", after=game.revision - 1)
    assert answer.status_code == 409
    assert "Somebody moved while you were looking" in answer.text
    assert 'value="build F4"' in answer.text


def test_sent_twice_is_played_once(ilse, game):
    for _ in range(2):
        assert send(ilse, game, "build F4").status_code == 302
    assert Game.objects.get(pk=game.pk).length == game.length + 1


def test_power_is_taken_in_one_tap(players):
    seat = WITCHES
    game = stored(players, offered(seat))
    client = Client()
    client.force_login(players[seat])
    page = client.get(reverse("table", args=[game.pk])).text
    assert "Your answer" in page or "Your turn" in page
    decision = game.decisions.get(seat__number=seat, kind="leech")
    line = decision.default.replace("decline", "leech")
    assert f'value="{line}"' in page
    send(client, game, line, decision=decision.ident)
    assert Move.objects.filter(game=game).last().line == line
    # What happened since one's last turn is still told, with the answer in it.
    after = client.get(reverse("table", args=[game.pk])).context["page"].news
    assert after.items
    assert any("power taken" in said for item in after.items for said in item.mine)
    assert all(item.name != players[seat].username for item in after.items)


def test_a_move_is_taken_back(ilse, game):
    send(ilse, game, "burn 1")
    fresh = Game.objects.get(pk=game.pk)
    assert "Take back my last move" in ilse.get(reverse("table", args=[game.pk])).text
    ilse.post(reverse("table_undo", args=[game.pk]), {"after": fresh.revision})
    assert Game.objects.get(pk=game.pk).length == game.length


def test_who_is_asked_sees_what_would_be_taken_back_and_answers_in_one_tap(ilse, players, game):
    send(ilse, game, "burn 1")
    fresh = Game.objects.get(pk=game.pk)
    ilse.post(reverse("table_undo_ask", args=[game.pk]), {"after": fresh.revision})
    marta = Client()
    marta.force_login(players[0])
    page = marta.get(reverse("table", args=[game.pk]))
    assert page.context["title"] == "Your answer"
    assert page.context["undo_rows"] == [("Ilse", "burn 1")]
    asked = page.context["undo"]
    answer = reverse("table_undo_answer", args=[game.pk, asked.pk])
    assert page.text.count(f'action="{answer}"') == 2  # in the panel, and in the dock of a phone
    for player in (0, 2, 3):
        client = Client()
        client.force_login(players[player])
        client.post(answer, {"answer": "yes"})
    assert Game.objects.get(pk=game.pk).length == game.length


@pytest.mark.parametrize("language", ["cs", "pl"])
def test_a_board_is_drawn_where_numbers_have_a_comma(ilse, players, game, language):
    """In Czech 128.7 is written 128,7; in a drawing that would be two numbers."""
    players[WITCHES].language = language
    players[WITCHES].save()
    page = ilse.get(reverse("table", args=[game.pk]), {"pick": "build"}).text
    drawn = re.findall(r' (?:x|y|d|cx|cy|viewBox|transform)="([^"]*)"', page)
    assert len(drawn) > 200
    assert [value for value in drawn if re.search(r"\d,\d", value)] == []


def test_who_looks_on_composes_nothing(game):
    page = Client().get(reverse("table", args=[game.pk]), {"line": "build F4"}).text
    assert "You are watching" in page
    assert "Confirm move" not in page


def test_strangers_find_no_private_table(players):
    game = stored(players, 60, visibility=Game.Visibility.PRIVATE)
    names = ("table", "table_log", "table_charts", "table_news", "table_result")
    for name in names:
        assert Client().get(reverse(name, args=[game.pk])).status_code == 404
    assert Client().get(reverse("table_at", args=[game.pk, 3])).status_code == 404
    assert Client().get(reverse("table_record", args=[game.pk, "json"])).status_code == 404


def test_any_position_has_an_address(ilse, game):
    page = ilse.get(reverse("table_at", args=[game.pk, 45])).text
    assert f"Move 45 of {game.length}" in page
    assert "What this move did" in page
    assert "Confirm move" not in page
    assert ilse.get(reverse("table_at", args=[game.pk, 999])).status_code == 404
    answer = ilse.get(reverse("table_go", args=[game.pk]), {"number": "45"})
    assert answer.url == reverse("table_at", args=[game.pk, 45])


def test_the_log_has_every_row_and_the_right_numbers(ilse, players):
    game = stored(players, len(ROWS))
    text = "".join(
        ilse.get(reverse("table_log", args=[game.pk]), {"page": page}).text for page in (1, 2, 3)
    )
    assert all(f'id="row-{number}"' in text for number in range(1, game.length + 1))
    assert game.chain in text


def test_the_record_can_be_taken_away(ilse, players):
    game = stored(players, len(ROWS))
    record = json.loads(ilse.get(reverse("table_record", args=[game.pk, "json"])).content)
    assert [(row["seat"], row["line"]) for row in record["rows"]] == [
        (row.seat, row.line) for row in ROWS
    ]
    assert record["hash"] == game.chain
    text = ilse.get(reverse("table_record", args=[game.pk, "txt"])).text
    assert text.count("\n") > len(ROWS)
    assert f"# hash {game.chain}" in text


def test_the_result_adds_up(ilse, players):
    game = stored(players, len(ROWS))
    answer = ilse.get(reverse("table_result", args=[game.pk]))
    result = answer.context["result"]
    scores = [place.score for place in result.places]
    assert scores == sorted(scores, reverse=True)
    assert [cells[2] for cells in result.steps[-1].cells] == scores
    for index, score in enumerate(scores):
        assert sum(points[index] for _source, points in result.sources) == score


def test_the_charts_end_with_the_scores(ilse, players):
    game = stored(players, len(ROWS))
    charts = ilse.get(reverse("table_charts", args=[game.pk])).context["charts"]
    final = {line.label: line.values[-1] for line in charts.charts[0].lines}
    assert final == {players[row["seat"]].username: row["score"] for row in game.result}


def test_a_rematch_is_one_button(ilse, players):
    game = stored(players, len(ROWS))
    assert "Rematch" in ilse.get(reverse("table_result", args=[game.pk])).text
    answer = ilse.post(reverse("table_rematch", args=[game.pk]))
    assert answer.url == reverse("table", args=[game.rematches.get().pk])
    assert "Leave the table" in ilse.get(answer.url, follow=True).text


def test_nonsense_in_the_address_does_no_harm(ilse, game):
    url = reverse("table", args=[game.pk])
    for query in ({"line": "\0\n" * 9}, {"line": "x" * 5000}, {"pick": "no", "at": "Z99"}):
        assert ilse.get(url, query).status_code == 200
    assert ilse.post(reverse("table_move", args=[game.pk]), {"line": "pass"}).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_a_page_is_told_of_moves_by_a_stream():
    game = stored(["random"] * 4, 40)

    async def first_chunks() -> list[bytes]:
        answer = await AsyncClient().get(reverse("table_stream", args=[game.pk]))
        assert answer.headers["Content-Type"] == "text/event-stream"
        chunks = aiter(answer.streaming_content)
        out = [await anext(chunks), await anext(chunks)]
        await chunks.aclose()
        await sync_to_async(connections.close_all)()  # of the thread that asked for the stream
        return out

    hello, news = asyncio.run(first_chunks())
    assert hello == b"retry: 3000\n\n"
    assert b"event: table" in news


def test_power_is_named_that_a_burning_brings_within_reach(ilse, game):
    page = ilse.get(reverse("table", args=[game.pk]), {"pick": "power"})
    burns = page.context["composer"].burns
    assert burns
    for key, choice in burns.items():
        line = parse_qs(choice.query)["line"][0]
        assert line.endswith(f"action {key}")
        composed = ilse.get(reverse("table", args=[game.pk]), {"line": line}).context["composer"]
        assert (composed.line, composed.refusal) == (line, "")


def test_what_is_typed_may_be_completed(ilse, game):
    composer = ilse.get(reverse("table", args=[game.pk]), {"line": "burn 1"}).context["composer"]
    assert "burn 1. build F4" in composer.completions


def test_rounds_are_marked_on_the_slider_however_long_ago(ilse, players):
    game = stored(players, len(ROWS))
    context = ilse.get(reverse("table", args=[game.pk])).context
    assert [mark["round"] for mark in context["marks"]] == [1, 2, 3, 4, 5, 6]
    assert context["marks"][-1]["at"] == round(100 * LAST_ROUND / len(ROWS), 1)


def test_an_earlier_position_marks_what_its_move_did(ilse, game):
    build = next(n for n, row in enumerate(ROWS[:83], 1) if row.line == "build F5")
    context = ilse.get(reverse("table_at", args=[game.pk, build])).context
    assert context["page"].news.places == {"F5": 1}


@pytest.mark.parametrize("key", ["vp", "c", "w", "p", "p3", "fire"])
def test_a_number_tells_where_it_came_from(ilse, players, game, key):
    address = reverse("table_origins", args=[game.pk, WITCHES, key])
    for upto in (game.length, 45):
        origins = ilse.get(address, {"upto": upto}).context["origins"]
        view = RULES.view(states()[upto], None)
        assert origins.total == view["seats"][WITCHES]["numbers"][key]
        assert sum(row.change for row in origins.changes) == origins.total
    assert ilse.get(reverse("table_origins", args=[game.pk, 9, key])).status_code == 404
    assert ilse.get(reverse("table_origins", args=[game.pk, 0, "luck"])).status_code == 404


def test_what_was_prepared_for_a_first_game_is_the_start_of_every_number():
    table = scene(seats=3, options={"preset": "first-game"})
    table.goes_on(6)
    client = Client()
    client.force_login(table.players[0])
    numbers = {
        seat["seat"]: seat["numbers"] for seat in table.game.rules.view(table.state, None)["seats"]
    }
    for key in ("vp", "c", "w", "p2"):
        origins = client.get(reverse("table_origins", args=[table.pk, 0, key])).context["origins"]
        assert origins.total == numbers[0][key]
        assert (origins.changes[-1].number, origins.changes[-1].source) == (0, "start")
    charts = client.get(reverse("table_charts", args=[table.pk])).context["charts"]
    points = next(chart for chart in charts.charts if chart.key == "vp")
    assert [line.values[-1] for line in points.lines] == [numbers[seat]["vp"] for seat in range(3)]
    assert charts.sources[0].points == (20, 20, 20)


def test_the_log_of_one_player_has_the_same_numbers(ilse, game):
    address = reverse("table_log", args=[game.pk])
    every = {row.number: row for row in ilse.get(address).context["ledger"]}
    mine = ilse.get(address, {"seat": WITCHES}).context["ledger"]
    assert {row.seat for row in mine} == {WITCHES}
    assert all(every[row.number] == row for row in mine if row.number in every)


def test_the_log_keeps_what_was_taken_back(ilse, game):
    send(ilse, game, "burn 1")
    ilse.post(reverse("table_undo", args=[game.pk]), {"after": game.revision + 1})
    address = reverse("table_log", args=[game.pk])
    assert "burn 1" not in {row.line for row in ilse.get(address).context["ledger"]}
    shown = ilse.get(address, {"undone": "1"})
    assert [row.line for row in shown.context["ledger"][:2]] == ["undo", "burn 1"]
    assert [row.gone for row in shown.context["ledger"][:3]] == [True, True, False]
    assert '<s class="mono">burn 1</s>' in shown.text


def test_the_charts_tell_points_by_source_over_the_rounds(ilse, players):
    game = stored(players, len(ROWS))
    charts = ilse.get(reverse("table_charts", args=[game.pk])).context["charts"]
    assert charts.data["sources"]["marks"] == ["R1", "R2", "R3", "R4", "R5", "R6", "now"]
    finals = {row["seat"]: row["score"] for row in game.result}
    for of_seat in charts.source_lines:
        assert sum(values[-1] for _label, values in of_seat.lines) == finals[of_seat.seat] - 20


def test_the_line_at_hand_becomes_a_plan(ilse, game):
    for line, lines in (("build F4", ["build F4"]), ("dig 1", ["dig 1"]), ("upgrade", [])):
        answer = ilse.post(reverse("plan_new", args=[game.pk]), {"line": line})
        plan = game.plans.order_by("-pk").first()
        assert [row["line"] for row in plan.branches.get().lines] == lines
        assert answer.url.startswith(reverse("plan", args=[plan.pk]))
    assert "line=upgrade" in answer.url


def test_unread_talk_is_counted_beside_it(ilse, players, game):
    chat_post(game_id=game.pk, user=players[0], text="Away on Saturday.")
    assert ilse.get(reverse("table", args=[game.pk])).context["unread_talk"] == 1
