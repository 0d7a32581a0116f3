"""R1.12: the open auction, point by point."""

from __future__ import annotations

import pytest

from engine.api import CHANCE, IllegalMove, Seat
from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.setup_table import SetupTable


def auction(*tokens: str, opener: int = 1, **options: object) -> SetupTable:
    table = SetupTable(len(tokens), auction="open", **options)
    table.deal("deal-tokens " + " ".join(tokens))
    table.deal(f"deal-opener {opener}")
    return table


@pytest.fixture
def three() -> SetupTable:
    return auction("witches", "giants", "yetis", opener=2)


# ---- 1: tokens ------------------------------------------------------------------------------


def test_chance_draws_tokens_and_opener_before_anybody_bids():
    table = SetupTable(3, auction="open")
    draws = {d.draw.verb: d.draw for d in RULES.pending(table.state) if d.draw is not None}
    assert sorted(draws) == ["deal-opener", "deal-tokens"]
    assert (draws["deal-tokens"].count, len(draws["deal-tokens"].items)) == (3, 20)
    assert draws["deal-opener"].items == ("1", "2", "3")
    assert table.refused(1, "bid 0") == ("phase", "R1.12")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("deal-tokens witches auren giants", "redraw"),
        ("deal-tokens yetis icemaidens giants", "redraw"),
        ("deal-tokens shapeshifters riverwalkers giants", "redraw"),
        ("deal-tokens witches giants", "draw"),
        ("deal-tokens witches giants gnomes", "unknown-item"),
        ("deal-opener 4", "unknown-item"),
    ],
)
def test_one_token_per_board(line, code):
    table = SetupTable(3, auction="open")
    assert table.refused(CHANCE, line)[0] == code


def test_nobody_but_chance_draws():
    table = SetupTable(2, auction="open")
    assert table.refused(1, "deal-opener 1")[0] == "not-your-turn"


def test_banned_factions_have_no_token():
    table = SetupTable(2, auction="open", banned_factions=["witches"])
    assert table.refused(CHANCE, "deal-tokens witches giants")[0] == "unknown-item"


# ---- 2 and 6: bidding -----------------------------------------------------------------------


def test_a_round_of_bidding(three):
    assert three.asked == [(2, "auction-bid")]
    three.play(2, "bid 0")
    three.play(3, "bid 4")
    three.play(1, "bid 7")
    three.play(2, "pass")
    assert three.asked == [(3, "auction-bid")]
    three.play(3, "pass")
    assert three.asked == [(1, "auction-choice")]
    three.play(1, "take giants at 3")
    assert (three.factions(), three.points()) == (["giants", "", ""], [33, 0, 0])
    assert RULES.view(three.state, None)["auction"]["positions"] == {"3": 0}


@pytest.mark.parametrize(
    ("seat", "line", "refusal"),
    [
        pytest.param(2, "pass", ("must-bid", "R1.12.6"), id="the opener must bid"),
        pytest.param(3, "bid 1", ("not-your-turn", "R1.12.2"), id="bids go clockwise"),
        pytest.param(2, "bid 41", ("bid-too-high", "R1.12.2"), id="the maximum is 40"),
        pytest.param(2, "bid 999", ("bid-too-high", "R1.12.2"), id="so it is for dreamers"),
        pytest.param(2, "bid -1", ("unreadable", ""), id="nothing below nothing"),
        pytest.param(2, "bid 1.5", ("unknown-command", ""), id="whole numbers"),
        pytest.param(2, "setup witches", ("phase", "R1.6"), id="factions are not chosen freely"),
        pytest.param(2, "take witches at 1", ("not-your-turn", "R1.12.2"), id="win first"),
        pytest.param(2, "pass BON1", ("phase", "R1.12"), id="there are no cards yet"),
        pytest.param(2, "bid 1. bid 2", ("not-your-turn", "R1.12.2"), id="one bid at a time"),
        pytest.param(2, "bid 3 on giants", ("phase", "R1.12"), id="bids are open here"),
    ],
)
def test_what_an_opener_may_not_do(three, seat, line, refusal):
    assert three.refused(seat, line) == refusal


