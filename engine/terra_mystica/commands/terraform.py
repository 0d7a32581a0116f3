"""Digging and transforming (R6.1, R6.2), with sandstorm and volcanoes."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.actions import begin_action, owed_by_action, require_turn
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Due, Transformed
from engine.terra_mystica.factions.model import Flight
from engine.terra_mystica.factions.terraforming import Volcano
from engine.terra_mystica.maps.reach import flies_to, reaches
from engine.terra_mystica.purse import burn_tokens, gain, gain_spades, pay
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.state import Player, State
from engine.terra_mystica.terms import PERMANENT, WHEEL
from engine.terra_mystica.words import words


@words.command("dig {number}", "dig")
class Dig(msgspec.Struct, frozen=True):
    """Buy spades, or announce a volcano."""

    number: int = 1

    def decide(self, draft: Draft) -> None:
        turn = require_turn(draft)
        faction = draft.me.board
        if isinstance(faction.terraforming, Volcano):
            if self.number > 1:
                raise IllegalMove("one-hex", section="R12.4")
            begin_action(draft, "dig")
            draft.touch(volcano=True, may_build=True)
            return
        if faction.digging is None:
            raise IllegalMove("not-here", section="R12.8")
        if turn.may_build or turn.free_dwelling:
            if turn.may_add and not turn.touched:
                self._buy(draft)
                return
            if not turn.actions or owed_by_action(turn):
                # Spades are bought before the first transformation of an action (R6.2a).
                raise IllegalMove("not-here", section="R6.2a", facts={"action": turn.space})
            if turn.may_build and not turn.touched:
                # Nothing is left that they could be added to (R6.2b); and in a double turn other
                # readers of a record would still take them for this action's (R17.3).
                raise IllegalMove("not-here", section="R6.2b", facts={"action": turn.space})
        begin_action(draft, "dig")
        draft.touch(may_add=True, may_build=True)
        self._buy(draft)

    def _buy(self, draft: Draft) -> None:
        me = draft.me
        digging = me.board.digging
        assert digging is not None
        pay(draft, digging.spade[me.dig].times(self.number), "dig", section="R6.2")
        spades = gain_spades(draft, self.number, "dig")
        if digging.vp_per_bought:
            gain(draft, Bag(vp=digging.vp_per_bought * self.number), me.faction)
        turn = draft.turn
        # All spades of an action go to one hex once one of them is bought (R6.2a).
        draft.touch(
            spades=turn.spades + spades,
            bought=turn.bought + self.number,
            one_hex=True,
        )


@words.command("transform {place}[ to {colour}]")
class Transform(msgspec.Struct, frozen=True):
    """Change the terrain of a hex with the spades at hand."""

    place: str
    colour: str | None = None

    def decide(self, draft: Draft) -> None:
        check_land(draft.state, self.place)
        if draft.state.phase == "spades":
            self._with_cult_spades(draft)
            return
        turn = require_turn(draft)
        if turn.sandstorm:
            sandstorm(draft, self.place, self.colour)
        elif turn.volcano:
            erupt(draft, self.place, self.colour)
        elif turn.spades:
            transform(draft, self.place, self.colour)
        elif turn.bought and turn.touched and self.place not in turn.touched:
            raise IllegalMove("one-hex", section="R6.2a", facts={"place": turn.touched[0]})
        elif not draft.me.board.terraforming.uses_spades:
            raise IllegalMove("not-here", section="R12.4")
        elif turn.free_dwelling:
            raise IllegalMove("not-here", section="R11.10", facts={"action": turn.space})
        else:
            raise IllegalMove("spades-short", section="R6.2", facts={"spades": 0})

    def _with_cult_spades(self, draft: Draft) -> None:
        """R9.6: free splitting over reachable hexes, no flights, no dwelling."""
        me = draft.me
        if not me.spades_due:
            if not me.board.terraforming.uses_spades:
                raise IllegalMove("not-here", section="R12.4")
            raise IllegalMove("not-owed", section="R9.6", facts={"owed": "SPADE"})
        check_queue(draft)
        check_free(draft.state, self.place)
        old = draft.state.terrain[self.place]
        rules = me.board.terraforming
        new = self.colour or rules.nearest(old, me.chosen, me.spades_due)
        price = rules.price(old, new, me.chosen, me.spades_due)
        if not reaches(draft.state, me, self.place):
            if flies_to(draft.state, me, self.place):
                raise IllegalMove("not-here", section="R9.6", facts={"place": self.place})
            raise IllegalMove("not-reachable", section="R9.6", facts={"place": self.place})
        if price > me.spades_due:
            raise IllegalMove(
                "spades-short", section="R6.1", facts={"needed": price, "spades": me.spades_due}
            )
        draft.emit(Transformed(draft.seat, self.place, old, new, "cult-bonus"))
        draft.emit(Due(draft.seat, "spades_due", -price, "cult-bonus"))


def nearest_colour(draft: Draft, place: str) -> str | None:
    """What `transform` without a colour means: home, or as near as the spades at hand reach."""
    state, me = draft.state, draft.me
    if place not in state.terrain or not me.faction:
        return None
    turn = state.turn
    if turn is not None and turn.seat == draft.seat:
        spades = turn.spades
        if turn.sandstorm or turn.volcano:
            return me.home
    else:
        spades = me.spades_due
    return me.board.terraforming.nearest(state.terrain[place], me.chosen, spades)


def check_land(state: State, place: str) -> None:
    if place not in state.terrain:
        if place in state.land.places:
            raise IllegalMove("river", section="R6.1d", facts={"place": place})
        raise IllegalMove("no-such-hex", section="R5.1", facts={"place": place})


def check_free(state: State, place: str) -> None:
    if place in state.occupied:
        raise IllegalMove("occupied", section="R6.1c", facts={"place": place})


def check_queue(draft: Draft) -> None:
    """Cult spades are used one player after the other (R9.6); a record may have them mixed."""
    state = draft.state
    if not state.options.explicit and state.queue and state.queue[0] != draft.seat:
        raise IllegalMove("not-your-turn", section="R9.6", facts={"seat": state.queue[0]})


def travel(draft: Draft, place: str) -> None:
    """Reach a hex, by tunnel or carpet if there is no other way (R5.6, R5.7)."""
    state, me = draft.state, draft.me
    if reaches(state, me, place):
        return
    turn = draft.turn
    if turn.flight == place:
        return
    if turn.flight:
        raise IllegalMove("one-flight", section="R5.7", facts={"flown": turn.flight})
    if not flies_to(state, me, place):
        raise IllegalMove("not-reachable", section="R5.6", facts={"place": place})
    flight = me.board.flight
    assert flight is not None
    pay(draft, flight_cost(me, flight), flight.name, section="R5.7")
    gain(draft, Bag(vp=flight.vp), flight.name)
    draft.touch(flight=place)


def flight_cost(me: Player, flight: Flight) -> Bag:
    return flight.cost_with_stronghold if me.counts["SH"] else flight.cost


def transform(draft: Draft, place: str, colour: str | None) -> None:
    """Spend spades of the action in progress on one hex (R6.1, R6.2a)."""
    state, me, turn = draft.state, draft.me, draft.turn
    check_free(state, place)
    rules = me.board.terraforming
    old = state.terrain[place]
    new = colour or rules.nearest(old, me.chosen, turn.spades)
    price = rules.price(old, new, me.chosen, turn.spades)
    if turn.one_hex and turn.touched and place not in turn.touched:
        raise IllegalMove("one-hex", section="R6.2a", facts={"place": turn.touched[0]})
    travel(draft, place)
    if price > turn.spades:
        raise IllegalMove(
            "spades-short", section="R6.1a", facts={"needed": price, "spades": turn.spades}
        )
    home = me.home
    left = turn.spades - price
    if turn.bought and new != home and left:
        # A stop on the way home (R6.2a): the rest must lead there, without turning back (R6.1a).
        whole = rules.price(old, home, me.chosen, turn.spades) if old != home else 0
        if whole != turn.spades or rules.price(new, home, me.chosen, left) != left:
            raise IllegalMove("spades-left", section="R6.2b", facts={"spades": left})
    partial = [other for other in turn.touched if other != place and state.terrain[other] != home]
    # One hex at most ends as foreign terrain, and a hex moved twice must end as home (R6.2a).
    if new != home and (partial or place in turn.touched):
        raise IllegalMove("partial-twice", section="R6.2a", facts={"place": place})
    draft.emit(Transformed(draft.seat, place, old, new, turn.space))
    draft.touch(
        spades=turn.spades - price,
        touched=turn.touched if place in turn.touched else (*turn.touched, place),
        made_home=(*turn.made_home, place) if new == home else turn.made_home,
    )


def sandstorm(draft: Draft, place: str, colour: str | None) -> None:
    """Turn an edge neighbour into home terrain; no spade, no bridge, no ship (R11.14)."""
    state, me = draft.state, draft.me
    check_free(state, place)
    old, home = state.terrain[place], me.home
    if old in PERMANENT or (colour is not None and colour != home):
        raise IllegalMove("terrain", section="R11.14", facts={"terrain": colour or old})
    if old == home:
        raise IllegalMove("no-change", section="R11.14", facts={"terrain": old})
    if not any(other in me.buildings for other in state.land.neighbours[place]):
        raise IllegalMove("not-here", section="R11.14", facts={"place": place})
    draft.emit(Transformed(draft.seat, place, old, home, draft.turn.space))
    draft.touch(sandstorm=False, touched=(place,), made_home=(place,))


def erupt(draft: Draft, place: str, colour: str | None) -> None:
    """Turn a hex into a volcano for the faction's own price (R12.4 to R12.6)."""
    state, me = draft.state, draft.me
    check_free(state, place)
    rules = me.board.terraforming
    assert isinstance(rules, Volcano)
    old = state.terrain[place]
    rules.price(old, colour or rules.home(me.chosen), me.chosen, 1)
    travel(draft, place)
    price = rules.price_rival_home if old in rival_homes(state, draft.seat) else rules.price_other
    if rules.pays == "tokens":
        burn_tokens(draft, price, "volcano", section="R12.5")
        payment = 0
    else:
        if max(me.cults) < price:
            raise IllegalMove(
                "spades-short", section="R12.6", facts={"needed": price, "steps": max(me.cults)}
            )
        payment = price
    draft.emit(Transformed(draft.seat, place, old, rules.home(me.chosen), "volcano"))
    draft.touch(volcano=False, payment=payment, touched=(place,), made_home=(place,))


def rival_homes(state: State, seat: int) -> set[str]:
    """Home terrains of the other factions in the game, dropped ones included (R12.4)."""
    homes = set()
    for player in state.players:
        if player.seat != seat and player.faction:
            faction = player.board
            if faction.colour in WHEEL:
                homes.add(faction.colour)
            elif faction.chosen_is_home:
                homes.add(player.chosen)
    return homes
