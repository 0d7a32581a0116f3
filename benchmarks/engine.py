"""How fast the rules are: `make bench` prints a table.

One game of real length is played by bots from a fixed seed; then its log is replayed, and positions
out of its middle are listed and previewed. Beside each figure stands a naive way of doing the same
in the same run: a position that is copied through its JSON form before anything is tried on it, as
an engine with changeable positions would have to. The last column says what is asked for.

Records named on the command line (stripped form) are replayed as well:
`python -m benchmarks.engine games/*.txt`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.api import MoveError, Rules, Seat
from engine.log import LogRow, replay, steps
from engine.registry import all_games
from engine.terra_mystica.record import replay_record
from games.bots.policy import Policy, RandomPolicy
from games.bots.selfplay import POLICIES
from games.bots.table import PlayedGame, play_out

SEED = 20_240
SEATS = 4
PLAYERS: dict[str, Policy] = {"terra_mystica": POLICIES["greedy"]}
"""Who plays the game that is measured, where not anybody at random."""
ROUNDS_OF_MEASURING = 7
POSITIONS = 40
WISHES = 8
"""Lines out of place that are tried in one position, and as many after the one that was played."""
SAMPLE = 20
"""Of so many refused lines one is refused the naive way too."""


class Row(NamedTuple):
    """One line of the table."""

    what: str
    ours: float
    naive: float
    unit: str
    more_is_better: bool
    asked: float | None = None

    @property
    def verdict(self) -> str:
        """What is asked for, and whether it is met."""
        if self.asked is None:
            return ""
        met = self.ours >= self.asked if self.more_is_better else self.ours <= self.asked
        sign = ">=" if self.more_is_better else "<="
        return f"{sign} {self.asked:,.0f} {'ok' if met else 'MISSED'}"


def main(records: Sequence[str]) -> int:
    for rules in all_games():
        player = PLAYERS.get(rules.key, RandomPolicy())
        game = play_out(rules, {}, [player] * SEATS, Random(SEED))
        print(f"{rules.name}, version {rules.version}: {len(game.rows)} rows, {SEATS} seats")
        print(table(measure(rules, game)))
    if records:
        print(f"\n{'record':44}{'rows':>6}{'ms':>8}{'rows/s':>9}")
    for name in records:
        print(record_line(Path(name)))
    return 0


def record_line(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    rows = sum(1 for _ in replay_record(text)) - 1
    seconds = best(lambda: list(replay_record(text)))
    return f"{path.stem:44}{rows:>6}{seconds * 1e3:>8.1f}{rows / seconds:>9,.0f}"


def measure(rules: Rules[Any], game: PlayedGame) -> list[Row]:
    positions = middle_of(rules, game)
    refused = refused_in(rules, game, positions)
    ours = fastest(refused, lambda state, row: rules.compose(state, row.seat, row.line))
    naive = fastest(refused[::SAMPLE], lambda state, row: refusal_by_replay(rules, game, row))
    return [
        Row(
            "replay",
            len(game.rows) / best(lambda: replay(rules, game.options, game.seats, game.rows)),
            len(game.rows) / best(lambda: replay_with_copies(rules, game)),
            "rows/s",
            True,
            10_000,
        ),
        Row(
            "replay of the whole game",
            best(lambda: replay(rules, game.options, game.seats, game.rows)) * 1e3,
            best(lambda: replay_with_copies(rules, game)) * 1e3,
            "ms",
            False,
            40,
        ),
        Row(
            "listing all legal steps, median",
            typical(positions, lambda state, row: list(rules.legal(state, row.seat))),
            typical(positions, lambda state, row: list_with_copies(rules, state, row.seat)),
            "µs",
            False,
            5_000,
        ),
        Row(
            "preview of one line, median",
            typical(positions, lambda state, row: rules.compose(state, row.seat, row.line)),
            typical(positions, lambda state, row: preview_by_replay(rules, game, row)),
            "µs",
            False,
            2_000,
        ),
        Row(
            "preview of a refused line, median",
            median(ours),
            median(naive),
            "µs",
            False,
            2_000,
        ),
        Row(
            "preview of a refused line, worst",
            max(ours),
            max(naive),
            "µs",
            False,
            20_000,
        ),
        Row(
            "one line played, median",
            typical(positions, lambda state, row: rules.play(state, row.seat, row.line)),
            typical(positions, lambda state, row: rules.play(copied(rules, state), *row_key(row))),
            "µs",
            False,
        ),
        Row(
            "size of a dumped state, median",
            median(size(rules.dump(state)) for state, _ in positions),
            size([[row.seat, row.line] for row in game.rows]),
            "bytes",
            False,
        ),
    ]


def middle_of(rules: Rules[Any], game: PlayedGame) -> list[tuple[Any, LogRow]]:
    """Positions from the middle half of a game, each with the row that was played there."""
    states = [rules.setup(game.options, game.seats)]
    states += [step.state for step in steps(rules, game.options, game.seats, game.rows)]
    pairs = list(zip(states, game.rows, strict=False))
    middle = [pair for pair in pairs[len(pairs) // 4 : 3 * len(pairs) // 4] if pair[1].seat >= 0]
    return middle[:: max(1, len(middle) // POSITIONS)]


def refused_in(
    rules: Rules[Any], game: PlayedGame, positions: Sequence[tuple[Any, LogRow]]
) -> list[tuple[Any, LogRow]]:
    """Lines of the same game that are out of place, alone or after the one that was played."""
    rng = Random(SEED)
    refused = []
    for state, row in positions:
        others = [other.line for other in game.rows if other.seat >= 0]
        wishes = rng.sample(others, WISHES)
        wishes += [f"{row.line}. {line}" for line in rng.sample(others, WISHES)]
        refused += [
            (state, replace(row, line=line))
            for line in wishes
            if is_refused(rules, state, row.seat, line)
        ]
    return refused


def is_refused(rules: Rules[Any], state: Any, seat: Seat, line: str) -> bool:
    try:
        rules.play(state, seat, line)
    except MoveError:
        return True
    return False


def row_key(row: LogRow) -> tuple[Seat, str]:
    return row.seat, row.line


def copied(rules: Rules[Any], state: Any) -> Any:
    return rules.load(json.loads(json.dumps(rules.dump(state))))


def replay_with_copies(rules: Rules[Any], game: PlayedGame) -> Any:
    state = rules.setup(game.options, game.seats)
    for row in game.rows:
        state = rules.play(copied(rules, state), row.seat, row.line).state
    return state


def list_with_copies(rules: Rules[Any], state: Any, seat: Seat) -> list[str]:
    """Try each candidate on a copy. Only the legal ones are tried, which flatters this way."""
    return [
        rules.play(copied(rules, state), seat, offer.line).line
        for offer in rules.legal(state, seat)
    ]


def preview_by_replay(rules: Rules[Any], game: PlayedGame, row: LogRow) -> Any:
    """Without stored positions a preview replays the game up to the row."""
    upto = next(number for number, other in enumerate(game.rows) if other is row)
    return rules.play(replay(rules, game.options, game.seats, game.rows[:upto]), *row_key(row))


def refusal_by_replay(rules: Rules[Any], game: PlayedGame, row: LogRow) -> bool:
    """As above, and only whether it is refused: no alternatives."""
    upto = len(game.rows) // 2
    state = replay(rules, game.options, game.seats, game.rows[:upto])
    return is_refused(rules, state, row.seat, row.line)


def best(work: Callable[[], object]) -> float:
    """Seconds of the fastest run: the one least disturbed by others on the machine."""
    return min(timed(work) for _ in range(ROUNDS_OF_MEASURING))


def typical(
    positions: Sequence[tuple[Any, LogRow]], work: Callable[[Any, LogRow], object]
) -> float:
    """Median over positions of the fastest of three runs, in microseconds."""
    return median(fastest(positions, work))


def fastest(
    positions: Sequence[tuple[Any, LogRow]], work: Callable[[Any, LogRow], object]
) -> list[float]:
    """Each position's fastest of three runs, in microseconds."""
    runs = [partial(work, state, row) for state, row in positions]
    return [min(timed(run) for _ in range(3)) * 1e6 for run in runs]


def timed(work: Callable[[], object]) -> float:
    """Seconds of this process alone, whatever else the machine is doing."""
    began = process_time()
    work()
    return process_time() - began


def size(data: object) -> float:
    return float(len(json.dumps(data, separators=(",", ":")).encode()))


def table(rows: Sequence[Row]) -> str:
    lines = [f"{'':34}{'ours':>12}{'naive':>12}  unit     factor  asked for"]
    for row in rows:
        factor = row.ours / row.naive if row.more_is_better else row.naive / row.ours
        figures = f"{row.ours:>12,.0f}{row.naive:>12,.0f}"
        lines.append(f"{row.what:34}{figures}  {row.unit:8}{factor:>7.1f}  {row.verdict}".rstrip())
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