@pytest.mark.parametrize(
    ("seat", "line", "refusal"),
    [
        pytest.param(1, "bid 7", ("raise-needed", "R1.12.6"), id="a raise is at least 1 more"),
        pytest.param(1, "bid 0", ("raise-needed", "R1.12.6"), id="and never less"),
        pytest.param(3, "bid 8", ("passed", "R1.12.6"), id="who passed is out until the next one"),
        pytest.param(2, "bid 8", ("not-your-turn", "R1.12.2"), id="nobody raises himself"),
    ],
)
def test_highest_bid_7(three, seat, line, refusal):
    three.play(2, "bid 7").play(3, "pass")
    assert three.refused(seat, line) == refusal


def test_a_bid_of_40_ends_the_round_at_once(three):
    three.play(2, "bid 40. take witches at 1")
    assert three.points() == [0, 0, 0]
    assert three.factions() == ["", "witches", ""]
    assert three.asked == [(3, "auction-bid")]


def test_who_passed_bids_again_in_the_next_round(three):
    three.play(2, "bid 0").play(3, "pass").play(1, "pass").play(2, "take witches at 1")
    three.play(3, "bid 0")
    assert three.asked == [(1, "auction-bid")]


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("take giants at 2", ("position-taken", "R1.12.2")),
        ("take giants at 4", ("position-taken", "R1.12.2")),
        ("take giants at 0", ("position-taken", "R1.12.2")),
        ("take witches at 1", ("faction-taken", "R1.12.1")),
        ("take auren at 1", ("not-drawn", "R1.12.1")),
        ("bid 9", ("not-your-turn", "R1.12.2")),
        ("pass", ("not-your-turn", "R1.12.2")),
    ],
)
def test_what_a_winner_may_not_take(three, line, refusal):
    three.play(2, "bid 0").play(3, "pass").play(1, "pass").play(2, "take witches at 2")
    three.play(3, "bid 5").play(1, "pass")
    assert three.refused(3, line) == refusal


# ---- 3: the next round, the last player -----------------------------------------------------


def test_the_next_round_is_opened_clockwise_from_the_last_opener_not_from_the_winner():
    table = auction("witches", "giants", "nomads", "mermaids", opener=3)
    table.play(3, "bid 0").play(4, "bid 1").play(1, "pass").play(2, "pass").play(3, "pass")
    table.play(4, "take witches at 4")
    assert table.asked == [(1, "auction-bid")], "seat 4 is next after 3, but has a faction"
    table.play(1, "bid 0").play(2, "bid 2").play(3, "pass").play(1, "pass")
    table.play(2, "take giants at 1")
    assert table.asked == [(3, "auction-bid")]


def test_the_last_player_gets_what_is_left_for_nothing():
    table = auction("witches", "giants")
    table.play(1, "bid 0").play(2, "bid 12").play(1, "pass").play(2, "take giants at 1")
    assert (table.factions(), table.points()) == (["witches", "giants"], [40, 28])
    assert table.order() == [2, 1]
    assert table.asked == [(2, "dwelling")]


# ---- 4: the track ---------------------------------------------------------------------------


def test_the_track_orders_dwellings_first_turn_and_reversed_cards():
    table = auction("witches", "giants", "nomads", opener=1, variable_turn_order=False)
    table.play(1, "bid 0").play(2, "pass").play(3, "pass").play(1, "take witches at 3")
    table.play(2, "bid 0").play(3, "pass").play(2, "take nomads at 1")
    assert table.order() == [2, 3, 1]
    placed = []
    while table.state.phase == "dwellings":
        placed.append(table.asked[0][0])
        table.time_out()
    assert placed == [2, 3, 1, 1, 3, 2, 2]
    cards = []
    while table.state.phase == "cards":
        cards.append(table.asked[0][0])
        table.time_out()
    assert cards == [1, 3, 2]
    assert table.asked == [(2, "action")]
    # R9.3 with the track positions as seats: seat 3 passes first.
    table.play(2, next(line for line in table.offered(2) if line.startswith("upgrade")))
    assert table.asked[0] == (3, "action")
    while table.state.round == 1:
        table.time_out()
    assert table.order() == [3, 1, 2]


