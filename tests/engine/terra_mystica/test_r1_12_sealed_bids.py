"""The fast form of the auction: sealed bids on every faction and every position."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.api import Seat
from engine.log import LogRow, may_read, replay, row_of
from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.setup_table import EXPANDED, SetupTable

BIDS = {
    1: "bid 9 on witches. bid 2 on giants. bid 3 on position 1",
    2: "bid 8 on witches. bid 5 on giants. bid 4 on position 1",
    3: "bid 1 on yetis. bid 1 on position 3",
}


@pytest.fixture
def three() -> SetupTable:
    table = SetupTable(3, auction="sealed")
    table.deal("deal-tokens witches giants yetis")
    return table


def test_everybody_is_asked_at_once(three):
    assert three.asked == [(1, "sealed-bid"), (2, "sealed-bid"), (3, "sealed-bid")]
    for decision in RULES.pending(three.state):
        assert (decision.mode, decision.group) == ("sealed", "sealed-bids")
        assert decision.default == "bid 0 on witches"
        assert decision.reason.facts == {"factions": ["witches", "giants", "yetis"]}


def test_the_assignment_worth_most_and_everybody_pays_his_own_bids(three):
    for seat, line in BIDS.items():
        three.play(seat, line)
    assert three.factions() == ["witches", "giants", "yetis"]
    # 9 + 5 + 1 for the factions; positions: 4 for seat 2, 1 for seat 3, nothing for seat 1.
    assert three.points() == [40 - 9, 40 - 5 - 4, 40 - 1 - 1]
    assert three.order() == [2, 1, 3]
    assert three.asked == [(3, "terrain")]


@pytest.mark.parametrize("order", list(permutations(BIDS)))
def test_answers_commute(three, order):
    for seat in order:
        three.play(seat, BIDS[seat])
    assert (three.points(), three.order()) == ([31, 31, 38], [2, 1, 3])


def test_ties_go_by_the_published_rule(three):
    for seat in (3, 2, 1):
        three.play(seat, "bid 5 on giants. bid 2 on position 2")
    # All equal: seat 1 gets what it bid most on, then things as they were drawn.
    assert three.factions() == ["giants", "witches", "yetis"]
    assert three.order() == [2, 1, 3]
    assert three.points() == [33, 40, 40]


def test_a_bid_may_be_changed_until_the_last_one_is_in(three):
    three.play(1, BIDS[1]).play(2, BIDS[2])
    assert three.asked == [(3, "sealed-bid")]
    three.play(1, "bid 20 on giants")
    mine = RULES.view(three.state, Seat(0))["bids"]["shown"]["0"]
    assert mine == {"factions": {"giants": 20}, "positions": {}}, "a new line replaces the old one"
    three.play(3, BIDS[3])
    assert three.factions() == ["giants", "witches", "yetis"]
    assert three.refused(1, BIDS[1])[0] == "phase"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("bid 41 on witches", "bid-too-high"),
        ("bid 30 on witches. bid 11 on position 2", "bids-too-high"),
        ("bid 30 on witches. bid 10 on position 2", ""),
        ("bid 3 on witches. bid 4 on witches", "bid-twice"),
        ("bid 3 on auren", "not-drawn"),
        ("bid 3 on position 4", "no-such-position"),
        ("bid 3 on position 0", "no-such-position"),
        ("bid 3", "phase"),
        ("pass", "phase"),
        ("take witches at 1", "phase"),
        ("BID 3 ON 2", ""),
    ],
)
def test_what_may_be_bid(three, line, code):
    assert three.refused(1, line)[0] == code


# ---- secrets --------------------------------------------------------------------------------


def test_nobody_sees_a_bid_of_somebody_else_before_the_end(three):
    three.play(1, BIDS[1])
    for viewer in (None, Seat(1), Seat(2)):
        shown = RULES.view(three.state, viewer)["bids"]
        assert shown == {"decided": [0], "shown": {}}
    assert set(RULES.view(three.state, Seat(0))["bids"]["shown"]) == {"0"}
    assert RULES.disclosed(three.state) == ()


def test_everybody_sees_all_bids_afterwards(three):
    for seat, line in BIDS.items():
        three.play(seat, line)
    shown = RULES.view(three.state, None)["bids"]["shown"]
    assert shown["1"] == {"factions": {"witches": 8, "giants": 5}, "positions": {"1": 4}}
    assert sorted(shown) == ["0", "1", "2"]


def test_lines_and_events_of_a_bid_are_for_its_seat_alone_until_the_rows_are_disclosed(three):
    rows: list[LogRow] = []
    for seat, line in BIDS.items():
        step = RULES.play(three.state, Seat(seat - 1), line)
        assert step.audience == (seat - 1,)
        private = [event for event in step.events if event.kind == "bid-written"]
        assert [event.audience for event in private] == [(seat - 1,)] * len(private)
        assert step.reveals == (seat == 3)
        rows.append(row_of(Seat(seat - 1), step))
        three.state = step.state
    first_bid = three.state.row - 2
    disclosed = RULES.disclosed(three.state)
    assert disclosed == (first_bid, first_bid + 1, first_bid + 2)
    assert may_read(rows[0], first_bid, None, disclosed)
    assert not may_read(rows[0], first_bid, None, ())


def test_the_last_bid_is_not_previewed(three):
    three.play(1, BIDS[1])
    assert RULES.compose(three.state, Seat(1), BIDS[2]).step is not None
    three.play(2, BIDS[2])
    last = RULES.compose(three.state, Seat(2), BIDS[3])
    assert last.step is None
    assert last.refusal is None
    assert last.complete


def test_composing_goes_from_thing_to_thing(three):
    composed = RULES.compose(three.state, Seat(0), "bid 5 on witches")
    lines = [offer.line for offer in composed.offers]
    assert "bid 35 on position 1" in lines
    assert "bid 36 on position 1" not in lines
    assert not any("witches" in line for line in lines)


# ---- who leaves, who sleeps -----------------------------------------------------------------


def test_who_leaves_gets_nothing_and_opens_the_bids_if_he_was_the_last(three):
    three.play(1, BIDS[1]).play(2, BIDS[2])
    step = RULES.play(three.state, Seat(2), "resign")
    assert step.reveals
    three.play(3, "resign")
    assert three.factions() == ["witches", "giants", ""]
    assert three.order() == [2, 1, 3]
    assert three.asked == [(2, "dwelling")]


def test_the_bids_of_who_left_do_not_count(three):
    three.play(3, "bid 40 on giants").play(3, "resign")
    three.play(1, BIDS[1]).play(2, BIDS[2])
    assert three.factions() == ["witches", "giants", ""]


def test_time_outs_bid_nothing(three):
    three.time_out().time_out().time_out()
    assert (three.factions(), three.points()) == (["witches", "giants", "yetis"], [40, 40, 40])


def test_terrain_is_chosen_one_after_the_other_in_the_new_turn_order():
    table = SetupTable(3, auction="sealed")
    table.deal("deal-tokens icemaidens shapeshifters acolytes")
    table.play(1, "bid 1 on icemaidens")
    table.play(2, "bid 1 on shapeshifters. bid 1 on position 1")
    table.play(3, "bid 1 on acolytes")
    assert table.order() == [2, 1, 3]
    assert table.asked == [(2, "terrain")]
    assert table.refused(1, "pick-color red") == ("not-your-turn", "R1.6d")
    assert table.refused(1, "+FAV5") == ("not-your-turn", "R1.6d")
    assert table.offered(1) == []
    table.play(2, "pick-color red")
    assert table.refused(1, "pick-color red") == ("terrain-taken", "R1.6")
    table.play(1, "+FAV5. pick-color blue")
    assert table.asked == [(3, "terrain")]
    table.play(3, "pick-color green")
    assert table.asked == [(2, "dwelling")]


def test_a_log_with_sealed_bids_replays():
    options = {**EXPANDED, "auction": "sealed"}
    state = RULES.setup(options, 2)
    rows = []
    for seat, line in [
        (-1, "deal-scoring SCORE3 SCORE4 SCORE5 SCORE6 SCORE7 SCORE8"),
        (-1, "deal-bonus BON1 BON2 BON3 BON4 BON5"),
        (-1, "deal-tokens witches giants"),
        (1, "bid 3 on giants"),
        (1, "bid 3 on witches"),
        (0, "bid 1 on giants. bid 1 on position 2"),
    ]:
        step = RULES.play(state, Seat(seat), line)
        rows.append(row_of(Seat(seat), step))
        state = step.state
    assert RULES.disclosed(state) == (4, 5, 6)
    again = replay(RULES, options, 2, rows)
    assert again == state == RULES.load(RULES.dump(state))
