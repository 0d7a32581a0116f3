"""Composing a turn: next steps with price and gain, warnings, the nearest legal lines."""

from __future__ import annotations

import pytest

from engine.api import Offer, Seat
from engine.terra_mystica import nearest
from engine.terra_mystica.commands import Command
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.line import MOST_COMMANDS, run
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.state import State
from tests.engine.terra_mystica.scene import scene

TABLE = "halflings: D E6; TP F7; {}\nwitches: D F4; {}"


def offers(row: str = "7p", other: str = "7p", after: str = "") -> dict[str, Offer]:
    table = scene(TABLE.format(row, other))
    return {o.line: o for o in RULES.compose(table.state, Seat(0), after).offers}


def test_an_empty_line_lists_the_eight_actions_and_the_free_commands() -> None:
    groups = {offer.group for offer in offers("card BON1").values()}
    assert groups == {
        "build", "dig", "advance", "upgrade", "priest", "power-action", "special-action", "pass",
        "convert",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "price", "gain", "target"),
    [
        ("upgrade E6 to TP", {"w": 2, "c": 3}, {}, ("E6", "hex", None)),
        ("action ACT4", {"pw": 4}, {"c": 7}, ("ACT4", "action", None)),
        ("dig 1. build E5", {"w": 4, "c": 2}, {"vp": 3}, ("E5", "hex", None)),
        ("send p to FIRE for 2", {"p": 1}, {"fire": 2}, ("FIRE", "cult", 2)),
        ("advance ship", {"p": 1, "c": 4}, {"shipping": 1, "vp": 2}, ("ship", "track", None)),
        ("advance dig", {"p": 1, "c": 1, "w": 2}, {"dig": 1, "vp": 6}, ("dig", "track", None)),
        ("convert 3PW to 1W", {"pw": 3}, {"w": 1}, ("PW:W", "rate", 3)),
        ("pass BON1", {}, {}, ("BON1", "bonus", None)),
        ("upgrade F7 to SH", {"w": 4, "c": 8}, {"vp": 3}, ("F7", "hex", None)),
    ],
)
def test_each_step_has_its_price_and_gain(
    line: str, price: dict[str, int], gain: dict[str, int], target: tuple[str, str, int | None]
) -> None:
    offer = offers()[line]
    assert offer.price == price
    assert offer.gain == gain
    assert (offer.target, offer.target_kind, offer.amount) == target


def test_what_a_step_offers_to_neighbours_is_noted() -> None:
    notes = offers()["upgrade E6 to TP"].notes
    assert [(note.code, note.facts) for note in notes] == [("offers-power", {"seat": 1, "size": 1})]


@pytest.mark.parametrize(
    ("after", "some", "complete"),
    [
        ("action ACT5", {"build E5", "transform E5 to brown", "dig 1", "-SPADE"}, False),
        ("action ACT5. transform E5 to brown", {"build E5", "done", "convert 1W to 1C"}, True),
        ("upgrade F7 to TE", {"+FAV1", "+FAV12"}, False),
        ("upgrade F7 to TE. +FAV9", {"convert 1W to 1C"}, True),
        ("action BON2", {"+FIRE", "+AIR", "-CULT"}, False),
        ("convert 1W to 1C", {"action ACT4", "pass BON1"}, True),
    ],
)
def test_what_may_follow_a_partial_line(after: str, some: set[str], complete: bool) -> None:
    table = scene(TABLE.format("card BON2", "7p"))
    written = RULES.compose(table.state, Seat(0), after)
    assert written.refusal is None
    assert written.complete is complete
    assert some <= {offer.line for offer in written.offers}
    assert written.step is not None
    assert written.step.line == after
    for offer in written.offers[::9]:
        assert RULES.compose(table.state, Seat(0), f"{after}. {offer.line}").refusal is None


def test_a_refused_line_is_cut_to_its_legal_beginning() -> None:
    table = scene(TABLE.format("7p", "7p"))
    written = RULES.compose(table.state, Seat(0), "convert 1W to 1C. upgrade E6 to TE. +FAV9")
    assert written.line == "convert 1W to 1C"
    assert written.refusal is not None
    assert written.refusal.command == "upgrade E6 to TE"
    assert written.refusal.position == 1
    assert written.refusal.message.section == "R6.4"
    assert written.refusal.message.facts == {"place": "E6", "old": "D", "new": "TE"}
    assert "upgrade E6 to TP" in {offer.line for offer in written.offers}


