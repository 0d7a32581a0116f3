"""Passing, bonus cards, turn order (R9.1 to R9.4, R16.5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.terra_mystica.maps.reach import sailing
from tests.engine.terra_mystica.scene import scene


@pytest.mark.parametrize(
    ("card", "row", "points"),
    [
        ("BON6", "D E6", 0),
        ("BON6", "SH E6", 4),
        ("BON6", "SA E6", 4),
        ("BON6", "SH E6; SA E5", 8),
        ("BON7", "TP E6 E5 F3 D4", 8),
        ("BON7", "D E6", 0),
        ("BON9", "D E6 E5 F3", 3),
        ("BON10", "D E6; shipping 2", 6),
        ("BON10", "D E6; shipping 0", 0),
        ("BON3", "D E6 E5; TP F3; SH D4", 0),
    ],
)
def test_points_for_passing_r9_1(card: str, row: str, points: int) -> None:
    table = scene(f"cultists: {row}; card {card}\nwitches: D A10")
    assert table.change("pass BON1").get("vp", 0) == points


def test_bon4_adds_nothing_to_bon10_r13_2() -> None:
    table = scene("riverwalkers: D E6; card BON10\nwitches: D A10")
    assert table.change("pass BON4")["vp"] == 3


def test_bon4_helps_who_has_not_passed_r5_4() -> None:
    table = scene("cultists: D E6; card BON4\nnomads: D A5\nwitches: D A10")
    assert sailing(table.state, table["cultists"]) == 1
    table.play("pass BON1", "nomads: pass BON4")
    assert sailing(table.state, table["nomads"]) == 0


@pytest.mark.parametrize(
    ("card", "income"),
    [
        ("BON1", {"c": 2}), ("BON2", {"c": 4}), ("BON3", {"c": 6}), ("BON4", {"p2": 3, "p1": -3}),
        ("BON5", {"w": 1, "p2": 3, "p1": -3}), ("BON6", {"w": 2}), ("BON7", {"w": 1}),
        ("BON8", {"p": 1}), ("BON9", {"c": 2}), ("BON10", {"p2": 3, "p1": -3}),
    ],
)  # fmt: skip
def test_the_card_taken_pays_in_the_next_round_r2_3(card: str, income: dict[str, int]) -> None:
    held = "BON5" if card != "BON5" else "BON6"
    other = "BON9" if card != "BON9" else "BON4"
    table = scene(
        f"cultists: D E6; card {held}; 0p; bowls 12/0/0\nwitches: D A10; passed; card {other}"
    )
    table.play(f"pass {card}")
    paid = {event.source: event.delta for event in table.events if event.seat == 0}
    assert paid[f"income:{card}"] == income


def test_coins_lie_on_cards_nobody_took_r9_2() -> None:
    table = scene("cultists: D E6; card BON5\nwitches: D A10; card BON3; passed")
    table.play("pass BON1")
    assert table.state.cards["BON2"] == table.state.cards["BON5"] == 1
    assert table.state.round == 2
    table.set("cultists", c=0)
    table.play("witches: pass BON2")
    assert table["witches"].card == "BON2"
    assert table.change("pass BON5")["c"] > 0


def test_coins_add_up_and_are_taken_with_the_card_r9_2() -> None:
    table = scene("cultists: D E6; card BON5\nwitches: D A10; passed")
    table.state = replace(table.state, cards={**table.state.cards, "BON9": 3})
    before = table["cultists"].c
    table.play("pass BON9")
    taken = next(e for e in table.events if e.source == "BON9" and e.delta)
    assert taken.delta == {"c": 3}
    assert table["cultists"].c == before + 3 + 2


@pytest.mark.parametrize(
    ("line", "code"),
    [("pass", "card"), ("pass BON5", "card"), ("pass BON3", "card"), ("pass BON99", "card")],
)
def test_a_card_that_is_not_there_r9_1(line: str, code: str) -> None:
    table = scene("cultists: D E6; card BON5\nwitches: D A10; card BON3")
    assert table.refused(line) == code


def test_nobody_passes_twice_or_acts_afterwards_r9_1() -> None:
    table = scene("cultists: D E6\nwitches: D A10").play("pass BON1")
    for line in ("pass BON2", "action ACT4", "send p to FIRE"):
        assert table.refused(line) == "passed"


def test_in_round_six_no_card_is_taken_and_one_named_is_ignored_r9_1() -> None:
    for line in ("pass", "pass BON1", "pass BON3"):
        table = scene("cultists: D E6; card BON5\nwitches: D A10; card BON3", round=6)
        table.play(line)
        assert table.step is not None
        assert table.step.line == "pass"
        assert table["cultists"].card == ""
        assert "BON5" in table.state.cards


def test_what_is_owed_comes_before_passing_r4_3() -> None:
    table = scene("chaosmagicians: SH E6; TP E5\nwitches: D A10")
    assert table.refused("action ACTC. upgrade E5 to TE. pass BON1") == "owed"
    table.play("action ACTC. upgrade E5 to TE. +FAV9. +FAV10. pass BON1")
    assert table.on_turn == "witches"


def test_passing_with_actions_unused_is_warned_of_r4_7() -> None:
    table = scene("cultists: D E6; card BON2; favors FAV6\nwitches: D A10")
    warnings = table.warnings("pass BON1")
    assert warnings["unused-actions"].facts == {"actions": ["FAV6"]}
    assert warnings["bonus-gone"].facts == {"card": "BON2", "seats": [1]}


def test_an_action_taken_before_the_pass_is_no_longer_unused_r4_7() -> None:
    table = scene("chaosmagicians: SH E6; favors FAV6; card BON2\nwitches: D A10")
    warnings = table.warnings("action ACTC. action FAV6. +FIRE. pass BON1")
    assert "unused-actions" not in warnings


def test_an_action_that_cannot_be_taken_is_not_missed_r12_8() -> None:
    table = scene("riverwalkers: D E6; card BON1\nwitches: D A10")
    assert "bonus-gone" not in table.warnings("pass BON2")
    assert "card-returns" in table.warnings("pass BON2")


def test_who_has_passed_cannot_take_the_card_any_more_r9_1() -> None:
    table = scene("cultists: D E6; card BON5\nwitches: D A10; card BON3\nnomads: D A5")
    table.play("send p to AIR", "witches: pass BON1", "nomads: send p to AIR")
    assert table.warnings("pass BON2")["card-returns"].facts == {"card": "BON5", "seats": [2]}


@pytest.mark.parametrize(
    ("row", "missed"),
    [
        pytest.param("cults 1/0/0/0", {"steps": 1}, id="one step more by a priest"),
        pytest.param("cults 0/0/0/0", {"steps": 2}, id="two by a priest"),
        pytest.param("0p; cults 1/0/0/0", None, id="nothing left to go up with"),
        pytest.param("0p; cults 1/0/0/0; card BON2", {"steps": 1}, id="by the card"),
        pytest.param("0p; cults 0/0/0/0; card BON2", None, id="the card is too little"),
        pytest.param("cults 9/0/0/0", None, id="no key"),
    ],
)
def test_a_cult_bonus_within_reach_is_told_r9_5(row: str, missed: dict[str, int] | None) -> None:
    table = scene(f"cultists: D E6; {row}\nwitches: D A10", scoring="SCORE4")
    warning = table.warnings("pass BON1").get("bonus-missed")
    facts = None if missed is None else {"cult": "fire", "gain": {"w": 1}, **missed}
    assert (None if warning is None else warning.facts) == facts


def test_in_the_last_round_there_is_no_cult_bonus_r9_5() -> None:
    table = scene("cultists: D E6; cults 1/0/0/0\nwitches: D A10", round=6)
    assert "bonus-missed" not in table.warnings("pass")


# ---- turn order -----------------------------------------------------------------------------

THREE = "cultists: D E6\nwitches: D A10\nnomads: D A5"


def test_the_order_of_passing_is_the_next_turn_order_r9_4() -> None:
    table = scene(THREE, variable_order=True)
    table.play("send p to AIR", "witches: send p to AIR", "nomads: pass BON1")
    table.play("pass BON2", "witches: pass BON4")
    assert table.state.order == (2, 0, 1)
    assert table.on_turn == "nomads"


def test_the_first_to_pass_starts_and_seats_go_round_r9_3() -> None:
    table = scene(THREE, variable_order=False)
    table.play("send p to AIR", "witches: pass BON1", "nomads: send p to AIR", "pass BON2")
    table.play("nomads: pass BON4")
    assert table.state.order == (1, 2, 0)


def test_a_first_passer_who_drops_stays_first_r14() -> None:
    table = scene(THREE, variable_order=False)
    table.play("send p to AIR", "witches: pass BON1", "witches: resign", "nomads: pass BON2")
    table.play("pass BON4")
    assert table.state.order == (1, 2, 0)
    assert table.on_turn == "nomads"
