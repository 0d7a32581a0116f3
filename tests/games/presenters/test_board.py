"""The drawing: where hexes lie, what is marked, what the words say."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from engine.api import Seat
from games.presenters.terra_mystica import geometry
from games.presenters.terra_mystica.board import Marks, Target, board_of
from games.presenters.terra_mystica.composing import Asked
from games.presenters.terra_mystica.final import final_table
from games.presenters.terra_mystica.page import page_of
from games.presenters.terra_mystica.panels import chips_of
from games.presenters.terra_mystica.text_board import text_board
from games.presenters.terra_mystica.tiles import rounds_of
from tests.games.played import RULES, WITCHES, on_turn, states

PLAYERS = {0: "Marta", 1: "Ilse", 2: "Tomasz", 3: "Aiko"}
MAPS = next(option for option in RULES.options() if option.key == "map").choices


@pytest.fixture(scope="module")
def state():
    return states()[on_turn(WITCHES, after=80)]


def page(state, **asked):
    view = RULES.view(state, None)
    owed = tuple(d for d in RULES.pending(state) if d.seat == WITCHES)
    return page_of(
        rules=RULES,
        state=state,
        view=view,
        asked=Asked(seat=Seat(WITCHES), owed=owed, **asked),
        names=PLAYERS,
    )


@pytest.mark.parametrize("key", [key for key, _name in MAPS])
def test_every_map_is_drawn(key: str):
    view = RULES.view(RULES.setup({"map": key}, 4), None)
    board = board_of(view)
    places = [(hex.x, hex.y) for hex in (*board.land, *board.rivers)]
    assert len(places) == len(set(places)) == len(view["hexes"])
    assert all(0 < x < board.width and 0 < y - board.top < board.height for x, y in places)
    assert min(y for _x, y in places) - board.top == pytest.approx(40, abs=1)
    drawn = render_to_string("games/terra_mystica/_board_svg.html", {"board": board})
    assert drawn.count('class="lb ') == len(board.land)


def test_the_first_hex_of_the_second_row_lies_half_a_hex_further_right():
    assert geometry.centre(0, 0) == (35.2, 40.0)
    assert geometry.centre(1, 0) == (66.4, 94.0)


def test_a_town_is_outlined_by_its_outer_edges_only():
    alone, pair = geometry.outline([(0, 0)]), geometry.outline([(0, 0), (0, 1)])
    assert (alone.count("M"), pair.count("M")) == (6, 10)


def test_what_may_be_chosen_is_a_link_and_the_rest_steps_back(state):
    view = RULES.view(state, None)
    target = Target(query="line=build+F4", label="build", chip="2")
    board = board_of(view, Marks(targets={"F4": target}, dims=True))
    drawn = render_to_string("games/terra_mystica/_board_svg.html", {"board": board})
    assert 'href="?line=build+F4"' in drawn
    assert {hex.state for hex in board.land} == {"legal", "dim", ""}
    assert [hex.name for hex in board.targets] == ["F4"]


def test_small_boards_show_discs(state):
    board = board_of(RULES.view(state, None))
    drawn = render_to_string("games/terra_mystica/_mini.html", {"board": board})
    assert drawn.count('class="dot ') == len(board.pieces) > 10


def test_the_board_in_words_names_neighbours_and_who_could_gain(state):
    rows = text_board(RULES.view(state, None), PLAYERS)
    assert [row.letter for row in rows] == list("ABCDEFGHI")
    hexes = {hex.name: hex for row in rows for hex in row.hexes}
    built = [hex for hex in hexes.values() if hex.building]
    assert all(hex.beside for hex in built)
    assert any("Aiko" in hex.gains for hex in hexes.values())


@pytest.mark.parametrize("extra", [True, False])
def test_the_final_scoring_is_seen_from_the_first_round(extra: bool):
    """What is compared at the end, an extra tile among it, and how that stands now."""
    view = RULES.view(states()[-2], None) | {"final": ["building-on-edge"] if extra else []}
    tile = {"source": "building-on-edge", "values": {"0": 4, "1": 2}, "points": {"0": 18, "1": 12}}
    view["standing"] = [*([tile] if extra else []), *view["standing"]]
    table = final_table(view, order=[1, 0], names=PLAYERS, chips=chips_of(view))
    assert table is not None
    titles = [row.title for row in table.rows]
    assert titles[0] == ("Outposts" if extra else "Largest area")
    assert len(titles) == 5 + extra
    assert [name for _chip, name in table.players] == ["Ilse", "Marta"]
    if extra:
        assert table.rows[0].cells == ((2, 12), (4, 18))
    assert table.totals[0] == sum(row.cells[0][1] for row in table.rows) > 0
    assert rounds_of(view)[-1].extra == ("Outposts" if extra else "")


def test_the_final_scoring_is_not_compared_before_there_are_factions():
    view = RULES.view(states()[0], None)
    assert final_table(view, order=[0, 1, 2, 3], names=PLAYERS, chips=chips_of(view)) is None


def test_the_board_in_words_names_bridges_and_towns():
    view = RULES.view(states()[-1], None)
    hexes = {hex.name: hex for row in text_board(view, PLAYERS) for hex in row.hexes}
    assert view["bridges"]
    for bridge in view["bridges"]:
        assert f"bridge of {PLAYERS[bridge['seat']]} to {bridge['b']}" in hexes[bridge["a"]].ties
    towns = {place for seat in view["seats"] for place in seat["in_town"]}
    assert towns
    assert towns == {hex.name for hex in hexes.values() if "in a town" in hex.ties}


def test_every_legal_step_is_offered_somewhere(state):
    """Whatever the engine offers can be reached by links: in a section, under a heading."""
    offered = {offer.line for offer in RULES.legal(state, Seat(WITCHES)) if offer.group != "power"}
    reached = set()
    first = page(state).composer
    queries = [action for action in (*first.actions, *first.aside) if action.query]
    for action in queries:
        if "pick=" not in action.query:
            reached |= {line for line in offered if line.replace(" ", "+") in action.query}
            continue
        composer = page(state, pick=action.key).composer
        for section in composer.sections:
            for choice in section.choices:
                if choice.several:
                    inner = page(state, pick=action.key, at=choice.label).composer
                    reached |= {c.line for s in inner.sections for c in s.choices}
                else:
                    reached.add(choice.line)
    assert offered - reached == set()


def test_a_line_shows_what_it_does(state):
    composer = page(state, line="build F4").composer
    cells = {cell.key: (cell.before, cell.after) for cell in composer.preview.cells}
    assert (composer.complete, composer.sendable) == (True, True)
    assert cells["w"] == ("3", "2")
    assert any("may take" in effect.text for effect in composer.preview.effects)


def test_a_refused_line_keeps_its_words_and_says_what_would_do(state):
    composer = page(state, line="build A1").composer
    assert composer.typed == "build A1"
    assert "plains" in composer.refusal
    assert composer.nearest
    assert not composer.sendable
