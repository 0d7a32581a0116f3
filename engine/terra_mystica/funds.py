"""How a player could come by what is missing for a price: conversions and sacrifice (R3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.exchange import RATES, Burn, Convert
from engine.terra_mystica.state import Player

ORDERS = (("pw", "w", "p"), ("w", "pw", "p"), ("p", "pw", "w"))
"""What is given first: power that lies ready, else workers, else priests."""


def conversions_for(
    player: Player, missing: Mapping[str, int], cost: Mapping[str, int]
) -> Iterator[list[Command]]:
    """Ways to make up for a shortage without touching the rest of the price."""
    if not set(missing) <= {"c", "w", "p", "pw"}:
        return
    tried = []
    for order in ORDERS:
        plan = _plan(player, missing, cost, order)
        if plan is not None and plan not in tried:
            tried.append(plan)
    # Who need not sacrifice power for good hears that first.
    yield from sorted(tried, key=lambda plan: any(isinstance(step, Burn) for step in plan))


def _plan(
    player: Player, missing: Mapping[str, int], cost: Mapping[str, int], order: tuple[str, ...]
) -> list[Command] | None:
    ready, behind = player.bowls[2], player.bowls[1] // 2
    spent = cost.get("pw", 0)
    spare = {
        "w": max(0, player.w - cost.get("w", 0)),
        "p": max(0, player.p - cost.get("p", 0)),
        "pw": ready + behind - spent,
    }
    if spare["pw"] < 0:
        return None
    steps: list[Command] = []
    for name in ("p", "w", "c"):
        short = missing.get(name, 0)
        for source in order:
            rate = RATES.get((source, name))
            if not short or rate is None:
                continue
            number = min(short, spare[source] // rate[0])
            if number:
                given = number * rate[0]
                spare[source] -= given
                spent += given if source == "pw" else 0
                short -= number
                steps.append(Convert((given, source), (number, name)))
        if short:
            return None
    if spent > ready:
        steps.insert(0, Burn(spent - ready))
    return steps
