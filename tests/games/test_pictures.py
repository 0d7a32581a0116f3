"""The board as a picture for mails."""

from __future__ import annotations

import pytest

from games import pictures
from games.pictures import board_picture
from games.presenters.terra_mystica.board import Board, Marks, board_of
from games.presenters.terra_mystica.names import MAPS
from games.presenters.terra_mystica.picture import board_drawing, light_colours
from tests.games.played import RULES, states

ONE_MARK = Marks(news={"E5": 1})


def last_board(marks: Marks = ONE_MARK) -> Board:
    """The fullest board there is: that of a game of four at its end."""
    return board_of(RULES.view(states()[-1], None), marks)


def test_a_full_board_is_a_small_picture():
    content = pictures.draw(board_drawing(last_board()))
    assert content.startswith(b"\x89PNG")
    assert len(content) <= 150_000
    width = int.from_bytes(content[16:20], "big")
    assert width == pictures.WIDTH


def test_what_is_new_is_ringed_and_numbered():
    plain, marked = board_drawing(last_board(Marks())), board_drawing(last_board())
    assert marked.count("scale(.9)") == plain.count("scale(.9)") + 1
    assert marked.endswith(">1</text></g></svg>")


def test_names_of_hexes_are_drawn_with_a_font_of_our_own():
    """Without its letters the picture would be the same with names or without."""
    board = last_board()
    drawing = board_drawing(board)
    assert pictures.draw(drawing) != pictures.draw(drawing.replace(">E5</text>", "></text>"))


@pytest.mark.parametrize("map_key", MAPS)
def test_every_map_can_be_drawn(map_key):
    board = board_of(RULES.view(RULES.setup({"map": map_key}, 4), None))
    drawing = board_drawing(board)
    assert "var(" not in drawing
    assert "currentColor" not in drawing
    assert drawing.count("</text>") == len(board.land)


def test_pieces_of_every_colour_are_known():
    colours = light_colours()
    for colour in ("yellow", "brown", "black", "blue", "green", "gray", "red", "ice", "volcano"):
        assert {f"t-{colour}", f"t-{colour}-ink", f"pl-{colour}", f"pl-{colour}-ink"} <= set(
            colours
        )


def test_the_same_position_is_drawn_once(monkeypatch, settings):
    drawn = []
    monkeypatch.setattr(pictures, "draw", lambda drawing: drawn.append(drawing) or b"picture")
    first, second = last_board(Marks(news={"A1": 7})), last_board(Marks(news={"A1": 8}))
    for board in (first, first, second, first):
        assert board_picture(board) == b"picture"
    assert len(drawn) == 2
