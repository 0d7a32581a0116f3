"""What has been seen in games of Terra Mystica: factions, tiles, actions, abilities.

Everything is counted from events, so that the count tells what really happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.api import Event, Offer
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.maps import MAPS
from engine.terra_mystica.tiles.actions import POWER_ACTIONS
from engine.terra_mystica.tiles.bonus import BONUS_CARDS
from engine.terra_mystica.tiles.favors import FAVOR_TILES
from engine.terra_mystica.tiles.scoring import FINAL_TILES, SCORING_TILES
from engine.terra_mystica.tiles.towns import TOWN_TILES
from games.bots.abilities import FACTION_ABILITIES, FINALS, TILE_EFFECTS, Ability, Sight

ENOUGH = 20
"""What was seen less often is marked."""
PLENTY = 30
"""Until then a curious player thinks a thing is rare."""

EXPECTED: Mapping[str, tuple[str, ...]] = {
    "map": tuple(MAPS),
    "faction": tuple(FACTIONS),
    "stronghold": tuple(FACTIONS),
    "sanctuary": tuple(FACTIONS),
    "bonus card": tuple(BONUS_CARDS),
    "favor tile": tuple(FAVOR_TILES),
    "town tile": tuple(TOWN_TILES),
    "scoring tile": tuple(SCORING_TILES),
    "final tile": FINAL_TILES,
    "power action": tuple(POWER_ACTIONS),
}
"""What there is to see besides abilities and effects."""
_BY_FACTION = {
    key: tuple(ability for ability in FACTION_ABILITIES if ability.owner == key) for key in FACTIONS
}


class Coverage:
    """Counts of things seen, under the headings of `EXPECTED`, and of abilities and effects."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[str, str]] = Counter()
        self.games = 0
        self._factions: dict[int, str] = {}
        self._strongholds: set[int] = set()
        self._taken: set[str] = set()

    def begin(self, board: str) -> None:
        """Another game, on that map."""
        self.games += 1
        self.seen["map", board] += 1
        self._factions, self._strongholds, self._taken = {}, set(), set()

    def watch(self, events: Iterable[Event]) -> None:
        for event in events:
            self.seen.update(self._seen_in(event))
            self._remember(event)

    def interest(self, seat: int, events: Iterable[Event]) -> float:
        """How much there is to see in these events that was seldom seen (`Curiosity`).

        Choosing a faction is as interesting as what is still to be seen of it.
        """
        total = 0.0
        for event in events:
            if event.kind == "faction-taken":
                faction = str(event.facts["faction"])
                total += sum(map(self._rarity, _rows_of(faction)))
            elif event.seat == seat:
                total += sum(self._rarity(row) for row in self._seen_in(event))
        return total

    def missing(self, seat: int) -> bool:
        """Whether the faction of a seat has abilities that were seldom seen (`Curiosity`)."""
        return any(map(self._rarity, _rows_of(self._factions.get(seat, ""))))

    def missing_to_all(self) -> bool:
        """Whether a tile or an action was seldom seen (`Curiosity`)."""
        return any(map(self._rarity, _COMMON))

    def commonness(self, offer: Offer) -> int:
        """How often the faction that is offered has played (`Curiosity`)."""
        return self.seen["faction", offer.target]

    def _rarity(self, row: tuple[str, str]) -> float:
        return max(0.0, 1.0 - self.seen[row] / PLENTY)

    def _seen_in(self, event: Event) -> Iterator[tuple[str, str]]:
        """Everything of the table that an event shows."""
        yield from self._sightings(event)
        yield from self._abilities(event)

    def _sightings(self, event: Event) -> Iterable[tuple[str, str]]:
        facts = event.facts
        match event.kind:
            case "faction-taken":
                yield "faction", str(facts["faction"])
            case "built" if facts["building"] == "SH":
                yield "stronghold", self._faction(event)
            case "built" if facts["building"] == "SA":
                yield "sanctuary", self._faction(event)
            case "card-taken":
                yield "bonus card", str(facts["card"])
            case "favor-taken":
                yield "favor tile", str(facts["tile"])
            case "town-tile-taken":
                yield "town tile", str(facts["tile"])
            case "space-used" if facts["shared"]:
                yield "power action", str(facts["space"])
            case "dealt" if facts["what"] in ("scoring", "final"):
                for item in facts["items"]:
                    yield f"{facts['what']} tile", str(item)

    def _faction(self, event: Event) -> str:
        return self._factions.get(-1 if event.seat is None else int(event.seat), "")

    def _abilities(self, event: Event) -> Iterator[tuple[str, str]]:
        if event.seat is None:
            return
        faction = self._faction(event)
        stronghold = int(event.seat) in self._strongholds
        sight = Sight(event, faction, stronghold, frozenset(self._taken))
        for ability in (*_BY_FACTION.get(faction, ()), *TILE_EFFECTS):
            if ability.shows is not None and ability.shows(sight):
                yield _heading(ability), ability.name

    def _remember(self, event: Event) -> None:
        match event.kind:
            case "faction-taken" if event.seat is not None:
                self._factions[int(event.seat)] = str(event.facts["faction"])
            case "built" if event.facts["building"] == "SH" and event.seat is not None:
                self._strongholds.add(int(event.seat))
            case "space-used" if event.facts["shared"]:
                self._taken.add(str(event.facts["space"]))
            case "round-began":
                self._taken = set()

    def rare(self) -> list[tuple[str, str, int]]:
        """Everything seen less often than enough, with its count; reasons are no excuse here."""
        out = [
            (heading, name, self.seen[heading, name])
            for heading, names in EXPECTED.items()
            for name in names
        ]
        out += [
            (_heading(ability), ability.name, self.seen[_heading(ability), ability.name])
            for ability in (*FACTION_ABILITIES, *TILE_EFFECTS)
            if not ability.why
        ]
        return [row for row in out if row[2] < ENOUGH]

    def table(self) -> str:
        """One line per thing, the rare ones marked, then how many those are."""
        lines = [f"{self.games} games"]
        for heading, names in EXPECTED.items():
            lines.append(f"\n{heading}")
            lines += [self._line(name, self.seen[heading, name]) for name in names]
        for heading, abilities in (("ability", FACTION_ABILITIES), ("effect", TILE_EFFECTS)):
            lines.append(f"\n{heading}")
            for ability in abilities:
                what = f"{ability.owner}: {ability.name}"
                count = self.seen[_heading(ability), ability.name]
                lines.append(
                    f"  {what:52}{ability.why}" if ability.why else self._line(what, count)
                )
        lines.append(f"\nseen less than {ENOUGH} times: {len(self.rare())}")
        return "\n".join(lines)

    def _line(self, what: str, count: int) -> str:
        mark = "" if count >= ENOUGH else "   rare" if count else "   never seen"
        return f"  {what:52}{count:>8}{mark}"


def _rows_of(faction: str) -> Iterator[tuple[str, str]]:
    """What a faction alone can show."""
    if faction:
        yield "stronghold", faction
        yield "sanctuary", faction
    for ability in _BY_FACTION.get(faction, ()):
        if not ability.why:
            yield _heading(ability), ability.name


_BY_CHANCE = frozenset(("map", "faction", "stronghold", "sanctuary", "scoring tile", "final tile"))
"""Headings under which a player can do nothing, or only one faction can."""


def _heading(ability: Ability) -> str:
    return f"ability of {ability.owner}"


_COMMON = tuple(
    (heading, name)
    for heading, names in EXPECTED.items()
    if heading not in _BY_CHANCE
    for name in names
) + tuple(
    (_heading(effect), effect.name)
    for effect in TILE_EFFECTS
    if not effect.why and effect.owner not in (*SCORING_TILES, *FINALS)
)
"""What any faction may show by playing for it."""
