"""The panel of a turn: every question has a heading, and its answers are in words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.api import CHANCE, Seat
from games.bots.chance import draw
from games.presenters.terra_mystica.auction import auction_of
from games.presenters.terra_mystica.composing import Asked, Composer, compose
from games.presenters.terra_mystica.page import headline_of
from games.presenters.terra_mystica.panels import chips_of
from tests.games.played import RULES, on_turn, states

NAMES = {0: "Marta", 1: "Ilse", 2: "Tomasz"}


def composed(state: Any, seat: int, **wish: str) -> Composer:
    view = RULES.view(state, Seat(seat))
    owed = tuple(d for d in RULES.pending(state) if d.seat == seat)
    asked = Asked(seat=Seat(seat), owed=owed, **wish)
    return compose(RULES, state, view, asked, NAMES, chips_of(view))[0]


def auctioned(kind: str) -> Any:
    """A table for three whose tiles are dealt: the first bid is asked for."""
    state = RULES.setup({"auction": kind}, 3)
    rng = Random(5)
    while (decision := RULES.pending(state)[0]).seat == CHANCE:
        state = draw(RULES, state, decision, rng).state
    return state


def test_spades_that_are_left_are_what_is_asked():
    state = states()[on_turn(1, after=60)]
    free = composed(state, 1)
    assert "spades" in [action.key for action in free.aside]
    assert free.sections == ()
    dug = composed(state, 1, line="dig 1")
    spades = next(section for section in dug.sections if section.key == "spades")
    assert spades.title == "Where to use 1 spade"
    assert spades.choices
    assert "spades" not in [action.key for action in dug.aside]


def test_an_open_auction_tells_how_it_stands():
    state = auctioned("open")
    seat = RULES.pending(state)[0].seat
    view = RULES.view(state, seat)
    assert headline_of(view) == "Auction of factions"
    before = auction_of(view, NAMES)
    assert before is not None
    assert len(before.lots) == 3
    assert before.said[0].startswith("Nobody has bid yet.")
    (bids,) = composed(state, seat).sections
    assert (bids.key, bids.choices[0].label) == ("bid", "0")
    after = RULES.play(state, seat, "bid 7").state
    said = auction_of(RULES.view(after, None), NAMES).said
    assert said[0].startswith(f"Highest bid: 7, by {NAMES[seat]}.")
    following = composed(after, RULES.pending(after)[0].seat)
    assert [section.key for section in following.sections] == ["bid", "out"]


def test_sealed_bids_are_asked_thing_by_thing():
    state = auctioned("sealed")
    view = RULES.view(state, Seat(0))
    assert headline_of(view) == "Sealed bids"
    drawn = view["drawn"]
    (section,) = composed(state, 0).sections
    labels = [choice.label for choice in section.choices]
    assert labels[-3:] == ["Position 1", "Position 2", "Position 3"]
    assert not set(labels) & set(drawn), "factions are called by their names"
    (amounts,) = composed(state, 0, at=drawn[0]).sections
    assert amounts.title == "Your bid"
    assert amounts.hint == labels[0]
    assert [choice.label for choice in amounts.choices][:3] == ["0", "1", "2"]
    things = [*drawn, "position 1", "position 2", "position 3"]
    written = RULES.play(state, Seat(0), ". ".join(f"bid 1 on {thing}" for thing in things)).state
    assert auction_of(RULES.view(written, None), NAMES).said[1] == "Have written their bids: Marta"


@pytest.mark.parametrize("number", [0, -1])
def test_there_is_no_auction_at_other_tables(number):
    assert auction_of(RULES.view(states()[number], None), NAMES) is None
