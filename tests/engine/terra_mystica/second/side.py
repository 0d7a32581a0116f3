"""One faction as the second engine keeps it: plain numbers that change in place."""

from __future__ import annotations

from tests.engine.terra_mystica.second.tables import CULTS, FACTIONS


class Wrong(Exception):
    """The record cannot be what the rules say."""


def check(fits: bool, why: str) -> None:
    if not fits:
        raise Wrong(why)


class Side:
    """A faction with everything it owns and owes."""

    def __init__(self, name: str, points: int) -> None:
        self.name = name
        self.data = FACTIONS[name]
        start = self.data["start"]
        self.VP, self.C, self.W, self.P = points, start["C"], start["W"], start["P"]
        self.bowls = list(start["bowls"])
        self.cults = dict(start["cults"])
        self.keys = 0
        self.limit = start["priest_limit"]
        self.ship = self.data["shipping"]["start"]
        self.dig = 0
        self.carpet = 0
        self.bridges = 3
        self.chosen = "" if self.data["home_mode"] != "fixed" else self.data["color"]
        self.unlocked: set[str] = set()
        self.buildings: dict[str, str] = {}
        self.in_town: set[str] = set()
        self.contest: list[set[str]] = []
        """Clusters completed together for which there are too few tiles."""
        self.contest_due = 0
        self.rivers: list[str] = []
        self.card = ""
        self.favors: list[str] = []
        self.towns: list[str] = []
        self.sent = 0
        self.used: set[str] = set()
        self.passed = self.dropped = False
        self.lost_steps: set[str] = set()
        self.owes = dict.fromkeys(("favor", "town", "step", "token", "priest", "change", "dig"), 0)
        self.claims = 0

    @property
    def home(self) -> str:
        mode = self.data["home_mode"]
        return mode if mode in ("ice", "volcano") else self.chosen

    def count(self, kind: str) -> int:
        return sum(kind == other for other in self.buildings.values())

    def values(self) -> tuple:
        tracks = tuple(self.cults[cult] for cult in CULTS)
        return self.VP, self.C, self.W, self.P, tuple(self.bowls), tracks

    @property
    def room(self) -> int:
        return 2 * self.bowls[0] + self.bowls[1]

    def power(self, amount: int) -> None:
        for _ in range(amount):
            if self.bowls[0]:
                self.bowls[0] -= 1
                self.bowls[1] += 1
            elif self.bowls[1]:
                self.bowls[1] -= 1
                self.bowls[2] += 1

    def spend(self, amount: int) -> None:
        check(self.bowls[2] >= amount, "power")
        self.bowls[2] -= amount
        self.bowls[0] += amount

    def remove_tokens(self, amount: int) -> None:
        check(sum(self.bowls) >= amount, "tokens")
        for _ in range(amount):
            bowl = next(n for n in range(3) if self.bowls[n])
            self.bowls[bowl] -= 1

    def pay(self, cost: dict[str, int]) -> None:
        for what, amount in cost.items():
            if what == "PW":
                self.spend(amount)
                continue
            check(getattr(self, what) >= amount, f"{self.name} lacks {what}")
            setattr(self, what, getattr(self, what) - amount)

    def gain(self, what: str, amount: int) -> None:
        """Coins, workers, points, power; priests within their limit, or as a question."""
        if what == "PW":
            self.power(amount)
        elif what == "P" and self.name == "riverwalkers":
            if not self.dropped:
                self.owes["priest"] += amount
        elif what == "P":
            self.P = max(self.P, min(self.limit, self.P + amount))
        else:
            setattr(self, what, getattr(self, what) + amount)

    def strength(self, place: str) -> int:
        return self.data["buildings"][self.buildings[place]]["power"]

    def flight_range(self) -> int:
        """Hexes that a tunnel or carpet skips."""
        rule = self.data["teleport"]
        if rule is None:
            return 0
        skip = rule["skip_hexes"]
        if self.count("SH"):
            skip = rule.get("skip_hexes_with_stronghold", skip)
        return min(skip + self.carpet, rule["max_skip_hexes"])
