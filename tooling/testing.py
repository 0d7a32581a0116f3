"""`./test`: lint, then every test on SQLite, then every database test on PostgreSQL and Redis.

./test                      everything
./test tests/engine         the rules alone: no database, no servers, seconds
./test tests/accounts -k x  some tests, on both databases
./test --nightly            the long ones too
./test --sqlite | --postgresql | --no-lint    a part of it
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from tooling import services
from tooling.bootstrap import ROOT, say
from tooling.stages import Outcome, Pytest, Stage, run_lanes, shared_templates, shown
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
    "tests/forum/test_permissions.py",
    "tests/games/clocks",
    "tests/games/presenters",
    *(
        f"tests/leagues/test_{name}.py"
        for name in ("constraints", "designs", "outlook", "pairing", "placement", "standings")
    ),
    "tests/leagues/test_demo.py",
    "tests/leagues/test_simulation.py",
    "tests/notifications/inbound",
    "tests/static",
    "tests/test_permissions.py",
    "tests/test_templates.py",
    "tests/test_translations.py",
    "tests/tooling",
)
"""To these it makes no difference which database there is."""
TOO_LONG = 300
"""Seconds."""
OWN_FLAGS = {"--nightly", "--sqlite", "--postgresql", "--no-lint", "--lint"}


def main(arguments: list[str]) -> int:
    flags = OWN_FLAGS.intersection(arguments)
    rest = [argument for argument in arguments if argument not in OWN_FLAGS]
    if "--help" in rest or "-h" in rest:
        print(__doc__)
        return 0
    paths = [argument for argument in rest if not argument.startswith("-") and _exists(argument)]

    if "--lint" in flags:
        return lint(collect=False).status
    if paths and all(_is_engine(path) for path in paths):
        return _engine_alone(rest, flags)

    started = time.monotonic()
    compile_all()
    outcomes = _everything(rest, paths, flags)
    say("")
    for name, outcome in outcomes.items():
        verdict = "FAILED" if outcome.status else "ok"
        say(f"{name}: {verdict} {outcome.remark}".rstrip())
    say(f"{time.monotonic() - started:.0f} seconds in all")
    return max(outcome.status for outcome in outcomes.values())


def _exists(argument: str) -> bool:
    return (ROOT / argument.partition("::")[0]).exists()


def _is_engine(path: str) -> bool:
    return (ROOT / path.partition("::")[0]).resolve().is_relative_to(ROOT / "tests" / "engine")


def _engine_alone(rest: list[str], flags: set[str]) -> int:
    """The rules need no Django; pytest then wonders at Django's line in its configuration."""
    pure = ["-p", "no:django", "-W", "ignore::pytest.PytestConfigWarning"]
    marked = [] if "--nightly" in flags else _marked(["not nightly"])
    arguments = [*_parallel(rest), *pure, *marked, *rest]
    return Pytest("engine", arguments, _by_night(flags))(collect=False).status


def _by_night(flags: set[str]) -> dict[str, str]:
    return {"TEST_NIGHTLY": "1"} if "--nightly" in flags else {}


def lint(collect: bool) -> Outcome:
    status = 0
    for command in (*LINTERS, ("djade", "--check", *_templates())):
        title = f"$ {' '.join(command[:3])}{' …' if len(command) > 3 else ''}"
        program = str(Path(sys.executable).parent / command[0])
        status = max(status, shown(title, [program, *command[1:]], collect=collect))
    return Outcome(status)


def _templates() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "templates").rglob("*.html"))


def _everything(rest: list[str], paths: list[str], flags: set[str]) -> dict[str, Outcome]:
    """Both databases; without paths also lint and the browser, and then two lanes at a time.

    Neither lane alone keeps the cores busy: browsers, servers and disks make tests wait.
    """
    services.gettext_tools()
    nightly = [] if "--nightly" in flags else ["not nightly"]
    common = {"TEST_CHROMIUM": services.chromium(), **_by_night(flags)}
    without = [] if paths else [f"--ignore={BROWSER}"]
    first: list[Stage] = []
    second: list[Stage] = []
    with ExitStack() as stack:
        common |= stack.enter_context(shared_templates())
        if not paths and "--no-lint" not in flags:
            second.append(Stage("lint", lint))
        if "--postgresql" not in flags:
            marked = _marked([*nightly, "not servers"])
            arguments = [*_parallel(rest), *_patience(flags), *marked, *rest]
            embedded = Pytest("SQLite", [*arguments, *without], common, again=not paths)
            first.append(Stage("SQLite", embedded))
            if not paths:
                browser = Pytest("Chromium", [*arguments, BROWSER], common, again=True)
                second.append(Stage("Chromium", browser))
        if "--sqlite" not in flags:
            redis, prefix = stack.enter_context(services.redis_server())
            servers = {
                "DATABASE_URL": stack.enter_context(services.postgresql()),
                "REDIS_URL": redis,
                "REDIS_PREFIX": prefix,
            }
            without = [] if paths else [f"--ignore={path}" for path in RUN_ONCE]
            marked = _marked([*nightly, "not embedded"])
            arguments = [*_parallel(rest), *_patience(flags), *marked, *rest, *without]
            name = "PostgreSQL + Redis"
            both = Pytest(name, arguments, {**common, **servers}, again=not paths)
            second.append(Stage(name, both))
        return run_lanes([*first, *second]) if paths else run_lanes(first, second)


def _marked(conditions: list[str]) -> list[str]:
    return ["-m", " and ".join(conditions)]


def _parallel(rest: list[str]) -> list[str]:
    return [] if any(a.startswith(("-n", "--pdb")) for a in rest) else ["-n", _workers()]


def _patience(flags: set[str]) -> list[str]:
    """By day no test takes minutes: one that hangs ends with its process, and is named."""
    if "--nightly" in flags:
        return []
    return ["-o", f"faulthandler_timeout={TOO_LONG}", "-o", "faulthandler_exit_on_timeout=true"]


def _workers() -> str:
    return str(max(2, min(os.cpu_count() or 2, 8)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
