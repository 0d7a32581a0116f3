"""Income, cult bonuses, the course of the rounds (R2, R9.5, R9.7, R16.3, R16.4)."""

from __future__ import annotations

import pytest

from engine.api import Seat
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.rules import RULES
from tests.engine.terra_mystica.scene import Scene, end_phase_two, scene

DWELLINGS = {
    "engineers": "0 1 2 2 3 4 4 5 6", "swarmlings": "2 3 4 5 6 7 8 9 9",
    "icemaidens": "1 2 3 4 5 6 7 8 9", "yetis": "1 2 3 4 5 6 7 8 9",
    "dragonlords": "0 1 2 3 3 4 5 6 6", "acolytes": "0 1 2 3 3 4 5 6 6",
    "riverwalkers": "1 2 3 3 4 5 5 6 7",
}  # fmt: skip
POSTS = {
    "alchemists": ("0 2 4 7 11", "0 1 2 3 4"), "nomads": ("0 2 4 7 11", "0 1 2 3 4"),
    "dwarves": ("0 3 5 7 10", "0 1 2 4 6"), "swarmlings": ("0 2 4 6 9", "0 2 4 6 8"),
    "yetis": ("0 2 4 6 8", "0 2 4 6 8"),
}  # fmt: skip
STRONGHOLD = {
    "alchemists": {"c": 6}, "chaosmagicians": {"w": 2}, "fakirs": {"p": 1}, "mermaids": {"pw": 4},
    "swarmlings": {"pw": 4}, "giants": {"pw": 4}, "icemaidens": {"pw": 4}, "yetis": {"pw": 4},
    "shapeshifters": {"pw": 4},
}  # fmt: skip
SANCTUARY = {"darklings": 2, "swarmlings": 2}


@pytest.mark.parametrize("key", FACTIONS)
def test_income_tables_r16_3(key: str) -> None:
    income = FACTIONS[key].income
    dwellings = DWELLINGS.get(key, "1 2 3 4 5 6 7 8 8")
    assert " ".join(str(bag.w) for bag in income["D"]) == dwellings
    coins, power = POSTS.get(key, ("0 2 4 6 8", "0 1 2 4 6"))
    assert " ".join(str(bag.c) for bag in income["TP"]) == coins
    assert " ".join(str(bag.pw) for bag in income["TP"]) == power
    temples = [bag.facts() for bag in income["TE"]]
    if key in ("engineers", "riverwalkers"):
        assert temples == [{}, {"p": 1}, {"p": 1, "pw": 5}, {"p": 2, "pw": 5}]
    else:
        assert temples == [{}, {"p": 1}, {"p": 2}, {"p": 3}]
    assert [bag.facts() for bag in income["SH"]] == [{}, STRONGHOLD.get(key, {"pw": 2})]
    assert [bag.facts() for bag in income["SA"]] == [{}, {"p": SANCTUARY.get(key, 1)}]


def test_income_of_buildings_card_and_favors_r2_2() -> None:
    table = scene(
        "cultists: D E6; TP E5; TE F3; 0c 0w 0p; bowls 12/0/0; favors FAV9\nwitches: D A10; passed",
        scoring="SCORE9",
    )
    table.play("pass BON9")
    me = table["cultists"]
    # D 2 W, TP 2 C 1 PW, TE 1 P, BON9 2 C, FAV9 3 C.
    assert (me.c, me.w, me.p, me.bowls) == (7, 2, 1, (11, 1, 0))


def test_income_in_every_round_also_the_first_r2_1() -> None:
    state = RULES.setup({"preset": "first-game"}, 2)
    while state.phase != "play":
        owed = RULES.pending(state)[0]
        state = RULES.play(state, owed.seat, owed.default or "").state
    assert state.round == 1
    assert all(player.w > player.board.start.w for player in state.players)


def test_income_above_the_priest_limit_is_lost_r3_1() -> None:
    table = scene("cultists: TE E6; 7p\nwitches: D A10; passed", scoring="SCORE1")
    table.play("pass BON8")
    assert table["cultists"].p == 7


def test_no_income_after_the_last_round_r10() -> None:
    table = scene("cultists: D E6\nwitches: D A10; passed", round=6)
    table.play("pass")
    assert not any(event.source.startswith("income") for event in table.events)


# ---- cult bonuses ---------------------------------------------------------------------------


