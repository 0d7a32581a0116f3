"""Sweeps over due rows."""

from datetime import UTC, datetime

import pytest

from operations import due

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_other_sweeps(monkeypatch):
    monkeypatch.setattr(due, "_sweeps", {})


def test_every_sweep_runs_with_the_same_time():
    seen = []
    due.due_work("a")(lambda now: seen.append(now) or 1)
    due.due_work("b")(lambda now: seen.append(now) or 2)
    assert due.run_due_work(now=NOW) == {"a": 1, "b": 2}
    assert seen == [NOW, NOW]


def test_a_failing_sweep_keeps_nobody_else_from_running_and_is_heard_of():
    ran = []

    @due.due_work("a")
    def broken(now):
        raise RuntimeError("no")

    due.due_work("b")(lambda now: ran.append(now) or 1)
    with pytest.raises(ExceptionGroup) as heard:
        due.run_due_work(now=NOW)
    assert ran == [NOW]
    assert "in sweep 'a'" in heard.value.exceptions[0].__notes__


def test_two_sweeps_of_one_name_are_a_mistake():
    due.due_work("a")(lambda now: 0)
    with pytest.raises(ValueError, match="'a'"):
        due.due_work("a")(lambda now: 1)
