"""Upgrades and favor tiles (R6.4, R6.5, R16.6)."""

from __future__ import annotations

import pytest

from tests.engine.terra_mystica.scene import scene


@pytest.mark.parametrize(
    ("faction", "building", "cost"),
    [
        ("alchemists", "TP", (2, 6)), ("alchemists", "TE", (2, 5)), ("alchemists", "SH", (4, 6)),
        ("alchemists", "SA", (4, 6)), ("darklings", "SA", (4, 10)), ("cultists", "SH", (4, 8)),
        ("cultists", "SA", (4, 8)), ("halflings", "SH", (4, 8)), ("engineers", "TP", (1, 4)),
        ("engineers", "TE", (1, 4)), ("engineers", "SH", (3, 6)), ("engineers", "SA", (3, 6)),
        ("dwarves", "SH", (4, 6)), ("mermaids", "SA", (4, 8)), ("swarmlings", "TP", (3, 8)),
        ("swarmlings", "TE", (3, 6)), ("swarmlings", "SH", (5, 8)), ("swarmlings", "SA", (5, 8)),
        ("auren", "SA", (4, 8)), ("witches", "SH", (4, 6)), ("chaosmagicians", "SH", (4, 4)),
        ("chaosmagicians", "SA", (4, 8)), ("giants", "SH", (4, 6)), ("fakirs", "SH", (4, 10)),
        ("nomads", "SH", (4, 8)), ("icemaidens", "SH", (4, 6)), ("yetis", "SA", (4, 6)),
        ("dragonlords", "SH", (4, 8)), ("acolytes", "SA", (4, 8)), ("shapeshifters", "SH", (3, 6)),
        ("riverwalkers", "SH", (4, 6)),
    ],
)  # fmt: skip
def test_prices_r16_2(faction: str, building: str, cost: tuple[int, int]) -> None:
    old = {"TP": "D", "TE": "TP", "SH": "TP", "SA": "TE"}[building]
    rival = "nomads" if faction != "nomads" else "witches"
    rival = "witches" if faction == "fakirs" else rival
    table = scene(f"{faction}: {old} E6\n{rival}: D A13", scoring="SCORE1")
    change = table.change(f"upgrade E6 to {building}")
    assert (-change["w"], -change["c"]) == cost
    assert (change[old], change[building]) == (-1, 1)


@pytest.mark.parametrize(
    ("faction", "alone", "beside"),
    [("cultists", 6, 3), ("engineers", 4, 2), ("swarmlings", 8, 4)],
)
def test_a_trading_post_costs_half_beside_a_rival_r6_4(
    faction: str, alone: int, beside: int
) -> None:
    lonely = scene(f"{faction}: D E6\nnomads: D A13")
    assert lonely.change("upgrade E6 to TP")["c"] == -alone
    near = scene(f"{faction}: D E6\nnomads: D F3")
    assert near.change("upgrade E6 to TP")["c"] == -beside


def test_a_dropped_rival_gives_the_discount_but_takes_no_power_r14() -> None:
    table = scene("cultists: D E6\nnomads: D F3\nwitches: D A10")
    table.play("nomads: resign")
    assert table.change("upgrade E6 to TP")["c"] == -3
    assert table.power_offers() == []


@pytest.mark.parametrize(
    ("row", "line", "code"),
    [
        ("D E6", "upgrade E6 to TE. +FAV9", "wrong-building"),
        ("D E6", "upgrade E6 to SH", "wrong-building"),
        ("D E6", "upgrade E6 to D", "wrong-building"),
        ("TP E6", "upgrade E6 to TP", "wrong-building"),
        ("TP E6", "upgrade E6 to SA. +FAV9", "wrong-building"),
        ("SH E6", "upgrade E6 to SA. +FAV9", "wrong-building"),
        ("D E6", "upgrade A13 to TP", "wrong-building"),
        ("D E6", "upgrade E5 to TP", "wrong-building"),
        ("D E6; TP A1 A7 B2 E2", "upgrade E6 to TP", "no-piece"),
        ("TP E6; TE A1 A7 B2", "upgrade E6 to TE. +FAV9", "no-piece"),
        ("TP E6; SH A1", "upgrade E6 to SH", "no-piece"),
        ("TE E6; SA A1", "upgrade E6 to SA. +FAV9", "no-piece"),
        ("TP E6; 4w 7c", "upgrade E6 to SH", "cannot-pay"),
    ],
)
def test_upgrades_that_are_refused_r6_4(row: str, line: str, code: str) -> None:
    assert scene(f"cultists: {row}\nnomads: D A13").refused(line) == code


@pytest.mark.parametrize(
    ("scoring", "row", "line", "points"),
    [
        ("SCORE6", "D E6", "upgrade E6 to TP", 3),
        ("SCORE8", "D E6", "upgrade E6 to TP", 3),
        ("SCORE1", "D E6; favors FAV10", "upgrade E6 to TP", 3),
        ("SCORE6", "D E6; favors FAV10", "upgrade E6 to TP", 6),
        ("SCORE4", "TP E6", "upgrade E6 to SH", 5),
        ("SCORE7", "TP E6", "upgrade E6 to SH", 5),
        ("SCORE4", "TE E6", "upgrade E6 to SA. +FAV9", 5),
        ("SCORE7", "TE E6", "upgrade E6 to SA. +FAV9", 5),
        ("SCORE9", "TP E6", "upgrade E6 to TE. +FAV9", 4),
        ("SCORE5", "TP E6", "upgrade E6 to TE. +FAV9", 0),
    ],
)
def test_points_for_upgrades_r6_4(scoring: str, row: str, line: str, points: int) -> None:
    table = scene(f"auren: {row}\nnomads: D A13", scoring=scoring)
    line = line.replace("to SH", "to SH. +FAV12")
    assert table.change(line).get("vp", 0) == points


