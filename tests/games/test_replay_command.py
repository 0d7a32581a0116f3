"""`manage.py replay`: a record in, one state per row and the final scores out, or a refusal."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.engine.terra_mystica.golden import FOLDER, read

ROOT = Path(__file__).parents[2]
GOLDEN = read(FOLDER / "01_2p_original.txt")
ROWS = [line for line in GOLDEN.record.splitlines() if "\t" in line]
HEAD = [line for line in GOLDEN.record.splitlines() if "\t" not in line]


@pytest.fixture
def record(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "game.txt"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def replayed(path: Path) -> tuple[list[dict[str, object]], str]:
    """The objects printed, and the complaint."""
    out = io.StringIO()
    try:
        call_command("replay", "--json", str(path), stdout=out)
    except CommandError as error:
        return [json.loads(line) for line in out.getvalue().splitlines()], str(error)
    return [json.loads(line) for line in out.getvalue().splitlines()], ""


def test_one_object_per_row_and_the_final_scores(record: Callable[[str], Path]) -> None:
    objects, complaint = replayed(record(GOLDEN.record))
    assert complaint == ""
    assert [o["row"] for o in objects[:-1]] == list(range(1, len(ROWS) + 1))
    assert list(objects[0]) == ["row", "faction", "vp", "c", "w", "p", "pw", "cult"]
    assert list(objects[-1]) == ["final"]
    scores = ", ".join(f"{name} {vp}" for name, vp in sorted(objects[-1]["final"].items()))  # type: ignore[attr-defined]
    assert scores == GOLDEN.final


def test_a_byte_order_mark_and_foreign_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"\xef\xbb\xbf" + GOLDEN.record.replace("\n", "\r\n").encode())
    assert replayed(path)[1] == ""


def test_an_illegal_row_ends_the_output_with_its_number_and_a_reason(
    record: Callable[[str], Path],
) -> None:
    lines = GOLDEN.record.splitlines()
    at = [number for number, line in enumerate(lines) if "\t" in line][20]
    lines[at] = f"{ROWS[20].partition(chr(9))[0]}\tbuild A1. build A2"
    objects, complaint = replayed(record("\n".join(lines)))
    assert [o["row"] for o in objects] == list(range(1, 21))
    assert complaint.startswith("row 21: build A1: ")


def test_a_record_that_ends_early_has_no_final_scores(record: Callable[[str], Path]) -> None:
    early = "\n".join([*HEAD, *ROWS[:30]])
    objects, complaint = replayed(record(early))
    assert len(objects) == 30
    assert not any("final" in o for o in objects)
    assert complaint == "row 31: the record ends before the game does"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("witches\tsetup", "elves\tsetup", "row 1: unknown faction 'elves'"),
        ("dwarves\tsetup", "engineers\tsetup", "row 4: dwarves did not set up"),
        ("Round 1 scoring", "Round one scoring", "row 0: scoring tiles for 5 rounds, 6 needed"),
        ("Player 2: seat2", "Player 7: seat7", "row 0: 7 players; 2 to 5 can play"),
        ("Player 1: seat1", "map 0123", "row 0: unknown map 0123"),
        (
            "Player 1: seat1",
            "Added final scoring tile: most-hats",
            "row 0: unknown final scoring tile most-hats",
        ),
        ("Player 2: seat2", "giants dropped from the game", "row 0: giants is not at the table"),
    ],
)
def test_a_bad_head_or_row_is_explained(
    record: Callable[[str], Path], old: str, new: str, complaint: str
) -> None:
    assert old in GOLDEN.record
    text = GOLDEN.record.replace(old, new, 1)
    if "dropped" in new:
        text = GOLDEN.record.replace(old, f"{old}\n{new}", 1)
    found = replayed(record(text))[1]
    assert found.startswith(complaint)


def test_tiles_that_are_not_in_the_game_are_refused(record: Callable[[str], Path]) -> None:
    tile = next(line for line in HEAD if line.startswith("Round 6 scoring"))
    text = GOLDEN.record.replace("option temple-scoring-tile\n", "")
    text = text.replace(tile, "Round 6 scoring: SCORE9, TE >> 4")
    assert replayed(record(text))[1].startswith("row 0: deal-scoring")


def test_a_missing_file(tmp_path: Path) -> None:
    assert replayed(tmp_path / "none.txt")[1].endswith("none.txt: No such file or directory")


def test_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes("Player 1: Zoë\n".encode("latin-1"))
    assert "is not UTF-8" in replayed(path)[1]


def test_the_process_says_it_on_standard_error_and_by_its_status(
    record: Callable[[str], Path],
) -> None:
    path = record("\n".join([*HEAD, *ROWS[:8]]))
    run = subprocess.run(
        [sys.executable, "manage.py", "replay", "--json", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert len(run.stdout.splitlines()) == 8
    assert "row 9: the record ends before the game does" in run.stderr
    assert "Traceback" not in run.stderr


def test_people_get_a_table(record: Callable[[str], Path]) -> None:
    out = io.StringIO()
    call_command("replay", str(record(GOLDEN.record)), stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) == len(ROWS) + 1
    assert lines[-1].startswith("final: ")
