"""Golden games replay exactly, row by row, to the recorded scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.maps import MAPS, land_of
from engine.terra_mystica.record import FinalResult, RowResult, replay_record
from tests.engine.terra_mystica.golden import FOLDER, final_of, read, state_of

GAMES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_row_comes_out_as_recorded(path: Path) -> None:
    golden = read(path)
    results = list(replay_record(golden.record))
    assert [state_of(r) for r in results if isinstance(r, RowResult)] == golden.states
    assert [final_of(r) for r in results if isinstance(r, FinalResult)] == [golden.final]


def test_every_faction_every_map_and_every_number_of_players_is_there() -> None:
    records = [read(path).record for path in GAMES]
    for faction in FACTIONS:
        assert any(f"\n{faction}\tsetup\n" in record for record in records), faction
    for board in MAPS:
        named = [record for record in records if f"\nmap {land_of(board).identifier}\n" in record]
        plain = [record for record in records if "\nmap " not in record]
        assert plain if board == "original" else named, board
    assert {record.count("\tsetup\n") for record in records} == {2, 3, 4, 5}
