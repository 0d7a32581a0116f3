"""A small game that uses everything the border has."""

from tests.engine.toy.rules import ToyRules
from tests.engine.toy.state import Player, Toy

__all__ = ["Player", "Toy", "ToyRules"]