# ---- 5 and 7: terrain -----------------------------------------------------------------------


def test_yetis_may_not_choose_the_home_of_giants_that_nobody_took_yet(three):
    three.play(2, "bid 0").play(3, "pass").play(1, "pass").play(2, "take yetis at 1")
    assert three.asked == [(2, "terrain")]
    assert three.refused(2, "pick-color red") == ("terrain-taken", "R1.6")
    assert three.refused(2, "pick-color green") == ("terrain-taken", "R1.6")
    assert three.refused(3, "bid 0") == ("owed", "R1.6d")
    assert three.offered(3) == []
    three.play(2, "pick-color blue")
    assert three.asked == [(3, "auction-bid")]


def test_a_terrain_chosen_by_somebody_else_is_blocked():
    table = auction("yetis", "shapeshifters", "dragonlords")
    table.play(1, "bid 0").play(2, "pass").play(3, "pass")
    table.play(1, "take yetis at 1. pick-color red")
    table.play(2, "bid 0").play(3, "pass").play(2, "take shapeshifters at 2")
    assert table.refused(2, "pick-color red") == ("terrain-taken", "R1.6")
    table.play(2, "pick-color blue")
    assert table.asked == [(3, "terrain")], "volcano factions choose after the last token"
    assert table.refused(3, "pick-color red") == ("terrain-taken", "R1.6")
    assert table.refused(3, "pick-color blue") == ("terrain-taken", "R1.6")
    table.play(3, "pick-color green")
    assert table.asked == [(1, "dwelling")]


def test_a_volcano_faction_does_not_choose_when_its_token_is_taken():
    table = auction("acolytes", "giants")
    table.play(1, "bid 0").play(2, "bid 1").play(1, "pass").play(2, "take acolytes at 2")
    assert table.asked == [(2, "terrain")]
    assert table.refused(2, "pick-color red") == ("terrain-taken", "R1.6")
    assert table.state.phase == "terrain"


def test_ice_maidens_take_their_tile_with_the_token():
    table = auction("icemaidens", "giants")
    table.play(1, "bid 3").play(2, "pass")
    table.play(1, "take icemaidens at 2. +FAV5")
    assert table.asked == [(1, "terrain")], "the terrain is still owed"
    table.play(1, "pick-color black")
    assert table.state.players[0].favors == ("FAV5",)
    assert (table.factions(), table.points()) == (["icemaidens", "giants"], [37, 40])


# ---- 8: drop-outs ---------------------------------------------------------------------------


def test_who_leaves_while_bidding_counts_as_passed(three):
    three.play(2, "bid 3").play(3, "resign")
    assert three.asked == [(1, "auction-bid")]
    three.play(1, "pass")
    assert three.asked == [(2, "auction-choice")]


def test_the_round_goes_on_unchanged_when_somebody_leaves_who_is_not_asked(three):
    three.play(2, "bid 3")
    (before,) = RULES.pending(three.state)
    three.play(1, "resign")
    assert RULES.pending(three.state) == (before,)


def test_if_the_highest_bidder_leaves_the_round_begins_anew(three):
    three.play(2, "bid 3").play(3, "pass").play(1, "bid 9").play(1, "resign")
    assert three.asked == [(2, "auction-bid")]
    three.play(2, "bid 0")
    assert three.asked == [(3, "auction-bid")], "who had passed is in again"


def test_if_the_winner_leaves_before_he_chooses_the_round_begins_anew(three):
    three.play(2, "bid 3").play(3, "pass").play(1, "pass").play(2, "resign")
    assert three.asked == [(3, "auction-bid")]


def test_the_last_player_chooses_for_nothing_among_what_is_left(three):
    three.play(2, "resign").play(3, "resign")
    assert three.asked == [(1, "auction-choice")]
    assert len(three.offered(1)) == 9
    three.play(1, "take yetis at 3. pick-color red")
    assert three.points() == [40, 0, 0]
    assert three.order() == [1, 2, 3], "position numbers close up"
    assert three.asked == [(1, "dwelling")]


