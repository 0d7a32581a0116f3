"""The engine stands alone, and only factions know which faction they are."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.terra_mystica.factions import FACTIONS

ROOT = Path(__file__).parents[2]
CORE = [
    path
    for path in sorted((ROOT / "engine").rglob("*.py"))
    if "factions" not in path.relative_to(ROOT).parts
]
FOREIGN = ("django", "celery", "random", "time", "datetime", "socket")


def test_importing_the_engine_brings_no_framework_along() -> None:
    asked = (
        "import sys; before = set(sys.modules); import engine.registry; "
        "print(*(name.partition('.')[0] for name in set(sys.modules) - before))"
    )
    out = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert not {"django", "celery", "games"} & set(out.stdout.split())


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_of_the_core_names_a_faction_or_asks_the_world(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    names = {node.id.lower() for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not set(FACTIONS) & ({word for word in words if isinstance(word, str)} | names)
    assert not set(FOREIGN) & {name.partition(".")[0] for name in imported(tree)}
