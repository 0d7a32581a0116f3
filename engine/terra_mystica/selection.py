"""Which factions are left for whom (R1.6): blocked boards, blocked terrain, room for all seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.api import IllegalMove
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.state import State
from engine.terra_mystica.terms import WHEEL

TERRAIN_CHOICE = {faction.colour: faction.terrain_choice for faction in FACTIONS.values()}
"""When the factions of a board choose a terrain."""


def setup_owed(state: State, seat: int) -> list[str]:
    """What a seat that has its faction must still choose before the next seat does (R1.6d)."""
    me = state.players[seat]
    if not me.faction or me.dropped:
        return []
    owed = []
    late = me.board.terrain_choice == "last" and state.phase in ("factions", "auction")
    if me.board.terrain_choice and not me.chosen and not late:
        owed.append("terrain")
    if me.favors_due:
        owed.append("favor")
    return owed


def first_owing(state: State) -> int | None:
    """Who chooses a terrain or tile now: one after the other, in turn order."""
    return next((seat for seat in state.order if setup_owed(state, seat)), None)


def refuse_while_owed(state: State) -> None:
    """Terrain and tile are settled before anything else is chosen (R1.6d, R1.12.7)."""
    seat = first_owing(state)
    if seat is not None:
        owed = setup_owed(state, seat)
        raise IllegalMove("owed", section="R1.6d", facts={"seat": seat, "owed": owed})


def taken_colours(state: State, seat: int) -> set[str]:
    """Colours that belong to a faction or a choice of somebody else (R1.6)."""
    taken = set()
    for player in state.players:
        if player.seat == seat or not player.faction or _left_early(state, player.seat):
            continue
        if player.board.colour in WHEEL:
            taken.add(player.board.colour)
        if player.chosen:
            taken.add(player.chosen)
    return taken


def auction_colours(state: State) -> set[str]:
    """Colours of tokens still to be auctioned are blocked too (R1.12.5)."""
    if state.auction is None:
        return set()
    return {FACTIONS[key].colour for key in state.auction.tokens}


def _left_early(state: State, seat: int) -> bool:
    """Who drops out while others choose frees his colour (R14)."""
    return state.phase == "factions" and state.players[seat].dropped


def _taken(state: State) -> set[str]:
    """Boards and terrain that nobody may take any more."""
    boards = {
        player.board.colour
        for player in state.players
        if player.faction and not _left_early(state, player.seat)
    }
    return boards | taken_colours(state, seat=-1)


def why_not(state: State, seat: int, key: str) -> IllegalMove | None:
    """Why a faction may not be chosen now, if so."""
    faction = FACTIONS[key]
    allowed = state.options.factions
    if key not in allowed:
        if faction.option and not any(FACTIONS[k].option == faction.option for k in allowed):
            return IllegalMove("option", section="R1.6e", facts={"option": faction.option})
        return IllegalMove("faction-banned", section="R1.6e", facts={"faction": key})
    if state.pool and key not in state.pool:
        facts = {"faction": key, "drawn": list(state.pool)}
        return IllegalMove("not-drawn", section="R1.6", facts=facts)
    if faction.colour in _taken(state) or any(p.faction == key for p in state.players):
        return IllegalMove("faction-taken", section="R1.6", facts={"faction": key})
    if state.colours and state.colours[seat] != faction.colour:
        return IllegalMove("colour", section="R1.6", facts={"colour": state.colours[seat]})
    owed = int(faction.terrain_choice == "at once")
    return too_few_left(state, seat, faction.colour, owed=owed)


def too_few_left(state: State, seat: int, colour: str, *, owed: int = 0) -> IllegalMove | None:
    """Whether taking a board or terrain would leave a later seat without any faction.

    With all factions this cannot happen; with a short list or a small draft it could, and the
    rulebooks do not know such tables. The choice is refused, so that everybody gets a faction.
    """
    if state.phase != "factions" or state.colours:
        return None
    waiting = [
        other
        for other in state.queue
        if other != seat and not state.players[other].faction and not state.players[other].dropped
    ]
    allowed = state.pool or state.options.factions
    if seats_that_fit(allowed, _taken(state) | {colour}, owed=owed) >= len(waiting):
        return None
    return IllegalMove("leaves-too-few", section="R1.6", facts={"seats": len(waiting)})


def seats_that_fit(factions: Iterable[str], taken: Collection[str] = (), *, owed: int = 0) -> int:
    """How many seats can still get a faction out of a list.

    A board that chooses its terrain at once needs a colour that is nobody's home; where there is
    none, it costs a home and wins no seat. `owed` terrains are still to be chosen by others.
    """
    boards = {FACTIONS[key].colour for key in factions}.difference(taken)
    homes = boards.intersection(WHEEL)
    choosers = sum(TERRAIN_CHOICE[board] == "at once" for board in boards)
    late = sum(TERRAIN_CHOICE[board] == "last" for board in boards)
    spare = sum(colour not in homes and colour not in taken for colour in WHEEL) - owed
    return len(homes) + late + min(choosers, max(spare, 0)) + min(spare, 0)


def boards_of(factions: Iterable[str]) -> set[str]:
    """The boards that factions stand on; two factions of one board exclude each other."""
    return {FACTIONS[key].colour for key in factions}
