"""`manage.py selfplay`: orders, records on disk, the table of what was seen, refusals."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from engine.terra_mystica.record import FinalResult, replay_record


def selfplay(*arguments: str) -> str:
    out = io.StringIO()
    call_command("selfplay", *arguments, stdout=out)
    return out.getvalue()


def test_records_replay_to_the_printed_scores(tmp_path: Path) -> None:
    said = selfplay(
        "--players", "2-4", "--seed", "11", "--games", "3", "--map", "any", "--options", "any",
        "--record", str(tmp_path),
    )  # fmt: skip
    assert len(said.splitlines()) == 3
    for line in said.splitlines():
        name, _, scores = line.partition(": ")
        (final,) = (
            result.final
            for result in replay_record((tmp_path / f"{name}.txt").read_text(encoding="utf-8"))
            if isinstance(result, FinalResult)
        )
        assert scores == ", ".join(f"{faction} {vp}" for faction, vp in final_order(final))


def final_order(final: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(final.items(), key=lambda item: -item[1])


def test_factions_are_seated_as_asked_and_bring_their_options() -> None:
    said = selfplay("--players", "3", "--seed", "1", "--factions", "yetis,giants", "acolytes")
    assert said.startswith("random_3p_original_1: ")
    assert all(faction in said for faction in ("yetis", "giants", "acolytes"))


@pytest.mark.parametrize(
    ("given", "key"),
    [("base", "original"), ("revised-base", "fire-and-ice-2"), ("Fjords", "fjords")],
)
def test_maps_and_factions_go_by_other_names_too(given: str, key: str) -> None:
    said = selfplay("--players", "2", "--seed", "1", "--map", given, "--factions", "Dragonmasters")
    assert said.startswith(f"random_2p_{key}_1: ")
    assert "dragonlords" in said


def test_the_report_names_abilities_and_marks_what_is_rare() -> None:
    said = selfplay("--players", "2", "--seed", "1", "--factions", "nomads", "--report")
    assert said.startswith("mixed_2p_"), "a report is about as many things as possible"
    assert "  nomads: third dwelling" in said
    assert "always placed at set-up" in said
    assert "  witches: stronghold: ride" in said
    assert "never seen" in said


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--players", "7"], "players: seats (players 7, from 2, to 5)"),
        (["--players", "3", "--map", "moon"], "map: unknown map (map moon); known: original"),
        (["--players", "3", "--factions", "elves"], "factions: unknown faction (faction elves)"),
        (["--players", "2", "--factions", "giants", "chaosmagicians"], "factions: same colour"),
        (["--players", "2", "--factions", "giants,nomads,auren"], "factions: too many factions"),
        (["--players", "2", "--options", "beer"], "beer: unknown option"),
        (["--players", "2", "--options", "strict-leech=perhaps"], "strict-leech: bad value"),
        (["--players", "2", "--options", "starting-vp=2018"], "starting-vp: bad value"),
        (["--players", "2", "--games", "0"], "--games: at least one game is needed"),
        (["--players", "two"], "argument --players: 'two' is not a number of players"),
    ],
)
def test_bad_orders_are_explained(arguments: list[str], complaint: str) -> None:
    with pytest.raises(CommandError) as error:
        selfplay("--seed", "1", *arguments)
    assert complaint in str(error.value)
