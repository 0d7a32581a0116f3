"""Suggested names for tables: two words each, neither of which is anybody's property."""

from __future__ import annotations

from random import Random

FIRST = """
Amber Autumn Bright Broad Copper Crooked Distant Early Fallow Foggy Frosty Golden Green
Hidden High Hollow Iron Late Little Long Mild Misty Mossy Narrow North Old Pale Quiet Red
River Salt Sandy Second Shallow Silver Slow Small South Steep Still Stony Sunny Thatched
Twin Upper Warm White Wide Wild Windy Winter
"""
SECOND = """
Acre Badger Bank Barn Birch Bridge Brook Cairn Causeway Clover Crane Dike Elm Fen Ferry
Field Finch Ford Furrow Gate Ginger Grove Harbour Harvest Hearth Hedge Heron Hill Hive
Kiln Lantern Lark Ledge Marsh Meadow Mill Moor Mule Oak Orchard Otter Path Pine Pond
Quarry Reed Ridge Rook Rye Shore Spade Spring Stork Terrace Thistle Tower Turnip Vale Well
Willow Wren
"""


def suggested_name(rng: Random) -> str:
    return f"{rng.choice(FIRST.split())} {rng.choice(SECOND.split())}"
