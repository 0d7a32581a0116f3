"""A stage of the test run: what fails once by the machine's fault, and what fails for a cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from tooling.stages import A_FEW, Outcome, Pytest

ONCE = """
from pathlib import Path

def test_sure():
    pass

def test_shaky():
    seen = Path(__file__).with_name("seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError("the first time")
"""
ALWAYS = """
def test_broken():
    assert 1 == 2
"""
MANY = """
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_broken(number):
    assert number < 0
"""


def run(folder: Path, text: str, *, again: bool) -> Outcome:
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    alone = ["-p", "no:django", "-c", str(folder / "pytest.ini"), "--rootdir", str(folder)]
    return Pytest("a stage", [*alone, str(folder / "test_it.py")], again=again)(collect=True)


def test_what_passes_alone_is_named(tmp_path):
    outcome = run(tmp_path, ONCE, again=True)
    assert outcome.status == 0
    assert "at the second try" in outcome.remark
    assert "test_shaky" in outcome.remark
    assert "test_sure" not in outcome.remark


def test_without_a_second_chance_it_has_failed(tmp_path):
    assert run(tmp_path, ONCE, again=False).status == 1


@pytest.mark.parametrize("text", [ALWAYS, MANY.format(count=A_FEW + 1)])
def test_what_is_broken_stays_so(tmp_path, text):
    assert run(tmp_path, text, again=True).status == 1
