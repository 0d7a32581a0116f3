from __future__ import annotations

import pytest

from engine import registry
from tests.engine.toy import ToyRules
from tests.games.scene import Scene, scene

TOY = ToyRules()


@pytest.fixture
def table(db) -> Scene:
    """Two people at Terra Mystica, tiles dealt, the first faction to be chosen."""
    return scene()


@pytest.fixture
def four(db) -> Scene:
    """Four people at Terra Mystica, for longer games."""
    return scene(seats=4)


@pytest.fixture
def lanterns(db, monkeypatch) -> Scene:
    """Two people at the toy game, which has secrets, chance and simultaneous answers."""
    monkeypatch.setitem(registry._GAMES, (TOY.key, TOY.version), TOY)
    return scene(rules_key=TOY.key)


@pytest.fixture
def lanterns3(db, monkeypatch) -> Scene:
    """The same for three, so that one may leave."""
    monkeypatch.setitem(registry._GAMES, (TOY.key, TOY.version), TOY)
    return scene(rules_key=TOY.key, seats=3)
