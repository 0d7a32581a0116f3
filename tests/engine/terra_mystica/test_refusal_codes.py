"""Every code that the rules raise is in one list, and every code of the list has its example."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.api import CHANCE, MoveError, Seat
from engine.log import play_line
from engine.terra_mystica.refusals import REFUSAL_CODES
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.state import State
from tests.engine.terra_mystica.scene import Scene, end_phase_two, scene
from tests.engine.terra_mystica.setup_table import SetupTable

ENGINE = Path(engine.__file__).parent
KNOWN = {entry.code: entry for entry in REFUSAL_CODES}
ERRORS = {"IllegalMove", "NotationError", "MoveError"}


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """(where, code, names of facts) of every refusal in the source."""
    for path in [*ENGINE.glob("*.py"), *(ENGINE / "terra_mystica").rglob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS:
                        facts = facts_of(node, function)
                        for code in codes_of(node.args[0]):
                            yield f"{path.name}:{node.lineno}", code, facts


def codes_of(node: ast.expr) -> list[str]:
    """A code is written out, or one of two."""
    if isinstance(node, ast.IfExp):
        return [*codes_of(node.body), *codes_of(node.orelse)]
    return [ast.literal_eval(node)]


def facts_of(call: ast.Call, function: ast.FunctionDef) -> set[str]:
    """Facts are written out in the call, or right before it."""
    values = [keyword.value for keyword in call.keywords if keyword.arg == "facts"]
    if values and isinstance(values[0], ast.Name):
        values = [
            node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "facts"
        ]
    assert all(isinstance(value, ast.Dict) for value in values), ast.unparse(call)
    return {ast.literal_eval(key) for value in values for key in value.keys}  # type: ignore[attr-defined]


def test_every_code_in_the_source_is_in_the_list_with_its_facts() -> None:
    seen = set()
    for where, code, facts in raised():
        assert code in KNOWN, where
        assert facts <= set(KNOWN[code].facts), where
        seen.add(code)
    assert seen == set(KNOWN), "codes nobody raises any more"


def test_every_fact_of_the_list_is_used() -> None:
    used: dict[str, set[str]] = {}
    for _, code, facts in raised():
        used.setdefault(code, set()).update(facts)
    assert {code: set(entry.facts) for code, entry in KNOWN.items()} == used


def test_codes_are_listed_once_and_say_what_they_mean() -> None:
    assert len(KNOWN) == len(REFUSAL_CODES)
    assert all(entry.meaning for entry in REFUSAL_CODES)


HALFLINGS = "halflings: D E6; TP F7; card BON5\nwitches: D F4"
EXAMPLES: dict[str, tuple[str, str]] = {
    "not-one-line-of-text": (HALFLINGS, "burn 1\nburn 1"),
    "line-too-long": (HALFLINGS, "burn 1. " * 300),
    "too-many-commands": (HALFLINGS, "burn 1. " * 61),
    "unknown-command": (HALFLINGS, "fly to E6"),
    "unreadable": (HALFLINGS, "build here"),
    "number": (HALFLINGS, "dig 0"),
    "not-your-turn": (HALFLINGS, "witches: action ACT4"),
    "one-action": (HALFLINGS, "action ACT4. action ACT3"),
    "action-due": (HALFLINGS, "done"),
    "not-owed": (HALFLINGS, "+FIRE"),
    "not-waivable": (HALFLINGS, "dig 1. -SPADE"),
    "cannot-pay": ("halflings: D E6; 0w; bowls 0/0/0\nwitches: D F4", "upgrade E6 to TP"),
    "no-conversion": (HALFLINGS, "convert 3C to 1VP"),
    "ratio": (HALFLINGS, "convert 4PW to 1W"),
    "no-such-hex": (HALFLINGS, "build Z9"),
    "river": (HALFLINGS, "build r15"),
    "occupied": (HALFLINGS, "build F4"),
    "not-reachable": ("halflings: D E6; home A1\nwitches: D F4", "build A1"),
    "one-flight": (
        "dwarves: D E7\nwitches: D A10",
        "action ACT6. transform G2 to gray. transform E5 to blue",
    ),
    "bad-site": ("darklings: D E5\nwitches: D F4", "action ACT1. bridge E5:E6"),
    "wrong-terrain": (HALFLINGS, "build E5"),
    "terrain": (HALFLINGS, "dig 1. transform E5 to ice"),
    "terrain-taken": (
        "shapeshifters (brown): SH E6; bowls 0/0/8\nwitches: D F4",
        "action ACTH5. pick-color green",
    ),
    "no-change": (HALFLINGS, "dig 1. transform E5 to black"),
    "spades-short": (HALFLINGS, "dig 1. build D4"),
    "spades-left": (HALFLINGS, "dig 3. build D4"),
    "one-hex": (HALFLINGS, "dig 2. transform E5 to brown. transform F3 to brown"),
    "partial-twice": (HALFLINGS, "action ACT6. transform D4 to yellow. transform E7 to green"),
    "build-where": (HALFLINGS, "dig 1. transform E5. build F3"),
    "not-here": ("nomads: SH E8\nwitches: D F4", "action ACTN. dig 1. transform E7"),
    "no-volcano": ("dragonlords: D E6; bowls 0/0/0\nwitches: D F4", "dig 1"),
    "wrong-building": (HALFLINGS, "upgrade E6 to SA"),
    "no-piece": ("halflings: TP F7; SH E6\nwitches: D F4", "upgrade F7 to SH"),
    "not-owned": (HALFLINGS, "action ACTW"),
    "track": ("halflings: D E6; shipping 3\nwitches: D F4", "advance ship"),
    "card": (HALFLINGS, "pass BON5"),
    "tile-owned": ("halflings: TP E6; favors FAV9\nwitches: D F4", "upgrade E6 to TE. +FAV9"),
    "town": ("mermaids: D E6\nwitches: D F4", "connect r15"),
    "no-priest-or-space": ("halflings: D E6; 0p\nwitches: D F4", "send p to FIRE"),
    "one-track": ("auren: SH E6\nnomads: D F3", "action ACTA. +FIRE. +WATER"),
    "choose-track": (
        "halflings: D E6 E5 F3; SH D4; cults 9/9/0/0\nwitches: D A10",
        "upgrade E6 to TP. +TW5",
    ),
    "no-offer": (HALFLINGS, "leech 1 from witches"),
    "owed": (
        "acolytes: TP E6; D D4; SH F3; cults 3/3/3/3\nwitches: D A10",
        "dig 1. build E5. +TW1",
    ),
}


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_of(code: str) -> None:
    position, line = EXAMPLES[code]
    assert scene(position).refused(line) == code


def refusal(state: State, seat: Seat, line: str) -> str:
    with pytest.raises(MoveError) as refused:
        play_line(RULES, state, seat, line)
    return refused.value.code


def test_examples_that_need_a_story() -> None:
    told = {
        "space-taken": scene(HALFLINGS).play("action ACT4").refused("witches: action ACT4"),
        "passed": scene(HALFLINGS).play("pass BON1").refused("action ACT4"),
        "phase": _third_phase().refused("convert 1W to 1C"),
        "choose-town": scene(
            "auren: TP E6 A1 I12; D E5 F3 A2 A3; TE D4 A4\nnomads: D I1",
            towns={f"TW{n}": int(n == 2) for n in range(1, 9)},
        ).refused("upgrade I12 to TE. +FAV5. +TW2"),
        "tile-gone": scene("halflings: TP E6\nwitches: D A10", favors={"FAV1": 0}).refused(
            "upgrade E6 to TE. +FAV1"
        ),
        "spoiled-offer": scene(HALFLINGS)
        .play("upgrade E6 to TP", "witches: convert 1W to 1C")
        .refused("witches: leech 1 from halflings"),
        "wait-for-step": scene(
            "cultists: D E6; cults 9/0/0/0; keys 1\nwitches: D F4; cults 8/0/0/0; keys 1"
        )
        .play("upgrade E6 to TP", "witches: leech 1 from cultists")
        .refused("witches: send p to FIRE for 2"),
        "empty-line": refusal(scene(HALFLINGS).state, Seat(0), "  "),
        "game-over": _finished(),
        **_setting_up(),
    }
    assert {code: code for code in told} == told
    assert set(told) | set(EXAMPLES) == set(KNOWN)


def _third_phase() -> Scene:
    return end_phase_two(scene("halflings: D E6; cults 0/4/0/0\nwitches: D A10", scoring="SCORE6"))


def _finished() -> str:
    table = scene("halflings: D E6\nwitches: D A10", round=6).play("pass", "witches: pass")
    return refusal(table.state, Seat(0), "action ACT4")


def _setting_up() -> dict[str, str]:
    state = RULES.setup({"setup": "random-colours"}, 2)
    scoring = "SCORE2 SCORE3 SCORE4 SCORE5 SCORE6"
    told = {
        "redraw": refusal(state, CHANCE, f"deal-scoring {scoring} SCORE1"),
        "draw": refusal(state, CHANCE, f"deal-scoring {scoring}"),
        "unknown-item": refusal(state, CHANCE, f"deal-scoring {scoring} SCORE77"),
    }
    for line in (
        f"deal-scoring {scoring} SCORE7",
        "deal-bonus BON1 BON2 BON3 BON4 BON5",
        "deal-colours green red",
    ):
        state = RULES.play(state, CHANCE, line).state
    told["colour"] = refusal(state, Seat(0), "setup giants")
    told["option"] = refusal(state, Seat(0), "setup yetis")
    state = RULES.setup({}, 2)
    for line in (f"deal-scoring {scoring} SCORE7", "deal-bonus BON1 BON2 BON3 BON4 BON5"):
        state = RULES.play(state, CHANCE, line).state
    state = RULES.play(state, Seat(0), "setup witches").state
    told["faction-taken"] = refusal(state, Seat(1), "setup auren")
    return {**told, **_lists(), **_auction(), **_sealed_bids()}


def _lists() -> dict[str, str]:
    short = SetupTable(3, allowed_factions=["yetis", "giants", "witches"])
    return {
        "faction-banned": short.refused(1, "setup nomads")[0],
        "leaves-too-few": short.play(1, "setup yetis").refused(1, "pick-color red")[0],
    }


def _auction() -> dict[str, str]:
    table = SetupTable(2, auction="open")
    table.deal("deal-tokens witches giants")
    table.deal("deal-opener 1")
    told = {
        "must-bid": table.refused(1, "pass")[0],
        "bid-too-high": table.refused(1, "bid 41")[0],
        "raise-needed": table.play(1, "bid 7").refused(2, "bid 7")[0],
    }
    table.play(2, "pass")
    told["not-drawn"] = table.refused(1, "take auren at 1")[0]
    told["position-taken"] = table.refused(1, "take witches at 9")[0]
    return told


def _sealed_bids() -> dict[str, str]:
    table = SetupTable(2, auction="sealed")
    table.deal("deal-tokens witches giants")
    return {
        "bids-too-high": table.refused(1, "bid 30 on witches. bid 11 on position 2")[0],
        "bid-twice": table.refused(1, "bid 3 on witches. bid 4 on witches")[0],
        "no-such-position": table.refused(1, "bid 3 on position 4")[0],
    }