# ---- favor tiles ----------------------------------------------------------------------------

STEPS = {
    "FAV1": {"fire": 3}, "FAV2": {"water": 3}, "FAV3": {"earth": 3}, "FAV4": {"air": 3},
    "FAV5": {"fire": 2}, "FAV6": {"water": 2}, "FAV7": {"earth": 2}, "FAV8": {"air": 2},
    "FAV9": {"fire": 1}, "FAV10": {"water": 1}, "FAV11": {"earth": 1}, "FAV12": {"air": 1},
}  # fmt: skip


@pytest.mark.parametrize("tile", STEPS)
def test_favor_tiles_bring_cult_steps_r16_6(tile: str) -> None:
    table = scene("auren: TP E6; bowls 12/0/0\nnomads: D A13").play("upgrade E6 to TE")
    change = table.change(f"+{tile}")
    power = {"p1": -1, "p2": 1} if 3 in STEPS[tile].values() else {}
    assert change == {**STEPS[tile], **power}


@pytest.mark.parametrize(
    ("tile", "income"),
    [("FAV7", {"w": 1, "pw": 1}), ("FAV8", {"pw": 4}), ("FAV9", {"c": 3})],
)
def test_favor_tiles_with_income_pay_from_the_next_income_on_r6_4(
    tile: str, income: dict[str, int]
) -> None:
    table = scene("auren: TP E6; bowls 12/0/0\nnomads: D A13; passed")
    table.play(f"upgrade E6 to TE. +{tile}", "pass BON1")
    paid = {e.source: e.delta for e in table.events if e.kind == "changed" and e.seat == 0}
    got = dict(paid[f"income:{tile}"])
    if "pw" in income:
        got["pw"] = got.pop("p2", 0) + 2 * got.pop("p3", 0)
        got.pop("p1")
    assert got == income


@pytest.mark.parametrize(("posts", "points"), [(0, 0), (1, 2), (2, 3), (3, 3), (4, 4)])
def test_fav12_pays_on_each_pass_r6_5(posts: int, points: int) -> None:
    places = ["A1", "A7", "B2", "E2"][:posts]
    row = f"TP {' '.join(places)}; " if places else ""
    table = scene(f"auren: D E6; {row}favors FAV12\nnomads: D A13")
    assert table.change("pass BON1").get("vp", 0) == points


def test_fav10_and_fav11_do_not_score_the_building_that_brought_them_r6_5() -> None:
    table = scene("auren: TP E6\nnomads: D A13")
    assert "vp" not in table.change("upgrade E6 to TE. +FAV10")


def test_fav5_founds_every_town_that_now_suffices_r6_5() -> None:
    """Two clusters of power 6 become towns at once: two tiles, two keys (R17.4, R8.7)."""
    table = scene("auren: TP E6 A1 I12; D E5 F3 A2 A3; TE D4 A4\nnomads: D I1")
    change = table.change("upgrade I12 to TE. +FAV5. +TW1. +TW2")
    assert (change["keys"], change["vp"]) == (2, 12)
    assert table.on_turn == "nomads"


def test_the_last_copy_r17_4() -> None:
    table = scene("auren: TP E6\nnomads: D A13", favors={"FAV5": 0})
    assert table.refused("upgrade E6 to TE. +FAV5") == "tile-gone"
    assert "+FAV5" not in table.lines(after="upgrade E6 to TE")


def test_one_of_a_kind_r6_4() -> None:
    table = scene("auren: TP E6; favors FAV9\nnomads: D A13")
    assert table.refused("upgrade E6 to TE. +FAV9") == "tile-owned"


def test_a_due_tile_lapses_if_no_kind_is_left_r6_4a() -> None:
    nothing = dict.fromkeys(STEPS, 0)
    table = scene("auren: TP E6\nnomads: D A13", favors=nothing)
    assert table.play("upgrade E6 to TE").on_turn == "nomads"
    one = scene("chaosmagicians: TP E6\nnomads: D A13", favors={**nothing, "FAV9": 3})
    assert one.play("upgrade E6 to TE. +FAV9").on_turn == "nomads", "of two due, one can be taken"


def test_a_tile_without_a_temple_r6_4a() -> None:
    assert scene("auren: D E6\nnomads: D A13").refused("+FAV9. action ACT4") == "not-owed"


@pytest.mark.parametrize("tiles", ["+FAV9. +TW1", "+TW1. +FAV9"])
def test_tiles_due_are_taken_in_any_order_r6_4a(tiles: str) -> None:
    table = scene("auren: TE E6; TP E5 D4\nnomads: D A13")
    assert table.play(f"upgrade E6 to SA. {tiles}").on_turn == "nomads"