def test_a_left_over_token_blocks_no_terrain_any_more():
    table = auction("acolytes", "giants", "witches")
    table.play(3, "resign").play(1, "bid 0").play(2, "pass").play(1, "take acolytes at 3")
    table.play(2, "take witches at 1")
    table.play(1, "pick-color red")
    assert table.order() == [2, 1, 3]


def test_who_leaves_with_a_token_keeps_faction_and_position(three):
    three.play(2, "bid 6").play(3, "pass").play(1, "pass").play(2, "take giants at 1")
    three.play(2, "resign").play(3, "bid 0").play(1, "pass")
    three.play(3, "take witches at 3").play(1, "pick-color black")
    assert three.order() == [2, 1, 3]
    assert three.asked == [(1, "dwelling")], "who left places nothing"
    assert three.points() == [40, 34, 40]


def test_everybody_leaving_ends_the_game(three):
    for seat in (1, 2, 3):
        three.play(seat, "resign")
    assert three.asked == []
    assert RULES.result(three.state) is not None


# ---- around it ------------------------------------------------------------------------------


def test_time_outs_bid_nothing_and_pass(three):
    lines = []
    while three.state.phase in ("auction", "terrain"):
        (decision,) = RULES.pending(three.state)
        lines.append((decision.seat + 1, decision.default))
        three.time_out()
    assert lines == [
        (2, "bid 0"),
        (3, "pass"),
        (1, "pass"),
        (2, "take witches at 1"),
        (3, "bid 0"),
        (1, "pass"),
        (3, "take giants at 2"),
        (1, "pick-color yellow"),
    ]


def test_offers_name_price_and_target(three):
    offers = {offer.line: offer for offer in RULES.legal(three.state, Seat(1))}
    assert len(offers) == 41, "0 to 40, no pass for the opener"
    assert (offers["bid 7"].group, offers["bid 7"].amount) == ("bid", 7)
    three.play(2, "bid 40")
    offers = {offer.line: offer for offer in RULES.legal(three.state, Seat(1))}
    taken = offers["take yetis at 2"]
    assert (taken.group, taken.target, taken.target_kind) == ("faction", "yetis", "faction")
    assert taken.amount == 2


def test_composing_a_line_that_wins_leads_on_to_the_choice(three):
    composed = RULES.compose(three.state, Seat(1), "bid 40")
    assert not composed.complete
    assert "take giants at 1" in [offer.line for offer in composed.offers]
    composed = RULES.compose(three.state, Seat(1), "bid 40. take yetis at 1")
    assert not composed.complete, "the terrain is owed"
    assert "pick-color blue" in [offer.line for offer in composed.offers]
    assert RULES.compose(three.state, Seat(1), "bid 5").complete


def test_a_refused_bid_comes_with_bids_that_would_do(three):
    three.play(2, "bid 7")
    refusal = RULES.compose(three.state, Seat(2), "bid 7").refusal
    assert refusal is not None
    assert refusal.message.facts == {"highest": 7}
    assert refusal.nearest[0] == "bid 8"


def test_bids_are_events_and_the_faction_comes_with_its_points(three):
    step = RULES.play(three.state, Seat(1), "bid 40. take witches at 2")
    kinds = [(event.kind, event.seat) for event in step.events]
    assert kinds == [("bid-made", 1), ("faction-taken", 1), ("position-taken", 1)]
    assert not step.events[1].delta.get("vp"), "40 points less a bid of 40"
    assert step.events[2].facts == {"position": 2}


def test_starting_points_of_2017_and_an_auction_exclude_each_other():
    with pytest.raises(ValueError, match="needs"):
        SetupTable(3, auction="open", starting_vp="2017")


def test_a_refusal_is_an_illegal_move_not_a_traceback(three):
    with pytest.raises(IllegalMove):
        RULES.play(three.state, Seat(4), "bid 3")
