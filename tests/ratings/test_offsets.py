"""Offsets: found where they are, small where little is known."""

from __future__ import annotations

from math import log
from random import Random

from ratings.formula import MEAN, Strength, spread_of
from ratings.offsets import Place, Table, factors_of, fit, offset_of

SCALE = spread_of([Strength(MEAN, 2.0)] * 4)
FACTIONS = ("witches", "nomads", "giants", "mermaids")


def tables(count: int, true: dict[str, float], seed: int = 1) -> list[Table]:
    """Tables of four drawn from the model with these offsets."""
    rng = Random(seed)
    found = []
    for _number in range(count):
        order = rng.sample(FACTIONS, 4)
        seats = []
        for position, faction in enumerate(order, start=1):
            names = factors_of(faction=faction, board="original", seat_count=4, position=position)
            # Plackett–Luce: exponential clocks, the strongest rings first.
            level = offset_of(names, true) / SCALE
            seats.append((log(rng.expovariate(1.0)) - level, names))
        ranked = sorted(seats, key=lambda seat: seat[0])
        found.append(
            Table(
                seats=tuple(Place(MEAN, 1 + ranked.index(seat), seat[1]) for seat in seats),
                scale=SCALE,
            )
        )
    return found


def faction_value(offsets: dict[str, float], faction: str) -> float:
    names = factors_of(faction=faction, board="original", seat_count=4, position=0)
    return offset_of(names, offsets)


def test_a_strong_faction_is_found():
    offsets = fit(tables(600, {"faction:witches": 4.0}))
    lead = faction_value(offsets, "witches") - faction_value(offsets, "nomads")
    assert 3.0 < lead < 5.0


def test_a_strong_seat_is_found():
    offsets = fit(tables(600, {"seat:4:1": 3.0}))
    assert offsets["seat:4:1"] == max(offsets.values())
    assert 1.2 < offsets["seat:4:1"] - offsets["seat:4:3"] < 3.6


def test_little_is_said_after_few_games():
    few, many = (fit(tables(count, {"faction:witches": 4.0})) for count in (3, 300))
    assert abs(faction_value(few, "witches")) < 0.6 * faction_value(many, "witches")


def test_without_a_difference_nothing_is_found():
    offsets = fit(tables(600, {}))
    assert max(abs(value) for value in offsets.values()) < 0.6


def test_the_order_of_the_tables_does_not_matter():
    some = tables(40, {"faction:giants": 2.0})
    one, other = fit(some), fit(some[::-1])
    assert {name: round(value, 6) for name, value in one.items()} == {
        name: round(value, 6) for name, value in other.items()
    }


def always_first(lead: float) -> list[Table]:
    """The witches win all the time, played by somebody with a lead over the others."""
    seats = tuple(
        Place(MEAN + lead * (faction == "witches"), 1 + number, (f"faction:{faction}",))
        for number, faction in enumerate(FACTIONS)
    )
    return [Table(seats=seats, scale=SCALE)] * 30


def test_the_strength_of_players_is_not_taken_for_that_of_their_faction():
    known_to_be_strong, unknown = fit(always_first(12.0)), fit(always_first(0.0))
    assert known_to_be_strong["faction:witches"] < 0.7 * unknown["faction:witches"]
