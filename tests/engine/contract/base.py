"""A game under test, a playout of it, and what happens when a promise is broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from engine.api import (
    CHANCE,
    Decision,
    Json,
    MoveError,
    Option,
    OptionError,
    Rules,
    Seat,
)
from engine.log import LogRow, drawn_line

S = TypeVar("S")


class BrokenPromise(AssertionError):
    """A game does not do what the border says."""


def promise(holds: object, text: str, *details: object) -> None:
    """Raise unless the promise holds; details say where it did not."""
    if not holds:
        raise BrokenPromise(": ".join((text, *(str(detail) for detail in details))))


def numbers_of(view: Json, seat: Seat) -> Mapping[str, int]:
    """The numbers a view shows for a seat: by custom `view["seats"][seat]["numbers"]`."""
    numbers: Mapping[str, int] = view["seats"][seat]["numbers"]
    return numbers


def some_options(rules: Rules[Any], rng: Random, seats: int) -> dict[str, Json]:
    """Options a lobby form could send: any values that respect `needs` and `excludes`."""
    known = {option.key: option for option in rules.options()}
    values = {key: option.default for key, option in known.items()}
    for option in rng.sample(list(known.values()), len(known)):
        if rng.randrange(2) and not any(values[other] is True for other in option.excludes):
            values[option.key] = some_value(option, rng)
    return {
        key: value
        for key, value in values.items()
        if all(values[other] == wanted for other, wanted in known[key].needs.items())
    }


def some_value(option: Option, rng: Random) -> Json:
    match option.kind:
        case "flag":
            return bool(rng.randrange(2))
        case "choice":
            return rng.choice(option.choices)[0]
        case "number":
            assert option.minimum is not None
            assert option.maximum is not None
            return rng.randint(option.minimum, option.maximum)
        case "many" | "text":
            return option.default  # which go together only the game can tell


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game under test, with what only its author can tell."""

    rules: Rules[S]
    options: Callable[[Rules[Any], Random, int], dict[str, Json]] = some_options
    """Some legal options for that many seats."""
    numbers: Callable[[Json, Seat], Mapping[str, int]] = numbers_of
    swap_secrets: Callable[[S, Seat | None, Random], S] | None = None
    """The same position with other secrets in all places a viewer cannot see."""
    longest: int = 5_000
    """Rows after which a playout is taken for endless."""


@dataclass
class Playout(Generic[S]):
    """A game played so far, with its log."""

    game: Game[S]
    options: dict[str, Json]
    seats: int
    state: S
    rows: list[LogRow] = field(default_factory=list)

    @property
    def viewers(self) -> list[Seat | None]:
        return [None, *map(Seat, range(self.seats))]


def begin(game: Game[S], rng: Random, seats: int | None = None) -> Playout[S]:
    seats = seats or rng.choice(list(game.rules.seats))
    options = game.options(game.rules, rng, seats)
    try:
        state = game.rules.setup(options, seats)
    except OptionError as refusal:
        raise BrokenPromise(f"options that fit together are accepted: {refusal}") from refusal
    return Playout(game, options, seats, state)


def draw(rules: Rules[S], state: S, decision: Decision, rng: Random) -> str:
    """Draw for CHANCE as a site does: again, while the rules say "redraw"."""
    assert decision.draw is not None
    wanted = decision.draw
    for _ in range(1_000):
        drawn = (
            rng.choices(wanted.items, k=wanted.count)
            if wanted.repeated
            else rng.sample(wanted.items, wanted.count)
        )
        line = drawn_line(wanted, drawn)
        try:
            rules.play(state, CHANCE, line)
        except MoveError as refusal:
            promise(refusal.code == "redraw", "a draw is accepted or drawn again", refusal.code)
        else:
            return line
    raise BrokenPromise("a draw is accepted or drawn again: no luck in 1,000 draws")


def check_refused(rules: Rules[S], state: S, seat: Seat, line: str, text: str) -> None:
    before = rules.dump(state)
    try:
        rules.play(state, seat, line)
    except MoveError:
        promise(rules.dump(state) == before, "a refused line changes nothing", line)
    else:
        raise BrokenPromise(f"{text}: {seat} {line!r}")
