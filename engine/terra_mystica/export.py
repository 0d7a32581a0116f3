"""Writing a game as a stripped record that any reader of that form can play (R17.3).

What the engine did by itself (answers to void offers, spades waived) is written out, because
such a reader expects every answer.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import CHANCE
from engine.terra_mystica.export_rows import RowWriter
from engine.terra_mystica.export_setup import (
    SETUP_PHASES,
    UNUSUAL,
    map_head,
    setup_head,
    setup_rows,
)
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.factions.first_game import FIRST_GAMES
from engine.terra_mystica.line import play_commands, read_line
from engine.terra_mystica.record import VP_2017
from engine.terra_mystica.setup import dwelling_queue
from engine.terra_mystica.state import State
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.scoring import SCORING_TILES


def write_record(start: State, log: Iterable[tuple[int, str]]) -> str:
    """The record of a game: its start and its lines as (seat, line)."""
    state, writer = start, RowWriter()
    writer.rows += _prepared_rows(start)
    cards = set(state.cards)
    for seat, line in log:
        before = state
        draft, done = play_commands(state, max(seat, 0), read_line(line))
        state = draft.state
        if seat == CHANCE:
            cards |= set(state.cards)
        if before.options.setup in UNUSUAL and before.phase in SETUP_PHASES:
            if state.phase not in SETUP_PHASES:
                writer.rows += setup_rows(state)
        elif seat != CHANCE:
            writer.line(before, draft, done)
    writer.finish(state)
    return "\n".join([*_head(state, cards), *writer.rows]) + "\n"


def _head(state: State, cards: set[str]) -> list[str]:
    options = state.options
    on = {
        "strict-leech": options.strict_leech,
        "strict-darkling-sh": options.strict_conversion,
        # A pass always ends a double turn here (R11.11); other readers must be told.
        "strict-chaosmagician-sh": True,
        "errata-cultist-power": options.power_when_declined,
        "variable-turn-order": options.variable_order,
        "fire-and-ice-final-scoring": bool(state.final),
        VP_2017: options.vp_2017,
    }
    expansions = {FACTIONS[key].option for key in options.factions} - {""}
    lines = [f"option {name}" for name, is_on in on.items() if is_on]
    lines += [f"option {name}" for name in (*options.tile_options, *sorted(expansions))]
    lines += map_head(state) + setup_head(state)
    lines += [
        f"Round {n} scoring: {tile}, {_gloss(tile)}" for n, tile in enumerate(state.scoring, 1)
    ]
    known = (
        card.key
        for card in BONUS_CARDS.values()
        if not card.option or card.option in options.tile_options
    )
    lines += [f"Removing tile {card}" for card in known if card not in cards]
    lines += [f"Player {player.seat + 1}: seat{player.seat + 1}" for player in state.players]
    lines += [f"Added final scoring tile: {tile}" for tile in state.final]
    return lines


def _gloss(tile: str) -> str:
    """What a scoring tile rewards, as records note it."""
    scored = SCORING_TILES[tile]
    return f"{'/'.join(sorted(scored.scores))} >> {scored.vp}"


def _prepared_rows(start: State) -> list[str]:
    """A first game is written as if its set-up had been played (R1.10)."""
    if start.options.setup != "first-game":
        return []
    game = FIRST_GAMES[len(start.players)]
    rows = [f"{faction}\tsetup" for faction in game.dwellings]
    left = {faction: list(places) for faction, places in game.dwellings.items()}
    for seat in dwelling_queue(start):
        faction = start.players[seat].faction
        rows.append(f"{faction}\tbuild {left[faction].pop(0)}")
    return rows
