"""The set-up of a game as rows of a record, where it was not played in the order of a record.

A record knows one way only: seats choose in turn order (R1.6). After an auction, sealed bids or a
deal the same position is written as if it had been chosen so, with the starting points of the
auction in the head.
"""

from __future__ import annotations

from engine.terra_mystica.record import MAP_ROWS, STARTING_POINTS
from engine.terra_mystica.state import Player, State

SETUP_PHASES = ("deal", "auction", "sealed-bids", "factions", "terrain")
UNUSUAL = ("auction", "sealed-bids", "random")
"""Ways to a faction whose lines no reader of records knows."""


def setup_rows(state: State) -> list[str]:
    """The rows up to the first dwelling, from the position that the set-up led to."""
    order = [state.players[seat] for seat in state.order]
    rows = [
        f"nofaction{number} dropped from the game"
        for number, player in enumerate(order, 1)
        if not player.faction
    ]
    seated = [player for player in order if player.faction]
    for player in seated:
        rows.append(f"{player.faction}\tsetup")
        rows += _choices(player, "at once")
        if player.dropped:
            rows.append(f"{player.faction} dropped from the game")
    for player in seated:
        rows += _choices(player, "last")
    return rows


def _choices(player: Player, moment: str) -> list[str]:
    """The tile and the terrain taken at set-up (R1.6d)."""
    commands = [f"+{tile}" for tile in player.favors if moment == "at once"]
    if player.board.terrain_choice == moment and player.chosen:
        commands.append(f"pick-color {player.chosen}")
    return [f"{player.faction}\t{'. '.join(commands)}"] if commands else []


def setup_head(state: State) -> list[str]:
    """Lines of the head that only our own reader knows."""
    lines = []
    if state.options.setup in ("auction", "sealed-bids"):
        points = (f"{p.faction} {p.points['start']}" for p in state.players if p.faction)
        lines.append(f"{STARTING_POINTS} {', '.join(points)}")
    return lines


def map_head(state: State) -> list[str]:
    """The map, a custom one with its rows."""
    if state.options.map == "original":
        return []
    lines = [f"map {state.land.identifier}"]
    if state.options.map == state.land.text:
        first, *rows = state.land.text.splitlines()
        letters = " ".join(row.replace(" ", "") for row in rows)
        lines.append(f"{MAP_ROWS} {first.rsplit(' ', 1)[1]} {letters}")
    return lines
