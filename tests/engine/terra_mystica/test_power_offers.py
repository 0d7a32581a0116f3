"""Power from neighbours (R7)."""

from __future__ import annotations

import pytest

from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.scene import Scene, scene


@pytest.mark.parametrize(
    ("neighbour", "size"),
    [
        ("witches: D F4", 1), ("witches: TP F4", 2), ("witches: TE F4", 2), ("witches: SH F4", 3),
        ("witches: SA F4", 3), ("witches: D F4; TP E5; SH D4", 6), ("yetis: SH F4", 4),
        ("yetis: SA F4", 4), ("yetis: TE F4", 2), ("witches: D G2", 0),
    ],
)  # fmt: skip
def test_the_size_of_an_offer_r7_1(neighbour: str, size: int) -> None:
    table = scene(f"halflings: D E6\n{neighbour}")
    table.play("upgrade E6 to TP")
    assert [offered for _, offered in table.power_offers()] == ([size] if size else [])


def test_starting_dwellings_bridges_and_own_buildings_offer_nothing_r7_1_r7_8() -> None:
    table = scene("darklings: D E5 E6; home E4\nwitches: D A10")
    assert table.play("build E4").power_offers() == []
    table = scene("darklings: D E5\nwitches: D C2")
    assert table.play("action ACT1. bridge E5:C2").power_offers() == []


@pytest.mark.parametrize(
    ("row", "change"),
    [
        pytest.param("20vp; bowls 5/7/0", {"p1": -3, "p2": 3, "vp": -2}, id="3 power for 2 points"),
        pytest.param("20vp; bowls 0/1/4", {"p2": -1, "p3": 1}, id="only 1 fits: free"),
        pytest.param("0vp; bowls 2/1/2", {"p1": -1, "p2": 1}, id="no points: 1 power"),
        pytest.param("1vp; bowls 2/1/2", {"p1": -2, "p2": 2, "vp": -1}, id="1 point: 2 power"),
    ],
)
def test_accepting_r7_2(row: str, change: dict[str, int]) -> None:
    table = scene(f"halflings: D E6\nwitches: SH F4; {row}").play("upgrade E6 to TP")
    assert table.change("witches: leech 3 from halflings") == change


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("witches: leech 2 from halflings", "no-offer"),
        ("witches: leech 3 from nomads", "no-offer"),
        ("witches: decline 1 from halflings", "no-offer"),
        ("leech 3 from halflings", "no-offer"),
        ("decline", "no-offer"),
    ],
)
def test_the_number_is_the_size_offered_n3(line: str, code: str) -> None:
    table = scene("halflings: D E6\nwitches: SH F4").play("upgrade E6 to TP")
    assert table.refused(line) == code


def test_short_answers_n3() -> None:
    table = scene("halflings: D E6\nwitches: SH F4").play("upgrade E6 to TP", "witches: leech 3")
    assert table.step is not None
    assert table.step.line == "leech 3 from halflings"
    table = scene("halflings: D E6\nwitches: SH F4").play("upgrade E6 to TP", "witches: decline")
    assert table.power_offers() == []


def test_full_bowls_decline_by_themselves_r7_3() -> None:
    table = scene("halflings: D E6\nwitches: SH F4; bowls 0/0/12").play("upgrade E6 to TP")
    assert table.power_offers() == []
    closed = [event for event in table.events if event.kind == "offer-closed"]
    assert [event.facts["how"] for event in closed] == ["automatic"]


def test_full_bowls_keep_the_offer_where_answers_are_not_strict_r7_3() -> None:
    table = scene("halflings: D E6\nwitches: SH F4; bowls 0/0/12", strict_leech=False)
    table.play("upgrade E6 to TP")
    assert table.power_offers() == [("witches", 3)]
    # Power spent first makes room.
    table.play("witches: convert 4PW to 4C")
    assert table.change("witches: leech 3 from halflings") == {"p1": -3, "p2": 3, "vp": -2}


def test_offers_go_round_in_turn_order_r7_4() -> None:
    table = scene("halflings: D E6; bowls 5/7/0\nwitches: D F4\nnomads: D F3\ndarklings: D E5")
    table.play("upgrade E6 to TP")
    assert [to for to, _ in table.power_offers()] == ["witches", "nomads", "darklings"]
    table.play("witches: send p to AIR", "nomads: upgrade F3 to TP")
    assert [to for to, _ in table.power_offers()] == [
        "darklings",
        "darklings",
        "halflings",
        "witches",
    ]


def test_passed_players_stand_at_the_end_under_variable_order_r9_4() -> None:
    rows = "halflings: D E6\nwitches: D F4\nnomads: D F3\ndarklings: D E5"
    for variable, order in (
        (True, ["nomads", "darklings", "witches"]),
        (False, ["witches", "nomads", "darklings"]),
    ):
        table = scene(rows, variable_order=variable)
        table.play("send p to AIR", "witches: pass BON1", "nomads: send p to AIR")
        table.play("darklings: send p to AIR", "upgrade E6 to TP")
        assert [to for to, _ in table.power_offers()] == order


