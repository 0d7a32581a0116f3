"""A game is played in the browser: by clicks, by typed lines, on a phone, to its end."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import parse_qs

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from engine.api import Seat
from games.bots.policies import policies_for
from games.models import Game, Move
from games.positions import position_at
from games.services.bots import bots_play
from tests.games.played import RULES, offered, on_turn, row_where, stored

MARTA = 0
BOTS = ["random", "random", "random"]
PHONE = {"width": 390, "height": 844}


def late() -> int:
    """The last round, and Marta is to move."""
    return row_where(
        lambda state: (
            RULES.view(state, None)["round"] == 6
            and any(d.seat == MARTA and d.kind == "action" for d in RULES.pending(state))
        )
    )


def last_line(game: Game) -> str:
    return Move.objects.filter(game=game, live=True).order_by("number").last().line


def confirm(page: Page) -> None:
    page.locator("#confirm:visible, #dock button:visible").last.click()
    page.wait_for_load_state()


def let_bots(game: Game, rng: Random) -> Game:
    """The bots move until a person is asked, however slow the machine is."""
    while bots_play(game_id=game.pk, rng=rng):
        pass
    return Game.objects.get(pk=game.pk)


def take_a_turn(page: Page, rng: Random) -> None:
    """Whatever is asked, by clicks alone: an action, its places and tiles, then Confirm."""
    quick = page.locator("#move .quick form button")
    if quick.count():
        quick.nth(rng.randrange(quick.count())).click()
        page.wait_for_load_state()
        return
    for _ in range(40):
        ready = page.locator("#confirm:not([disabled]).pri")
        if ready.count():
            confirm(page)
            return
        options = page.locator("#move .opts a.opt, #move .mvs a.mv:not(.sel)")
        wanted = page.locator("#move .opts a.opt")
        choice = wanted if wanted.count() else options
        count = choice.count()
        if not count:
            page.wait_for_timeout(100)  # the parts of the page are just being exchanged
            continue
        with page.expect_response(re.compile(r"/games/\d+/")):
            choice.nth(rng.randrange(count)).click()
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
    raise AssertionError(f"no whole turn after forty looks: {page.url}")


def play_on(page: Page, game: Game, rng: Random, turns: int) -> None:
    url = reverse("table", args=[game.pk])
    for _ in range(turns):
        if not let_bots(game, rng).is_running:
            return
        page.goto(url)
        take_a_turn(page, rng)
    raise AssertionError("the game does not come to an end")


@pytest.mark.usefixtures("signed_in")
def test_the_last_round_by_clicks(page: Page, marta):
    game = stored([marta, *BOTS], late())
    play_on(page, game, Random(3), turns=40)
    page.goto(reverse("table_result", args=[game.pk]))
    expect(page.get_by_role("heading", name="Final scoring, step by step")).to_be_visible()


@pytest.mark.usefixtures("signed_in")
def test_the_last_round_on_a_phone(page: Page, marta):
    page.set_viewport_size(PHONE)
    game = stored([marta, *BOTS], late())
    play_on(page, game, Random(5), turns=40)
    assert Game.objects.get(pk=game.pk).is_finished


def type_on(page: Page, game: Game, rng: Random, turns: int) -> None:
    """Whatever is asked is answered by a line in the field, then Confirm."""
    url, policy = reverse("table", args=[game.pk]), policies_for(game.rules_key)["random"]
    for _ in range(turns):
        fresh = let_bots(game, rng)
        if fresh.is_finished:
            return
        line = policy.choose(RULES, position_at(game=fresh), Seat(MARTA), rng)
        page.goto(url)
        page.fill("#cmd", line)
        page.press("#cmd", "Enter")
        expect(page.locator("#confirm")).to_be_enabled()
        confirm(page)
        assert Move.objects.filter(game=game, seat=MARTA).last().line == line
    raise AssertionError("the game does not come to an end")


@pytest.mark.usefixtures("signed_in")
def test_the_last_round_by_typed_lines(page: Page, marta):
    type_on(page, stored([marta, *BOTS], late()), Random(7), turns=40)


@pytest.mark.usefixtures("signed_in")
def test_a_hex_is_clicked_on_the_board(page: Page, marta):
    game = stored([marta, *BOTS], 2)
    page.goto(reverse("table", args=[game.pk]))
    page.get_by_role("link", name="Nomads").click()
    expect(page.locator("#cmd")).to_have_value("setup nomads")
    confirm(page)
    let_bots(game, Random(1))
    page.goto(reverse("table", args=[game.pk]))
    page.locator("#board a[data-hex]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#cmd")).to_have_value(re.compile("^build "))
    page.keyboard.press("Escape")
    expect(page.locator("#cmd")).to_have_value("")


@pytest.mark.usefixtures("signed_in")
def test_escape_closes_what_was_opened_before_it_takes_a_command_back(page: Page, marta):
    game = stored([marta, *BOTS], late())
    url = reverse("table", args=[game.pk])
    page.goto(f"{url}?line=burn+1&pick=pass")
    page.locator("#move-h").focus()
    page.keyboard.press("Escape")
    page.wait_for_url(f"**{url}?line=burn+1")
    expect(page.locator(".sofar li")).to_have_count(1)
    page.keyboard.press("Escape")
    page.wait_for_url(f"**{url}")
    expect(page.locator(".sofar li")).to_have_count(0)


@pytest.mark.usefixtures("signed_in")
def test_power_is_taken_in_one_tap(page: Page, marta):
    seat = 1
    holders = ["random", marta, "random", "random"]
    game = stored(holders, offered(seat))
    page.set_viewport_size(PHONE)
    page.goto(reverse("table", args=[game.pk]))
    page.locator("#dock button").first.click()
    page.wait_for_load_state()
    assert last_line(game).startswith("leech")


@pytest.mark.usefixtures("signed_in")
def test_without_scripts_the_same_links_and_forms_do_it(context, chromium, live_server, marta):
    game = stored([marta, *BOTS], late())
    plain = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    plain.add_cookies(context.cookies())
    page = plain.new_page()
    page.goto(reverse("table", args=[game.pk]))
    page.locator("#move a.mv", has_text="Pass").click()
    page.locator("#move .opts a.opt").first.click()
    expect(page.locator("#cmd")).to_have_value("pass")
    page.locator("#confirm").click()
    assert last_line(game) == "pass"
    plain.close()


@pytest.mark.nightly
@pytest.mark.usefixtures("signed_in")
def test_a_whole_game_by_clicks(page: Page, marta):
    game = stored([marta, *BOTS], 2)
    play_on(page, game, Random(11), turns=400)
    assert Game.objects.get(pk=game.pk).is_finished


@pytest.mark.nightly
@pytest.mark.usefixtures("signed_in")
def test_a_whole_game_by_typed_lines(page: Page, marta):
    type_on(page, stored([marta, *BOTS], 2), Random(13), turns=400)


@pytest.mark.nightly
@pytest.mark.usefixtures("signed_in")
def test_a_whole_game_on_a_phone(page: Page, marta):
    page.set_viewport_size(PHONE)
    game = stored([marta, *BOTS], 2)
    play_on(page, game, Random(17), turns=400)
    assert Game.objects.get(pk=game.pk).is_finished


REACHED = """() => [...document.querySelectorAll("#move a[data-step]")].map((link) => {
    const box = link.getBoundingClientRect();
    const seen = box.width >= 24 && box.height >= 24 && box.left >= 0 && box.right <= innerWidth;
    return [link.getAttribute("href"), seen];
})"""


@pytest.mark.usefixtures("signed_in")
def test_every_legal_move_is_reached_on_a_narrow_screen(page: Page, marta):
    page.set_viewport_size({"width": 360, "height": 740})
    game = stored([marta, *BOTS], on_turn(MARTA, after=80))
    legal = {offer.line for offer in RULES.legal(position_at(game=game), Seat(MARTA))}
    ways, walked, reached = [""], set(), set()
    while ways:
        way = ways.pop()
        page.goto(reverse("table", args=[game.pk]) + way)
        for href, seen in page.evaluate(REACHED):
            assert seen, f"{href} after {way}"
            asked = parse_qs(href.removeprefix("?"))
            if "line" in asked:
                reached |= set(asked["line"])
            elif href not in walked and href != "?":
                walked.add(href)
                ways.append(href)
    assert legal - reached == set()


@pytest.mark.usefixtures("signed_in")
def test_a_line_is_looked_at_at_every_full_stop(page: Page, marta):
    game = stored([marta, *BOTS], late())
    page.goto(reverse("table", args=[game.pk]))
    page.locator("#cmd").press_sequentially("burn 1. ")
    expect(page.locator(".sofar li")).to_have_count(1)
    expect(page.locator("#cmd")).to_have_value("burn 1. ")
    expect(page.locator("#cmd")).to_be_focused()
    page.keyboard.type("pass")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("#move-h:has-text('Waiting for others')")
    assert last_line(game) == "burn 1. pass"


@pytest.mark.usefixtures("signed_in")
def test_what_happened_is_played_back(page: Page, marta):
    game = stored([marta, *BOTS], 90)
    page.goto(reverse("table_at", args=[game.pk, 88]) + "#play")
    page.wait_for_url(f"**{reverse('table_at', args=[game.pk, 90])}", timeout=30_000)
    expect(page.locator("[data-play]")).to_have_attribute("aria-pressed", "false")


@pytest.mark.usefixtures("signed_in")
def test_words_being_written_stay_when_others_move(page: Page, marta):
    game = stored([marta, *BOTS], on_turn(2, after=80))
    page.goto(reverse("table", args=[game.pk]))
    page.locator("#say-text").fill("Well played")
    bots_play(game_id=game.pk, moves=1, rng=Random(1))
    expect(page.locator("#moved-on")).to_be_visible(timeout=30_000)
    expect(page.locator("#say-text")).to_have_value("Well played")


@pytest.mark.usefixtures("signed_in")
def test_moves_of_others_come_in_without_reloading(page: Page, marta):
    game = stored([marta, *BOTS], on_turn(2, after=80))
    page.goto(reverse("table", args=[game.pk]))
    page.evaluate("window.same = true")
    bots_play(game_id=game.pk, moves=1, rng=Random(1))
    expect(page.locator(f"#row-{game.length + 1}")).to_be_attached(timeout=30_000)
    assert page.evaluate("window.same") is True