def bonus(scoring: str, cults: str, row: str = "0p") -> dict[str, int]:
    """What the cult bonus alone brought the first seat, spades as spades."""
    table = scene(
        f"cultists: D E6; cults {cults}; bowls 12/0/0; {row}\nwitches: D A10; passed",
        scoring=scoring,
    )
    table.play("pass BON1")
    got: dict[str, int] = {}
    for event in table.events:
        if event.seat == 0 and event.source == f"cult:{scoring}":
            for name, amount in event.delta.items():
                got[name] = got.get(name, 0) + amount
    if table["cultists"].spades_due:
        got["spades"] = table["cultists"].spades_due
    return got


@pytest.mark.parametrize(
    ("scoring", "cults", "reward"),
    [
        ("SCORE1", "0/0/7/0", {"c": 7}),
        ("SCORE2", "0/0/7/0", {"spades": 1}),
        ("SCORE2", "0/0/8/0", {"spades": 2}),
        ("SCORE2", "9/9/3/9", {}),
        ("SCORE3", "0/9/0/0", {"p": 2}),
        ("SCORE4", "5/0/0/0", {"w": 2}),
        ("SCORE5", "8/0/0/0", {"p1": -8, "p2": 8}),
        ("SCORE6", "0/4/0/0", {"spades": 1}),
        ("SCORE7", "0/0/0/9", {"w": 4}),
        ("SCORE8", "0/0/0/8", {"spades": 2}),
        ("SCORE9", "9/9/9/9", {}),
    ],
)
def test_cult_bonuses_r9_5_r16_4(scoring: str, cults: str, reward: dict[str, int]) -> None:
    assert bonus(scoring, cults) == reward


def test_score9_pays_for_priests_on_order_spaces_r13_3() -> None:
    table = scene("cultists: D E6\nwitches: D A10; passed", scoring="SCORE9")
    table.play("send p to FIRE", "send p to AIR", "send p to AIR for 1", "pass BON1")
    paid = [e.delta for e in table.events if e.source == "cult:SCORE9"]
    assert paid == [{"c": 4}]


def test_priests_as_cult_bonus_are_capped_r9_6() -> None:
    assert bonus("SCORE3", "0/8/0/0", "6p") == {"p": 1}


def test_positions_are_not_used_up_r9_5() -> None:
    table = scene("cultists: D E6; cults 0/0/7/0\nwitches: D A10; passed", scoring="SCORE1")
    assert table.play("pass BON1")["cultists"].cults == (0, 0, 7, 0)


def test_no_cult_bonus_after_round_six_r10() -> None:
    table = scene(
        "cultists: D E6; cults 0/0/7/0\nwitches: D A10; passed", scoring="SCORE1", round=6
    )
    table.play("pass")
    assert not any(event.source.startswith("cult:") for event in table.events)


def test_the_next_phase_waits_for_all_cult_spades_r9_6() -> None:
    table = scene(
        "cultists: D E6; cults 0/4/0/0\nnomads: D A5; cults 0/8/0/0\nwitches: D A10",
        scoring="SCORE6",
    )
    end_phase_two(table)
    assert [(owed.kind, owed.seat) for owed in RULES.pending(table.state)] == [("cult-spades", 0)]
    table.play("-SPADE")
    assert [owed.seat for owed in RULES.pending(table.state)] == [Seat(1)]
    table.play("nomads: transform A6 to yellow. -SPADE")
    assert (table.state.phase, table.state.round) == ("play", 2)


def test_spades_without_any_use_are_waived_by_themselves_r6_2b() -> None:
    table = scene("giants: D D4; cults 0/4/0/0\nwitches: D A10; passed", scoring="SCORE6")
    table.play("pass BON1")
    assert table.state.round == 2
    waived = [event for event in table.events if event.kind == "waived"]
    assert [(event.facts["what"], event.facts["automatic"]) for event in waived] == [
        ("SPADE", True)
    ]


def test_six_rounds_r2() -> None:
    table: Scene = scene("cultists: D E6\nwitches: D A10", scoring="SCORE1")
    for number in range(1, 7):
        assert table.state.round == number
        while table.state.turn is not None and table.state.round == number:
            card = "" if number == 6 else next(iter(table.state.cards))
            table.play(f"{table.on_turn}: pass {card}".strip())
            if table.state.phase == "over":
                break
    assert table.state.phase == "over"
    assert RULES.pending(table.state) == ()
    assert table.refused("wait") in ("not-your-turn", "game-over")
