"""R11.3 Cultists, R11.4 Halflings."""

from __future__ import annotations

import pytest

from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.scene import Scene, scene

THREE = "cultists: D E6 F7; bowls 6/6/0{}\nwitches: D F4\ngiants: D D4"


def built(extra: str = "", **options: object) -> Scene:
    return scene(THREE.format(extra), **options).play("upgrade E6 to TP")  # type: ignore[arg-type]


def test_a_step_at_the_first_acceptance_and_once_per_event_r11_3() -> None:
    table = built()
    assert table.refused("cultists: +WATER") == "not-owed"
    table.play("witches: leech 1 from cultists")
    assert table["cultists"].steps_due == 1
    table.play("giants: leech 1 from cultists")
    assert table["cultists"].steps_due == 1
    assert table.change("cultists: +WATER") == {"water": 1}
    assert table.refused("cultists: +WATER") == "not-owed"


def test_one_power_if_all_decline_r11_3() -> None:
    table = built().play("witches: decline")
    assert table.change("giants: decline 1 from cultists", of="cultists") == {"p1": -1, "p2": 1}


def test_no_power_without_the_option_r11_3() -> None:
    table = built(power_when_declined=False).play("witches: decline")
    assert table.change("giants: decline", of="cultists") == {}


def test_one_accepts_and_one_declines_r11_3() -> None:
    table = built().play("witches: decline", "giants: leech 1 from cultists")
    assert table["cultists"].steps_due == 1
    assert table["cultists"].bowls == (6, 6, 0)


def test_nobody_near_or_nobody_able_nothing_r11_3() -> None:
    table = scene("cultists: D E6; bowls 6/6/0\nwitches: D A10").play("upgrade E6 to TP")
    assert (table["cultists"].steps_due, table.state.events) == (0, ())
    full = scene("cultists: D E6; bowls 6/6/0\nwitches: D F4; bowls 0/0/12")
    assert "p2" not in full.change("upgrade E6 to TP")
    assert full["cultists"].steps_due == 0


def test_who_became_unable_counts_as_having_no_say_r7_7() -> None:
    """Two events; taking the first fills the Giants' bowls, so the second has nobody able left."""
    table = scene(
        "cultists: D E6 E5; bowls 6/6/0\ngiants: D D4; TP F3; bowls 0/1/11\nwitches: D A10"
    )
    table.play("upgrade E5 to TP", "giants: wait")
    assert table.power_offers() == [("giants", 2)]
    table.play("giants: leech 2 from cultists")
    assert table["cultists"].steps_due == 1
    assert table["giants"].bowls == (0, 0, 12)


def test_an_offer_that_vanishes_with_its_receiver_was_never_answered_r7_7() -> None:
    table = built().play("witches: decline")
    assert table.change("giants: resign", of="cultists") == {}
    assert table.state.events == ()
    other = built().play("witches: leech 1 from cultists", "giants: resign")
    assert other["cultists"].steps_due == 1, "an acceptance by somebody else still counts"


def test_the_step_may_wait_but_not_beyond_the_next_own_turn_r11_3() -> None:
    table = built().play("witches: leech 1 from cultists", "witches: send p to AIR")
    table.play("giants: send p to AIR")
    assert table.on_turn == "cultists"
    table.play("action ACT4" if table["cultists"].bowls[2] > 3 else "send p to AIR")
    assert table.on_turn == "cultists"
    assert table.owed == ["cult-step"]
    assert table.play("+FIRE").on_turn == "witches"


def test_passing_with_the_step_open_is_refused_with_a_way_out_r11_3() -> None:
    table = built().play("witches: leech 1 from cultists", "witches: send p to AIR")
    table.play("giants: send p to AIR")
    assert table.refused("pass BON1") == "owed"
    assert "+FIRE. pass BON1" in table.hints("pass BON1")


def test_the_step_never_holds_up_others_r7_5d() -> None:
    table = built().play("witches: leech 1 from cultists")
    assert table.play("witches: send p to AIR").on_turn == "giants"


def test_a_step_that_arises_after_passing_r9_1() -> None:
    table = scene("cultists: D E6 F7\nwitches: D F4; passed").play("upgrade E6 to TP", "pass BON1")
    table.play("witches: leech 1 from cultists")
    assert table.state.round == 1
    assert [owed.kind for owed in RULES.pending(table.state)] == ["cult-step"]
    assert table.play("+EARTH").state.round == 2


def test_the_step_may_be_waived_r4_3b() -> None:
    table = built().play("witches: leech 1 from cultists", "cultists: -CULT")
    assert table["cultists"].steps_due == 0


def test_seven_points_for_the_stronghold_r11_3() -> None:
    table = scene("cultists: TP E6\nwitches: D A10", scoring="SCORE1")
    assert table.change("upgrade E6 to SH")["vp"] == 7


# ---- Halflings ------------------------------------------------------------------------------

HALFLINGS = "halflings: TP E6; D F7; {}\nwitches: D A10"


def test_a_point_per_spade_r11_4() -> None:
    table = scene("halflings: D E6\nwitches: D A10", scoring="SCORE4")
    assert table.change("dig 2. transform D4 to brown")["vp"] == 2


@pytest.mark.parametrize(("scoring", "points"), [("SCORE5", 3), ("SCORE1", 9), ("SCORE4", 8)])
def test_three_spades_score_at_once_r11_4(scoring: str, points: int) -> None:
    table = scene(HALFLINGS.format("7p"), scoring=scoring)
    assert table.change("upgrade E6 to SH")["vp"] == points
    assert table.owed == ["spades"]


@pytest.mark.parametrize(
    ("follow", "code"),
    [
        ("build F4", ""),
        ("transform D4 to brown. transform E5 to brown. build E5", ""),
        ("transform E5 to brown. transform F3 to brown. transform D4 to yellow. build F3", ""),
        ("transform D4 to brown. -SPADE. build D4", ""),
        ("-3SPADE", ""),
        ("transform E5 to brown. transform F3 to brown. -SPADE", ""),
        ("build E5", "spades-left"),
        ("transform F4 to blue. transform F3 to brown. transform D4 to yellow", "partial-twice"),
        ("transform F4 to blue. transform E5 to blue", "partial-twice"),
        ("dig 1. transform E5 to brown", "not-here"),
        ("transform E5. transform F3. -SPADE. build F3. build E5", "build-where"),
        ("transform E5. transform F3. transform G2 to yellow", "not-reachable"),
        ("-3SPADE. build E10", "build-where"),
    ],
)
def test_the_three_spades_of_the_stronghold_r11_4(follow: str, code: str) -> None:
    table = scene(HALFLINGS.format("home E10"))
    line = f"upgrade E6 to SH. {follow}"
    if code:
        assert table.refused(line) == code
    else:
        assert table.play(line).on_turn == "witches"


def test_bon4_counts_for_these_spades_r11_4() -> None:
    table = scene("halflings: TP E6; card BON4\nwitches: D A10")
    assert table.play("upgrade E6 to SH. transform C2 to blue").state.terrain["C2"] == "blue"


@pytest.mark.parametrize("order", ["+TW1. {}", "{}. +TW1"])
def test_a_town_tile_before_or_after_the_spades_r11_4(order: str) -> None:
    table = scene("halflings: TP E6; D E5 F3; TP D4\nwitches: D A10")
    line = order.format("transform F4 to brown")
    assert table.play(f"upgrade E6 to SH. {line}").on_turn == "witches"
