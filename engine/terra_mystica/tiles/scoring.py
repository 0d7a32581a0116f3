"""Round scoring tiles (R16.4) and final scoring tiles (R10.4)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.terra_mystica.resources import NOTHING, Bag

FIRE, WATER, EARTH, AIR = range(4)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringTile:
    """Points during a round, and the cult bonus after it."""

    key: str
    scores: tuple[str, ...]
    """What earns points: buildings, "SPADE" or "TOWN"."""
    vp: int
    cult: int | None
    """The track that is looked at; None: priests on order spaces (R13.3)."""
    every: int
    """Steps per reward."""
    reward: Bag = NOTHING
    spades: int = 0
    forbidden_rounds: tuple[int, ...] = ()
    option: str = ""


SCORING_TILES = {
    tile.key: tile
    for tile in (
        ScoringTile(
            key="SCORE1",
            scores=("SPADE",),
            vp=2,
            cult=EARTH,
            every=1,
            reward=Bag(c=1),
            forbidden_rounds=(5, 6),
        ),
        ScoringTile(key="SCORE2", scores=("TOWN",), vp=5, cult=EARTH, every=4, spades=1),
        ScoringTile(key="SCORE3", scores=("D",), vp=2, cult=WATER, every=4, reward=Bag(p=1)),
        ScoringTile(key="SCORE4", scores=("SH", "SA"), vp=5, cult=FIRE, every=2, reward=Bag(w=1)),
        ScoringTile(key="SCORE5", scores=("D",), vp=2, cult=FIRE, every=4, reward=Bag(pw=4)),
        ScoringTile(key="SCORE6", scores=("TP",), vp=3, cult=WATER, every=4, spades=1),
        ScoringTile(key="SCORE7", scores=("SH", "SA"), vp=5, cult=AIR, every=2, reward=Bag(w=1)),
        ScoringTile(key="SCORE8", scores=("TP",), vp=3, cult=AIR, every=4, spades=1),
        ScoringTile(
            key="SCORE9",
            scores=("TE",),
            vp=4,
            cult=None,
            every=1,
            reward=Bag(c=2),
            option="temple-scoring-tile",
        ),
    )
}

FINAL_TILE_NAMES = {
    "building-on-edge": "Outposts",
    "connected-clusters": "Settlements",
    "connected-distance": "Greatest distance",
    "connected-sa-sh-distance": "Stronghold and sanctuary",
}
"""Extra final tiles (R10.4); what each counts is in `scoring`."""
FINAL_TILES = tuple(FINAL_TILE_NAMES)
