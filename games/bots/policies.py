"""The bots that may sit at a table, by the key stored with their seat."""

from __future__ import annotations

from functools import cache

from games.bots.greedy import GreedyPolicy
from games.bots.hasty import HastyPolicy
from games.bots.policy import Policy, RandomPolicy
from games.bots.terra_mystica import TerraMysticaJudge

ANY_GAME: dict[str, Policy] = {"random": RandomPolicy()}
"""These need to know nothing about the game."""
JUDGES = {"terra_mystica": TerraMysticaJudge()}


@cache
def policies_for(rules_key: str) -> dict[str, Policy]:
    """All policies for a game, the strongest first."""
    judge = JUDGES.get(rules_key)
    knowing: dict[str, Policy] = (
        {} if judge is None else {"greedy": GreedyPolicy(judge), "hasty": HastyPolicy(judge)}
    )
    return {**knowing, **ANY_GAME}