def test_the_preview_changes_nothing() -> None:
    table = scene(TABLE.format("7p", "7p"))
    before = RULES.dump(table.state)
    RULES.compose(table.state, Seat(0), "dig 1. build E5")
    assert RULES.dump(table.state) == before


# ---- the nearest legal lines ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "wish", "hint"),
    [
        pytest.param(
            "2c 9w; bowls 0/0/3",
            "upgrade E6 to TP",
            "convert 1PW to 1C. upgrade E6 to TP",
            id="1 coin short: power that is ready",
        ),
        pytest.param(
            "2c 9w; bowls 12/0/0",
            "upgrade E6 to TP",
            "convert 1W to 1C. upgrade E6 to TP",
            id="1 coin short: convert a worker",
        ),
        pytest.param(
            "2c 2w 1p; bowls 12/0/0",
            "upgrade E6 to TP",
            "convert 1P to 1C. upgrade E6 to TP",
            id="no worker to spare: a priest",
        ),
        pytest.param(
            "2c 2w 0p; bowls 0/2/0",
            "upgrade E6 to TP",
            "burn 1. convert 1PW to 1C. upgrade E6 to TP",
            id="or a sacrifice",
        ),
        pytest.param(
            "9c 1w 0p; bowls 0/0/3",
            "upgrade E6 to TP",
            "convert 3PW to 1W. upgrade E6 to TP",
            id="1 worker short",
        ),
        pytest.param(
            "2c 1w 0p; bowls 0/0/4",
            "upgrade E6 to TP",
            "convert 3PW to 1W. convert 1PW to 1C. upgrade E6 to TP",
            id="both short",
        ),
        pytest.param(
            "3c 9w 1p; bowls 0/0/0", "advance ship", "convert 1W to 1C. advance ship", id="shipping"
        ),
        pytest.param("bowls 0/6/2", "action ACT4", "burn 2. action ACT4", id="power short: burn"),
        pytest.param(
            "0p; bowls 0/0/5", "send p to FIRE", "convert 5PW to 1P. send p to FIRE", id="no priest"
        ),
        pytest.param("7p", "build E5", "dig 1. build E5", id="no spades"),
        pytest.param("7p", "build D4", "dig 2. build D4", id="two spades"),
        pytest.param("7p", "dig 1. build D4", "dig 2. build D4", id="one spade too few"),
        pytest.param("7p", "dig 3. build D4", "dig 2. build D4", id="one spade too many"),
        pytest.param(
            "2w; bowls 0/0/12",
            "build E5",
            "convert 3PW to 1W. dig 1. convert 3PW to 1W. build E5",
            id="spades that must be paid for",
        ),
        pytest.param("7p", "upgrade E6 to TE", "upgrade E6 to TP", id="one step at a time"),
        pytest.param("card BON5", "pass BON5", "pass BON1", id="the own card"),
        pytest.param(
            "favors FAV9",
            "upgrade F7 to TE. +FAV9",
            "upgrade F7 to TE. +FAV5",
            id="a tile already owned: one of the same cult",
        ),
        pytest.param("7p", "convert 4PW to 1W", "convert 3PW to 1W", id="amounts that fit"),
        pytest.param("bowls 0/4/0", "burn 3", "burn 2", id="as much as there is"),
        pytest.param("7p", "action ACT4. action ACT3", "action ACT4", id="one action"),
        pytest.param("7p", "upgrad E6 to TP", "upgrade E6 to TP", id="a slip of the pen"),
        pytest.param("7p", "uprgade E6", "upgrade E6 to TP", id="a slip in half a command"),
        pytest.param("7p", "action ACT44", "action ACT4", id="another slip"),
        pytest.param("card BON2", "action BON2. +2FIRE", "action BON2. +FIRE", id="one step due"),
        pytest.param("7p", "dig 1. build G3", "dig 1. build F3", id="out of reach: the nearest"),
        pytest.param(
            "7p",
            "convert 1W to 1C. action ACT7",
            "convert 1W to 1C. action ACT4",
            id="the beginning is kept",
        ),
    ],
)
def test_the_nearest_alternative(row: str, wish: str, hint: str) -> None:
    table = scene(TABLE.format(row, "7p"))
    table.refused(wish)
    assert hint in table.hints(wish)


