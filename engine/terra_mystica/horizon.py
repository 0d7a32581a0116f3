"""What still lies ahead of a seat (R2): rounds, incomes, cult bonuses, pieces, tiles."""

from __future__ import annotations

from dataclasses import dataclass

from engine.terra_mystica.state import Player, State
from engine.terra_mystica.terms import PIECES, ROUNDS
from engine.terra_mystica.tiles.bonus import BONUS_CARDS, BonusCard
from engine.terra_mystica.tiles.scoring import SCORING_TILES, ScoringTile

PLACES = sum(PIECES.values())
TOWN_WEIGHT = PLACES + PIECES["SA"]
"""The sanctuary counts as two buildings of a town (R8.6)."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """How far the game still goes for one seat."""

    acting: int
    """Rounds in which the seat may still act, the present one included; as many passes."""
    in_round: bool
    """The first of them is the present round: its spaces may be used, its card is held."""
    incomes: int
    scorings: tuple[ScoringTile, ...]
    """Round tiles that may score for the seat; any of them where they were not dealt yet."""
    bonuses: tuple[ScoringTile, ...]
    """Tiles whose cult bonus is still to come; that of the last round is void (R1.2)."""


def horizon(state: State, player: Player) -> Horizon:
    playing = state.phase == "play"
    over = state.phase == "over"
    paid = state.phase == "unlock-income"
    left = 0 if over else ROUNDS - state.round
    in_round = playing and not player.passed and not player.dropped
    acting = 0 if over or player.dropped else left + in_round
    tiles = tuple(SCORING_TILES[key] for key in state.scoring)
    scorings, bonuses = tiles[ROUNDS - acting :], tiles[state.round - playing : ROUNDS - 1]
    if not tiles:
        scorings = bonuses = tuple(SCORING_TILES.values())
    return Horizon(acting, in_round, max(left - paid, 0), scorings, () if over else bonuses)


def pieces_left(player: Player) -> dict[str, int]:
    """How often each building can still be built: each stands where a lesser one stood (R6.4).

    What has once been a dwelling holds a place for good, and all pieces together have PLACES.
    """
    count = player.counts
    upper = count["TE"] + count["SA"]
    return {
        "D": PLACES - sum(count.values()),
        "TP": PLACES - PIECES["D"] - upper - count["TP"] - count["SH"],
        "TE": PIECES["TE"] + PIECES["SA"] - upper,
        "SH": PIECES["SH"] - count["SH"],
        "SA": PIECES["SA"] - count["SA"],
    }


def towns_left(player: Player) -> int:
    """Town tiles due, and as many towns as four buildings each would give (R8.6)."""
    return player.towns_due + (TOWN_WEIGHT - len(player.in_town)) // 4


def cards_in_game(state: State) -> list[BonusCard]:
    """Cards that somebody holds or could take; all of them before they were drawn."""
    keys = [*state.cards, *(player.card for player in state.players if player.card)]
    return [BONUS_CARDS[key] for key in keys or BONUS_CARDS]
