"""Make the virtual environment, with nothing but Python's standard library."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
RUN_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
OLDEST = (3, 11)


def stop(sentence: str) -> NoReturn:
    """End with one clear sentence."""
    raise SystemExit(sentence)


def say(sentence: str) -> None:
    print(sentence, flush=True)


def remark(sentence: str) -> None:
    """Said beside the real output, which may be meant for another program."""
    print(sentence, file=sys.stderr, flush=True)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def apt_install(*packages: str) -> bool:
    """Install Debian packages where that is possible; False where it is not."""
    if not (is_root() and shutil.which("apt-get")):
        return False
    remark(f"Installing {', '.join(packages)} …")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-q", "-y", "--no-install-recommends", *packages],
    ):
        outcome = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if outcome.returncode:
            remark(outcome.stderr.strip()[-2000:])
            return False
    return True


def environment_python(*, dev: bool) -> Path:
    """The Python of a virtual environment that holds exactly what the lock file names."""
    if sys.version_info < OLDEST:
        stop(
            f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; this is {sys.version.split()[0]}."
        )
    python = VENV / "bin" / "python"
    if not python.exists():
        _make_venv()
    lock = DEV_LOCK if dev else RUN_LOCK
    # The lock for development holds everything the other one holds.
    stamps = [_stamp(DEV_LOCK)] if dev else [_stamp(RUN_LOCK), _stamp(DEV_LOCK)]
    if not any(stamp.exists() for stamp in stamps):
        remark(f"Installing what {lock.name} names (once) …")
        _install(python, lock)
        stamps[0].touch()
    return python


def _stamp(lock: Path) -> Path:
    return VENV / f"installed-{hashlib.sha256(lock.read_bytes()).hexdigest()[:16]}"


def _make_venv() -> None:
    remark("Making a virtual environment in .venv (once) …")
    command = [sys.executable, "-m", "venv", str(VENV)]
    if subprocess.run(command, capture_output=True).returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        if not apt_install("python3-venv") or subprocess.run(command).returncode:
            stop("Python's venv module is missing (Debian: apt-get install python3-venv).")


def _install(python: Path, lock: Path) -> None:
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--require-hashes", "--requirement", str(lock)]
    outcome = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if outcome.returncode:
        errors = [line for line in outcome.stderr.splitlines() if not line.startswith("WARNING")]
        remark("\n".join(errors[-20:]))
        stop(f"Installing {lock.name} failed (see above). Is the network there?")


def run_script_inside(script: Path, arguments: list[str]) -> NoReturn:
    """Run a script of ours with the environment's Python, in place of this process."""
    python = environment_python(dev=False)
    os.execv(str(python), [str(python), str(script), *arguments])


def run_inside(module: str, arguments: list[str], *, dev: bool) -> NoReturn:
    """Go on in the environment's Python, in place of this process."""
    python = environment_python(dev=dev)
    os.chdir(ROOT)
    os.execv(str(python), [str(python), "-m", module, *arguments])
