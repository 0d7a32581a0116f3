"""`./test`: lint, then every test on SQLite, then every database test on PostgreSQL and Redis.

./test                      everything
./test tests/engine         the rules alone: no database, no servers, seconds
./test tests/accounts -k x  some tests, on both databases
./test --nightly            the long ones too
./test --sqlite | --postgresql | --no-lint    a part of it
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tooling import services
from tooling.bootstrap import ROOT, say
from tooling.translations import compile_all

LINTERS: tuple[tuple[str, ...], ...] = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("lint-imports",),
    ("mypy",),
)
BROWSER = "tests/browser"
"""In a process of its own: Playwright keeps an event loop running, and others want to start one."""
RUN_ONCE = (
    BROWSER,
    "tests/engine",
    "tests/games/clocks",
    "tests/games/presenters",
    *(
        f"tests/leagues/test_{name}.py"
        for name in ("constraints", "designs", "outlook", "pairing", "placement", "standings")
    ),
    "tests/leagues/test_simulation.py",
    "tests/notifications/inbound",
    "tests/static",
    "tests/test_permissions.py",
    "tests/test_templates.py",
    "tests/test_translations.py",
    "tests/tooling",
)
"""To these it makes no difference which database there is."""
OWN_FLAGS = {"--nightly", "--sqlite", "--postgresql", "--no-lint", "--lint"}


def main(arguments: list[str]) -> int:
    flags = OWN_FLAGS.intersection(arguments)
    rest = [argument for argument in arguments if argument not in OWN_FLAGS]
    if "--help" in rest or "-h" in rest:
        print(__doc__)
        return 0
    paths = [argument for argument in rest if not argument.startswith("-") and _exists(argument)]

    if "--lint" in flags:
        return lint()
    if paths and all(_is_engine(path) for path in paths):
        # The rules need no Django; pytest then wonders at Django's line in its configuration.
        pure = ["-p", "no:django", "-W", "ignore::pytest.PytestConfigWarning"]
        marked = [] if "--nightly" in flags else _marked(["not nightly"])
        return _pytest(rest, name="engine", environment={}, extra=[*pure, *marked])

    started = time.monotonic()
    outcomes: dict[str, int] = {}
    if not paths and "--no-lint" not in flags:
        outcomes["lint"] = lint()
    compile_all()
    outcomes |= _both_databases(rest, paths, flags)
    say("")
    for name, status in outcomes.items():
        say(f"{name}: {'ok' if status == 0 else 'FAILED'}")
    say(f"{time.monotonic() - started:.0f} seconds in all")
    return max(outcomes.values())


def _exists(argument: str) -> bool:
    return (ROOT / argument.partition("::")[0]).exists()


def _is_engine(path: str) -> bool:
    return (ROOT / path.partition("::")[0]).resolve().is_relative_to(ROOT / "tests" / "engine")


def lint() -> int:
    status = 0
    for command in (*LINTERS, ("djade", "--check", *_templates())):
        say(f"$ {' '.join(command[:3])}{' …' if len(command) > 3 else ''}")
        program = Path(sys.executable).parent / command[0]
        status = max(status, subprocess.run([program, *command[1:]], cwd=ROOT).returncode)
    return status


def _templates() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "templates").rglob("*.html"))


def _both_databases(rest: list[str], paths: list[str], flags: set[str]) -> dict[str, int]:
    outcomes: dict[str, int] = {}
    services.gettext_tools()
    browser = {"TEST_CHROMIUM": services.chromium()}
    nightly = ["not nightly"]
    if "--nightly" in flags:
        nightly, browser["TEST_NIGHTLY"] = [], "1"
    if "--postgresql" not in flags:
        # Without paths given, everything; then the browser comes after the others, alone.
        stages = {"SQLite": rest}
        if not paths:
            stages = {"SQLite": [*rest, f"--ignore={BROWSER}"], "Chromium": [*rest, BROWSER]}
        for name, arguments in stages.items():
            outcomes[name] = _pytest(
                arguments,
                name=f"{name}, no servers",
                environment=browser,
                extra=_marked([*nightly, "not servers"]),
            )
    if "--sqlite" not in flags:
        with services.postgresql() as database, services.redis_server() as (redis, prefix):
            outcomes["PostgreSQL + Redis"] = _pytest(
                rest,
                name="PostgreSQL + Redis",
                environment={
                    **browser,
                    "DATABASE_URL": database,
                    "REDIS_URL": redis,
                    "REDIS_PREFIX": prefix,
                },
                extra=[
                    *_marked([*nightly, "not embedded"]),
                    *([] if paths else [f"--ignore={path}" for path in RUN_ONCE]),
                ],
            )
    return outcomes


def _marked(conditions: list[str]) -> list[str]:
    return ["-m", " and ".join(conditions)]


def _pytest(rest: list[str], *, name: str, environment: dict[str, str], extra: list[str]) -> int:
    say(f"\n--- Tests: {name} ---")
    inherited = {
        key: value
        for key, value in os.environ.items()
        if key not in {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "EMAIL_URL", "DATA_DIR"}
    }
    scratch = tempfile.mkdtemp(prefix="postspade-test-")
    parallel = [] if any(a.startswith(("-n", "--pdb")) for a in rest) else ["-n", _workers()]
    try:
        outcome = subprocess.run(
            [sys.executable, "-m", "pytest", *parallel, *extra, *rest],
            cwd=ROOT,
            env={**inherited, "TEST_DATA_DIR": scratch, **environment},
        )
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return outcome.returncode


def _workers() -> str:
    return str(max(2, min(os.cpu_count() or 2, 8)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
