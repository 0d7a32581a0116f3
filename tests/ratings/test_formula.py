"""The formula: order, offsets, drop-outs and rescuers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.formula import (
    NEWCOMER,
    Entrant,
    Part,
    Strength,
    chance_ahead,
    expected_wins,
    rated,
    strengths_after,
)

KNOWN = Strength(25.0, 2.0)


def table(*places: int, parts: dict[int, Part] | None = None) -> list[Entrant]:
    return [
        Entrant(
            player=player,
            seat=player,
            place=place,
            strength=KNOWN,
            part=(parts or {}).get(player, Part.PLAYED),
        )
        for player, place in enumerate(places)
    ]


def test_who_ends_higher_gains_more():
    after = rated(table(1, 2, 3, 4))
    assert after[0].mu > after[1].mu > after[2].mu > after[3].mu
    assert after[0].mu > KNOWN.mu > after[3].mu
    assert all(one.sigma < NEWCOMER.sigma for one in after.values())


def test_equal_places_are_equal():
    after = rated(table(1, 1, 3))
    assert after[0].mu == pytest.approx(after[1].mu)


def test_everybody_starts_from_a_thousand():
    assert NEWCOMER.shown == 1000
    assert NEWCOMER.is_provisional
    assert not KNOWN.is_provisional


def test_a_weak_seat_gains_more_and_a_strong_one_loses_more():
    plain = table(1, 2, 3, 4)
    helped = [replace(plain[0], offset=2.0), *plain[1:]]
    hindered = [replace(plain[0], offset=-2.0), *plain[1:]]
    assert rated(hindered)[0].mu > rated(plain)[0].mu > rated(helped)[0].mu


def test_an_offset_is_no_part_of_the_player_s_strength():
    seats = [replace(one, offset=3.0) for one in table(1, 2, 3, 4)]
    assert rated(seats)[2].mu == pytest.approx(rated(table(1, 2, 3, 4))[2].mu)


def test_who_drops_out_loses_whatever_the_place():
    after = rated(table(4, 1, 2, 3, parts={1: Part.LEFT}))
    assert after[1].mu < KNOWN.mu


def test_who_stays_is_not_touched_by_a_drop_out():
    with_leaver = rated(table(1, 2, 3, 4, parts={3: Part.LEFT}))
    without = rated(table(1, 2, 3))
    assert [with_leaver[n] for n in range(3)] == [without[n] for n in range(3)]


def test_several_drop_outs_are_not_compared_with_each_other():
    both = rated(table(1, 2, 3, 4, parts={2: Part.LEFT, 3: Part.LEFT}))
    alone = rated(table(1, 2, 3, parts={2: Part.LEFT}))
    assert both[2] == alone[2]
    assert both[2].mu == both[3].mu


def test_where_only_one_stays_he_gains_nothing():
    after = rated(table(1, 2, 2, parts={1: Part.LEFT, 2: Part.LEFT}))
    assert set(after) == {1, 2}


def test_where_nobody_stays_nothing_changes():
    assert rated(table(1, 1, parts={0: Part.LEFT, 1: Part.LEFT})) == {}


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_a_rescuer_never_loses(place: int):
    places = [other for other in (1, 2, 3, 4) if other != place]
    entrants = table(place, *places, parts={0: Part.RESCUED})
    after, plain = rated(entrants)[0], rated(table(place, *places))[0]
    assert after == (plain if plain.mu >= KNOWN.mu else KNOWN)


def test_the_leaver_is_not_compared_with_his_own_rescuer():
    seats = table(1, 2, 3, 4)
    leaver = Entrant(player=9, seat=3, place=4, strength=KNOWN, part=Part.LEFT)
    rescuer = replace(seats[3], part=Part.RESCUED)
    after = rated([*seats[:3], rescuer, leaver])
    assert after[9] == rated([*seats[:3], leaver])[9]


def test_chances_of_the_first_place_add_up():
    entrants = table(1, 2, 3, 4)
    entrants[0] = replace(entrants[0], strength=Strength(30.0, 2.0))
    chances = expected_wins(entrants)
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[0] > 0.25 > chances[1] == pytest.approx(chances[2])


def test_400_points_are_about_ten_to_one():
    scale = 8.9  # four well-known players
    assert chance_ahead(45.0, 25.0, scale) == pytest.approx(10 / 11, abs=0.02)


def test_the_better_player_of_many_games_ends_up_higher():
    games = [
        [Entrant(player=p, seat=p, place=1 + (p + (n % 5 == 0)) % 4) for p in range(4)]
        for n in range(40)
    ]
    after = strengths_after(games)
    assert after[0].shown > after[1].shown > after[2].shown > after[3].shown
    assert not after[0].is_provisional