def test_the_turn_moves_on_without_waiting_r7_5() -> None:
    table = scene("halflings: D E6\nwitches: SH F4\nnomads: D A5").play("upgrade E6 to TP")
    assert table.on_turn == "witches"
    table.play("witches: wait", "witches: leech 3 from halflings", "witches: send p to AIR")
    table.play("nomads: send p to AIR")
    assert table.on_turn == "halflings"


@pytest.mark.parametrize(
    "line",
    [
        "send p to AIR",
        "upgrade F4 to TP",
        "action ACT4",
        "dig 1. transform E7 to green",
        "advance ship",
        "pass BON1",
    ],
)
def test_the_action_declines_what_is_open_r7_5a(line: str) -> None:
    table = scene("halflings: D E6\nwitches: D F4; bowls 0/6/6").play("upgrade E6 to TP")
    assert table.warnings(f"witches: {line}")["declines-power"].facts == {"size": 1}
    table.play(f"witches: {line}")
    assert table.power_offers() in ([], [("halflings", 2)])
    assert table.refused("witches: leech 1 from halflings") == "no-offer"


def test_an_answer_after_the_action_is_too_late_r7_5a() -> None:
    table = scene("halflings: D E6\nwitches: D F4").play("upgrade E6 to TP")
    assert table.refused("witches: send p to AIR. leech 1 from halflings") == "no-offer"
    assert table.change("witches: leech 1 from halflings. send p to AIR for 1")["p2"] == 1


@pytest.mark.parametrize("free", ["burn 1", "-1C"])
def test_free_commands_decline_nothing_r7_5a(free: str) -> None:
    table = scene("halflings: D E6\nwitches: D F4").play("upgrade E6 to TP", f"witches: {free}")
    assert table.change("witches: leech 1 from halflings")


def test_the_round_waits_for_every_answer_r7_5b() -> None:
    table = scene("halflings: D E6\nwitches: D F4; passed")
    table.play("upgrade E6 to TP", "pass BON1")
    assert (table.state.round, table.state.phase) == (1, "play")
    assert [decision.kind for decision in RULES.pending(table.state)] == ["leech"]
    table.play("witches: decline")
    assert table.state.round == 2


def test_final_scoring_waits_too_r7_5b() -> None:
    table = scene("halflings: D E6\nwitches: D F4; passed", round=6)
    table.play("upgrade E6 to TP", "pass")
    assert RULES.result(table.state) is None
    table.play("witches: leech 1 from halflings")
    assert RULES.result(table.state) is not None


def three_offers() -> Scene:
    """Three offers to the Witches, in this order: halflings 1, nomads 1, darklings 2."""
    table = scene(
        "halflings: D E6\nnomads: D G2\ndarklings: D E8\nwitches: D F4; TP E7; bowls 6/6/0",
        land={"D5": "black"},
    )
    table.play("upgrade E6 to TP", "nomads: upgrade G2 to TP", "darklings: upgrade E8 to TP")
    assert table.power_offers() == [("witches", 3), ("witches", 1), ("witches", 2)]
    return table


def test_accepting_a_later_offer_spoils_the_earlier_r7_6() -> None:
    table = three_offers().play("witches: leech 1 from nomads")
    assert table.refused("witches: leech 3 from halflings") == "spoiled-offer"
    assert table.hints("witches: leech 3 from halflings")[0] == "decline 3 from halflings"
    table.play("witches: leech 2 from darklings", "witches: decline 3 from halflings")
    assert table.power_offers() == []


def test_declining_out_of_order_spoils_nothing_r7_6() -> None:
    table = three_offers().play(
        "witches: decline 2 from darklings", "witches: leech 3 from halflings"
    )
    assert table.change("witches: leech 1 from nomads")


@pytest.mark.parametrize("convert", ["convert 1W to 1C", "burn 1. convert 1PW to 1C"])
def test_a_conversion_spoils_all_r7_6(convert: str) -> None:
    table = three_offers().play(f"witches: {convert}")
    for offer in ("3 from halflings", "1 from nomads", "2 from darklings"):
        assert table.refused(f"witches: leech {offer}") == "spoiled-offer"
    table.play("witches: decline")


def test_without_strict_answers_the_order_is_free_r7_6() -> None:
    table = scene("halflings: D E6\nnomads: D G2\nwitches: D F4", strict_leech=False)
    table.play("upgrade E6 to TP", "nomads: upgrade G2 to TP", "witches: leech 1 from nomads")
    assert table.change("witches: convert 1W to 1C. leech 1 from halflings")["p2"] == 1


def test_caps_apply_one_after_another_r7_6() -> None:
    table = three_offers().set("witches", bowls=(0, 3, 9))
    assert table.change("witches: leech 3 from halflings")["p3"] == 3
    assert table.power_offers() == [], "nothing fits any more: declined by themselves (R7.7)"


def test_different_players_answer_in_any_order_r7_6() -> None:
    table = scene("halflings: D E6\nwitches: D F4\nnomads: D F3").play("upgrade E6 to TP")
    table.play("nomads: leech 1 from halflings", "witches: leech 1 from halflings")
    assert table.power_offers() == []


def test_dropped_players_get_no_offers_r7_1() -> None:
    table = scene("halflings: D E6\nwitches: D F4\nnomads: D F3")
    table.play("witches: resign", "upgrade E6 to TP")
    assert table.power_offers() == [("nomads", 1)]