def test_the_best_hint_comes_first() -> None:
    table = scene(TABLE.format("2c 9w; bowls 0/0/3", "7p"))
    assert table.hints("upgrade E6 to TP")[0] == "convert 1PW to 1C. upgrade E6 to TP"
    poor = scene(TABLE.format("2c 9w 1p; bowls 0/2/0", "7p"))
    # A token gone for good is dearer than a worker.
    assert poor.hints("upgrade E6 to TP")[-1].startswith("burn")


def test_the_rest_of_the_line_is_kept() -> None:
    table = scene(TABLE.format("7p; 4c 9w; bowls 0/0/0", "7p"))
    line = "upgrade F7 to TE. +FAV9. convert 1W to 1C"
    assert table.hints(line)[0] == f"convert 1W to 1C. {line}"


def test_nobody_can_be_helped_out_of_turn_but_for_answers() -> None:
    table = scene(TABLE.format("7p", "7p"))
    assert table.refused("witches: action ACT4") == "not-your-turn"
    assert table.hints("witches: action ACT4") == ()
    table.play("upgrade E6 to TP")
    assert table.hints("witches: leech 3 from halflings")[0] == "leech 1 from halflings"


def test_a_long_wish_is_not_tried_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every exchange that is short could be paid for in many ways, and so could the next."""
    played = 0

    def counted(state: State, seat: int, line: list[Command]) -> tuple[Draft, list[Command]]:
        nonlocal played
        played += len(line)
        return run(state, seat, line)

    monkeypatch.setattr(nearest, "run", counted)
    table = scene("halflings: TP D4; 40c 9w 5p; bowls 0/10/10\nwitches: D A10")
    table.hints(". ".join(["convert 1W to 1C"] * 59 + ["upgrade D4 to SA"]))
    assert MOST_COMMANDS / 2 < played < nearest.MOST_COMMANDS_TRIED + 2 * MOST_COMMANDS


# ---- warnings -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "line", "code", "facts"),
    [
        ("7p", "convert 1W to 1C", "action-left", {"actions": 1}),
        ("7p", "upgrade F7 to TE", "still-owed", {"owed": ["favor"]}),
        ("7p", "action ACT2", "priest-lost", {"source": "ACT2", "count": 1}),
        (
            "cults 2/0/0/0; bowls 0/0/12",
            "send p to FIRE",
            "power-lost",
            {"source": "fire", "count": 3},
        ),
        ("card BON1", "pass BON2", "bonus-gone", {"card": "BON1", "seats": [1]}),
        ("card BON5", "pass BON2", "card-returns", {"card": "BON5", "seats": [1]}),
        ("cults 9/0/0/0", "send p to FIRE", "no-key", {"cult": "fire"}),
        ("7p", "upgrade E6 to TP", "offers-power", {"seat": 1, "size": 1}),
    ],
)
def test_warnings(row: str, line: str, code: str, facts: dict[str, object]) -> None:
    warning = scene(TABLE.format(row, "7p")).warnings(line)[code]
    assert warning.facts == facts
    assert warning.section.startswith("R")


def test_offers_declined_by_acting_are_warned_of() -> None:
    table = scene(TABLE.format("7p", "7p")).play("upgrade E6 to TP")
    assert table.warnings("witches: send p to AIR")["declines-power"].facts == {"size": 1}


def test_a_town_is_announced() -> None:
    table = scene("halflings: D E6 E5 F3; SH D4\nwitches: D A10")
    note = table.warnings("upgrade E6 to TP")["town"]
    assert note.facts == {"places": ["D4", "E5", "E6", "F3"]}


def test_a_complete_line_without_consequences_has_no_warnings() -> None:
    assert scene(TABLE.format("3p", "7p")).warnings("action ACT4") == {}
