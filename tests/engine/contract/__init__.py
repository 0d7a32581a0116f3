"""What the border promises, checked for any game by random playouts.

A broken promise raises `BrokenPromise`, whose text begins with the promise: the suite's own tests
break a toy on purpose and look for the right one.
"""

from tests.engine.contract.base import BrokenPromise, Game
from tests.engine.contract.bounds import check_bounds
from tests.engine.contract.description import check_description
from tests.engine.contract.playouts import (
    check_defaults_end_the_game,
    check_leaving_ends_the_game,
    check_playout,
)

__all__ = [
    "BrokenPromise",
    "Game",
    "check_bounds",
    "check_defaults_end_the_game",
    "check_description",
    "check_leaving_ends_the_game",
    "check_playout",
]
