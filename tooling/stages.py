"""Stages of a test run: each a process of its own, several side by side."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tooling.bootstrap import ROOT, say

OURS = {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "EMAIL_URL", "DATA_DIR"}
"""Settings of a site that somebody runs here must not reach the tests."""


A_FEW = 8
"""Failures that may be the machine's; more of them have a cause in the code."""


@dataclass(frozen=True)
class Outcome:
    status: int
    remark: str = ""


@dataclass(frozen=True)
class Stage:
    name: str
    run: Callable[[bool], Outcome]
    """Told whether its output is to be collected, as others run beside it."""


@dataclass(frozen=True)
class Pytest:
    """One run of pytest; what fails in it may be given a second chance."""

    name: str
    arguments: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)
    again: bool = False
    """Browsers, workers and servers are slow at times, where many tests run side by side: of what
    failed, a few are run once more, alone, and named whatever comes of it."""

    def __call__(self, collect: bool) -> Outcome:
        with _scratch("postspade-test-") as scratch:
            status = self._once(self.arguments, scratch, collect)
            if status != 1 or not self.again:
                return Outcome(status)
            failed = _failed(scratch)
            if not 0 < len(failed) <= A_FEW:
                return Outcome(status)
            status = self._once([*self.arguments, "--last-failed", "-n0"], scratch, collect)
        named = "".join(f"\n    {test}" for test in failed)
        return Outcome(status, f"at the second try:{named}")

    def _once(self, arguments: Sequence[str], scratch: str, collect: bool) -> int:
        began = time.monotonic()
        command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={scratch}/cache", *arguments]
        kept = {key: value for key, value in os.environ.items() if key not in OURS}
        return shown(
            f"--- Tests: {self.name} ---",
            command,
            collect=collect,
            environment={**kept, "TEST_DATA_DIR": scratch, **self.environment},
            began=began,
        )


def shown(
    title: str,
    command: Sequence[str],
    *,
    collect: bool = False,
    environment: dict[str, str] | None = None,
    began: float | None = None,
) -> int:
    """Run a command; what it prints comes at once, or as a whole when it has ended."""
    if not collect:
        say(f"\n{title}")
        return subprocess.run(command, cwd=ROOT, env=environment).returncode
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    took = f" ({time.monotonic() - began:.0f} s)" if began else ""
    say(f"\n{title}{took}\n{ended.stdout.rstrip()}")
    return ended.returncode


def run_lanes(*lanes: Sequence[Stage]) -> dict[str, Outcome]:
    """Lanes run side by side, the stages of a lane one after the other."""
    filled = [lane for lane in lanes if lane]
    side_by_side = len(filled) > 1
    if side_by_side:
        for lane in filled:
            say(f"Running {', then '.join(stage.name for stage in lane)} …")

    def run(lane: Sequence[Stage]) -> dict[str, Outcome]:
        return {stage.name: stage.run(side_by_side) for stage in lane}

    with ThreadPoolExecutor(len(filled)) as pool:
        return {name: outcome for each in pool.map(run, filled) for name, outcome in each.items()}


@contextmanager
def shared_templates() -> Iterator[dict[str, str]]:
    """Where the first process leaves its migrated database for the others of this run."""
    with _scratch("postspade-templates-") as folder:
        yield {"TEST_TEMPLATE_DIR": folder}


@contextmanager
def _scratch(prefix: str) -> Iterator[str]:
    folder = tempfile.mkdtemp(prefix=prefix)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _failed(scratch: str) -> list[str]:
    import json

    noted = Path(scratch) / "cache" / "v" / "cache" / "lastfailed"
    return sorted(json.loads(noted.read_text(encoding="utf-8"))) if noted.exists() else []
