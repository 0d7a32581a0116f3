"""What is printed on tiles and cards, as plain JSON for whoever draws them."""

from __future__ import annotations

from engine.api import Json
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.terms import CULTS
from engine.terra_mystica.tiles.actions import ActionSpace
from engine.terra_mystica.tiles.bonus import BONUS_CARDS, BonusCard
from engine.terra_mystica.tiles.favors import FAVOR_TILES, FavorTile
from engine.terra_mystica.tiles.scoring import SCORING_TILES, ScoringTile
from engine.terra_mystica.tiles.towns import TOWN_TILES, TownTile


def _printed(**facts: Json) -> Json:
    """Without what a tile does not have."""
    return {
        name: value.facts() if isinstance(value, Bag) else value
        for name, value in facts.items()
        if value
    }


def _action(space: ActionSpace | None) -> Json:
    return None if space is None else {"spades": space.spades, "steps": space.steps}


def _bonus(card: BonusCard) -> Json:
    return _printed(
        kind="bonus",
        income=card.income,
        action=_action(card.action),
        pass_vp=[list(pair) for pair in card.pass_vp],
        shipping=card.shipping,
    )


def _favor(tile: FavorTile) -> Json:
    return _printed(
        kind="favor",
        cult=CULTS[tile.cult],
        steps=tile.steps,
        income=tile.income,
        action=_action(tile.action),
        built_vp=tile.built_vp,
        trading_posts_vp=list(tile.pass_vp),
        town_power=tile.town_power if tile.town_power != 7 else 0,
    )


def _town(tile: TownTile) -> Json:
    return _printed(
        kind="town", gain=tile.gain, keys=tile.keys, steps=tile.steps, shipping=tile.shipping
    )


def _scoring(tile: ScoringTile) -> Json:
    return _printed(
        kind="scoring",
        scores=list(tile.scores),
        vp=tile.vp,
        cult="priests" if tile.cult is None else CULTS[tile.cult],
        every=tile.every,
        reward=tile.reward,
        spades=tile.spades,
    )


PRINTED: dict[str, Json] = {
    **{card.key: _bonus(card) for card in BONUS_CARDS.values()},
    **{tile.key: _favor(tile) for tile in FAVOR_TILES.values()},
    **{tile.key: _town(tile) for tile in TOWN_TILES.values()},
    **{tile.key: _scoring(tile) for tile in SCORING_TILES.values()},
}
"""Tile -> what it says."""
