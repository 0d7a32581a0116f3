"""The second engine: plays a stripped record as it stands and does nothing by itself.

It believes the record where only legality is at stake, and computes every number anew. What a
record owes to such a reader (R17.3) is checked: answers, waivers and choices must be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.engine.terra_mystica.second.board import Board, board
from tests.engine.terra_mystica.second.ending import clusters, final_points, income
from tests.engine.terra_mystica.second.offers import Offers
from tests.engine.terra_mystica.second.side import Side, Wrong, check
from tests.engine.terra_mystica.second.tables import (
    CARDS,
    CULTS,
    FACTIONS,
    FAVORS,
    SCORING,
    TOWN_COPIES,
    TOWNS,
)


@dataclass
class Action:
    """What the action in progress has given and still asks for."""

    kind: str = ""
    spades: int = 0
    bought: int = 0
    home_hexes: set[str] = field(default_factory=set)
    flown: str = ""
    may_build: bool = False
    bridges: int = 0
    steps: int = 0
    storm: bool = False
    ride: bool = False
    free_post: bool = False
    new_home: bool = False
    volcano: bool = False
    debt: int = 0

    @property
    def open(self) -> bool:
        return bool(
            self.spades
            or self.bridges
            or self.steps
            or self.storm
            or self.ride
            or self.free_post
            or self.new_home
            or self.volcano
            or self.debt
        )


class Table:
    """Everything in front of the players, and the course of the game."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self.options = {line[7:].strip() for line in lines if line.startswith("option ")}
        auctioned = re.findall(r"^Starting points: (.+)", text, re.MULTILINE)
        self.points = {
            name: int(vp) for name, vp in re.findall(r"(\w+) (\d+)", " ".join(auctioned))
        }
        found = re.findall(r"^Round (\d) scoring: (SCORE\d)", text, re.MULTILINE)
        self.scoring = [tile for _, tile in sorted(found)]
        self.final = re.findall(r"^Added final scoring tile: (\S+)", text, re.MULTILINE)
        gone = set(re.findall(r"^Removing tile (BON\d+)", text, re.MULTILINE))
        cards = [c for c in CARDS if c != "BON10" or "shipping-bonus" in self.options]
        self.cards = {card: 0 for card in cards if card not in gone}
        named = re.findall(r"^map (\S+)", text, re.MULTILINE)
        self.board: Board = board(named[0] if named else "original")
        self.terrain = dict(self.board.terrain)
        self.owner: dict[str, Side] = {}
        self.bridges: dict[frozenset[str], Side] = {}
        self.favors = {tile: 1 if steps_ == 3 else 3 for tile, (_, steps_) in FAVORS.items()}
        more = "mini-expansion-1" in self.options
        self.towns = {t: TOWN_COPIES.get(t, 2) for t in TOWNS if more or t < "TW6"}
        self.spaces = {cult: [3, 2, 2, 2] for cult in CULTS}
        self.offers = Offers(
            strict="strict-leech" in self.options,
            consolation="errata-cultist-power" in self.options,
        )
        self.seats = len(re.findall(r"^Player \d+", text, re.MULTILINE))
        self.empty = 0
        """Seats whose player left before choosing."""
        self.sides: list[Side] = []
        self.order: list[Side] = []
        self.passed: list[Side] = []
        self.taken: set[str] = set()
        self.round = 0
        self.phase = "setup"
        self.actor: Side | None = None
        self.left = 0
        self.acted = False
        self.act = Action()
        self.down: dict[str, int] = {}
        self.scores: dict[str, int] = {}

    @property
    def tile(self) -> tuple[str, int, str, int, dict[str, int]]:
        return SCORING[self.scoring[self.round - 1]]

    def side(self, name: str) -> Side:
        return next(side for side in self.sides if side.name == name)

    # ---- whose turn it is -------------------------------------------------------------------

    def begin(self, me: Side, kind: str) -> Action:
        """An action is taken: whatever was offered is refused by it."""
        check(self.phase == "play" and self.actor is me, f"{me.name} is not on turn")
        check(self.left > 0, f"{me.name} has no action left")
        check(not self.act.open, f"{me.name} has not finished the first action")
        check(not self.down, "steps down without a town tile")
        for offer in self.offers.of(me):
            self.offers.decline(offer)
        self.left -= 1
        self.acted = True
        self.act = Action(kind)
        return self.act

    def next_turn(self, after: Side | None) -> None:
        order = self.order
        start = order.index(after) + 1 if after else 0
        self.actor = next((s for s in order[start:] + order[:start] if not out_of_round(s)), None)
        self.left, self.acted, self.act = 1, False, Action()
        if self.actor:
            self.actor.lost_steps.clear()

    def row_over(self) -> None:
        """After a row: the next turn, or whatever follows when the round is done."""
        me = self.actor
        if self.phase == "play" and me and self.acted and (me.dropped or self.settled(me)):
            self.next_turn(me)
        while self.go_on():
            pass

    def settled(self, me: Side) -> bool:
        owes = sum(me.owes[what] for what in ("favor", "town", "step", "priest"))
        owes += me.claims
        if "strict-darkling-sh" in self.options:
            owes += me.owes["change"]
        return me.passed or not (self.left or self.act.open or owes)

    # ---- the phases -------------------------------------------------------------------------

    def go_on(self) -> bool:
        """One step of the course of the game; False if somebody must decide."""
        waiting = any(side.owes["priest"] for side in self.sides)
        match self.phase:
            case "play" if self.actor is None:
                owed = any(s.owes["step"] or s.owes["token"] for s in self.sides)
                if self.offers.open or owed:
                    return False
                if self.round == 6:
                    tiles = self.final
                    self.scores = final_points(self.board, set(self.bridges), self.sides, tiles)
                    self.phase = "over"
                    return False
                self.cult_bonus()
            case "spades" if not any(s.owes["dig"] or s.owes["step"] for s in self.sides):
                self.phase = "priests"
            case "priests" if not waiting:
                for side in self.sides:
                    for what, amount in income(side).items():
                        side.gain(what, amount)
                self.phase = "more priests"
            case "more priests" if not waiting:
                self.new_round()
            case "setup" if len(self.sides) + self.empty == self.seats and self.all_have_cards():
                self.order = list(self.sides)
                self.phase = "priests"
            case _:
                return False
        return True

    def all_have_cards(self) -> bool:
        return all(side.card or side.dropped for side in self.sides)

    def cult_bonus(self) -> None:
        _, _, track, every, reward = self.tile
        self.phase = "spades"
        if "variable-turn-order" in self.options:
            self.order = self.passed + [s for s in self.order if s not in self.passed]
        elif self.passed:
            first = self.order.index(self.passed[0])
            self.order = self.order[first:] + self.order[:first]
        for side in self.sides:
            position = side.sent if track == "PRIESTS" else side.cults[track]
            for what, amount in reward.items():
                if position // every:
                    if what == "SPADE":
                        self.spades(side, amount * (position // every))
                    else:
                        side.gain(what, amount * (position // every))

    def new_round(self) -> None:
        self.round += 1
        self.phase = "play"
        self.taken, self.passed = set(), []
        for side in self.sides:
            side.used, side.passed = set(), False
        for card in self.cards:
            self.cards[card] += 1
        self.next_turn(None)

    def drop(self, side: Side) -> None:
        side.dropped = True
        side.owes = dict.fromkeys(side.owes, 0)
        side.claims = 0
        self.offers.leave(side)
        if side.card:
            self.cards[side.card] = 0
            side.card = ""
        if self.actor is side:
            self.acted = True

    # ---- what several commands need ---------------------------------------------------------

    def spades(self, me: Side, number: int) -> None:
        """Spades gained: points and power for them, and what they are for (R6.2d)."""
        if me.name == "riverwalkers":
            return
        if self.phase == "play" and self.tile[0] == "SPADE":
            me.VP += 2 * number
        if me.name == "halflings":
            me.VP += number
        if me.name == "alchemists" and me.count("SH"):
            me.power(2 * number)
        if me.name == "dragonlords":
            me.bowls[0] += number
        elif me.name == "acolytes" and self.phase == "play":
            self.act.steps += number
        elif me.name == "acolytes":
            me.owes["step"] += 0 if me.dropped else number
        elif self.phase == "play":
            self.act.spades += number
            self.act.may_build = True
        elif not me.dropped:
            me.owes["dig"] += number

    def climb(self, me: Side, cult: str, number: int) -> None:
        for _ in range(number):
            here = me.cults[cult]
            if here == 10:
                return
            if here == 9:
                if any(side.cults[cult] == 10 for side in self.sides):
                    return
                if not me.keys:
                    me.lost_steps.add(cult)
                    return
                self.nobody_comes_first(me, cult)
                me.keys -= 1
            me.cults[cult] += 1
            me.power({3: 1, 5: 2, 7: 2, 10: 3}.get(here + 1, 0))

    def nobody_comes_first(self, me: Side, cult: str) -> None:
        for other in self.sides:
            if other.name == "cultists" and other is not me and other.keys and not other.dropped:
                coming = other.owes["step"] + self.offers.may_still_step(other)
                check(other.cults[cult] + coming < 10, "the Cultists may come first")

    def walks(self, me: Side, place: str) -> bool:
        near = set(self.board.near[place])
        near |= {end for bridge in self.bridges if place in bridge for end in bridge}
        return any(own in near for own in me.buildings if own != place)

    def travel(self, me: Side, place: str) -> None:
        """Reach a hex; tunnel and carpet cost something and earn points (R5.7)."""
        level = me.ship
        if me.card == "BON4" and self.phase == "play" and me.name not in ("dwarves", "fakirs"):
            level += 1
        if me.name != "riverwalkers" and self.walks(me, place):
            return
        if self.board.shores(place, level) & set(me.buildings):
            return
        check(self.phase == "play", f"{place} is out of reach")
        if self.act.flown == place:
            return
        skip = me.flight_range()
        near = skip and any(self.board.distance(place, own) <= skip + 1 for own in me.buildings)
        check(bool(near) and not self.act.flown, f"{me.name} cannot reach {place}")
        rule = me.data["teleport"]
        me.pay(rule["cost_with_stronghold"] if me.count("SH") else rule["cost"])
        me.VP += 4
        self.act.flown = place

    def beside(self, place: str) -> set[str]:
        near = {p for p in self.board.near[place] if not self.board.is_river(p)}
        return near | {end for bridge in self.bridges if place in bridge for end in bridge} - {
            place
        }

    def founded(self, me: Side) -> None:
        """Towns that have come about, and what has grown into older ones (R8.6, R8.7)."""
        needs = 6 if "FAV5" in me.favors else 7
        fresh = []
        for cluster in clusters(self.board, set(self.bridges), me):
            if cluster & me.in_town:
                me.in_town |= cluster
                continue
            weight = len(cluster) + sum(me.buildings[place] == "SA" for place in cluster)
            strong = sum(me.strength(place) for place in cluster) >= needs
            if weight >= 4 and strong:
                fresh.append(cluster)
        due = sum(side.owes["town"] for side in self.sides)
        number = min(len(fresh), sum(self.towns.values()) - due)
        me.owes["town"] += number
        if 0 < number < len(fresh):
            me.contest, me.contest_due = fresh, number
        elif number:
            me.in_town.update(*fresh)

    def owe_favors(self, me: Side, number: int) -> None:
        kinds = sum(n > 0 and tile not in me.favors for tile, n in self.favors.items())
        me.owes["favor"] += max(0, min(number, kinds - me.owes["favor"]))

    def raise_ship(self, me: Side) -> None:
        track = me.data["shipping"]
        if me.ship < track["max"]:
            me.ship += 1
            me.VP += track["vp_by_new_level"][str(me.ship)]
        elif me.name == "fakirs":
            me.carpet += 1


def out_of_round(side: Side) -> bool:
    return side.passed or side.dropped


def play(text: str) -> Iterator[tuple[str, tuple, tuple] | dict[str, int]]:
    """A record row by row: faction, its values after the row, and after what the row sets off.

    At the end come the final scores.
    """
    # Commands need the table, and the table is shown through them: bound late.
    from tests.engine.terra_mystica.second.commands import execute

    table = Table(text)
    for line in text.splitlines():
        dropped = re.match(r"(\S+) dropped from the game", line)
        if dropped and dropped[1] in FACTIONS:
            table.drop(table.side(dropped[1]))
            table.row_over()
        elif dropped:
            table.empty += 1
            table.row_over()
        if "\t" not in line:
            continue
        name, commands = line.lower().split("\t")
        try:
            execute(table, name, commands)
            values = table.side(name).values()
            table.row_over()
        except (Wrong, KeyError, ValueError, IndexError) as error:
            raise Wrong(f"{name}: {commands}: {error!r}") from error
        yield name, values, table.side(name).values()
    check(table.phase == "over", f"the record ends in the phase {table.phase!r}")
    yield table.scores
