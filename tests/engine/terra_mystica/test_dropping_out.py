"""Dropping out (R14)."""

from __future__ import annotations

from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.scene import end_phase_two, scene

THREE = "cultists: D E6; {}\nwitches: D F4; {}\nnomads: D A5; {}"


def test_open_offers_vanish_r14() -> None:
    table = scene(THREE.format("card BON5", "1p", "1p")).play("upgrade E6 to TP", "witches: resign")
    assert table.power_offers() == []
    assert table.refused("witches: leech 1 from cultists") == "not-your-turn"


def test_the_card_returns_at_once_r14() -> None:
    table = scene(THREE.format("card BON5", "card BON1", "card BON2"))
    table.play("witches: resign")
    assert "BON1" in table.state.cards
    assert table.change("pass BON1") is not None
    assert table["cultists"].card == "BON1"


def test_buildings_markers_and_bridges_stay_r14() -> None:
    table = scene(
        THREE.format("card BON5; cults 9/0/0/0; keys 1", "cults 10/0/0/0; bridge F4:G3", "1p")
    )
    table.play("witches: resign")
    assert table.refused("dig 3. build F4") == "occupied"
    assert len(table.state.bridges) == 1
    assert "fire" not in table.change("send p to FIRE for 1"), "step 10 stays occupied"


def test_he_is_skipped_and_may_do_nothing_more_r14() -> None:
    table = scene(THREE.format("1p", "1p", "1p")).play("witches: resign", "send p to AIR")
    assert table.on_turn == "nomads"
    for line in ("send p to AIR", "wait", "decline", "-CULT", "burn 1", "resign"):
        assert table.refused(f"witches: {line}") == "not-your-turn"


def test_dropping_in_the_own_turn_what_was_owed_lapses_r14_1() -> None:
    table = scene(THREE.format("TP D4", "1p", "1p")).play("upgrade D4 to TE", "cultists: resign")
    assert table.on_turn == "witches"
    assert table["cultists"].favors_due == 0
    assert table["cultists"].counts["TE"] == 1


def test_income_and_ranking_go_on_decisions_lapse_r14_2() -> None:
    table = scene("cultists: D E6 E5; cults 0/8/0/0; 0c 0w\nwitches: D A10", scoring="SCORE6")
    table.play("cultists: resign", "witches: pass BON1")
    assert table.state.round == 2, "cult spades of a dropped player hold nobody up"
    assert table["cultists"].w == 3, "income goes on"
    while RULES.result(table.state) is None:
        owed = RULES.pending(table.state)[0]
        table.play(f"witches: {owed.default}")
    standings = RULES.result(table.state)
    assert standings is not None
    assert {entry.seat: entry.dropped for entry in standings} == {0: True, 1: False}
    assert table["cultists"].points["final:network"] == 18


def test_automatic_effects_go_on_r14_2() -> None:
    table = scene("dragonlords: D E6; bowls 0/0/8; cults 0/4/0/0\nwitches: D A10", scoring="SCORE6")
    table.play("dragonlords: resign", "witches: pass BON1")
    assert sum(table["dragonlords"].bowls) == 9
    table = scene("halflings: D E6; cults 0/4/0/0\nwitches: D A10", scoring="SCORE6")
    table.play("halflings: resign", "witches: pass BON1")
    assert table["halflings"].vp == 21


def test_riverwalkers_who_left_gain_no_priests_r14_2() -> None:
    table = scene("riverwalkers (brown): TE E6\nwitches: D A10", scoring="SCORE4")
    table.play("riverwalkers: resign", "witches: pass BON1")
    assert table.state.round == 2
    assert table["riverwalkers"].p == 0


def test_he_never_becomes_first_passer_by_dropping_r14_2() -> None:
    table = scene(THREE.format("1p", "1p", "1p"), scoring="SCORE1")
    table.play("witches: resign", "pass BON1", "nomads: pass BON2")
    assert table.state.order == (0, 2, 1)


def test_the_round_does_not_wait_for_him_r14_2() -> None:
    table = scene("cultists: D E6\nwitches: D A10", scoring="SCORE1")
    table.play("pass BON1", "witches: resign")
    assert table.state.round == 2


def test_a_game_that_everybody_left_ends_r14() -> None:
    table = scene("cultists: D E6\nwitches: D A10").play("cultists: resign", "witches: resign")
    assert table.state.phase == "over"
    assert RULES.pending(table.state) == ()


def test_dropping_while_cult_spades_are_due_r14_2() -> None:
    table = scene("cultists: D E6; cults 0/4/0/0\nwitches: D A10; cults 0/4/0/0", scoring="SCORE6")
    end_phase_two(table).play("cultists: resign")
    assert [owed.seat for owed in RULES.pending(table.state)] == [1]
