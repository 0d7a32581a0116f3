"""Promises about the project's own files."""

import re
import subprocess

import pytest

from tooling.bootstrap import ROOT


def tracked() -> list[str]:
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return listing.splitlines()


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_lock_files_name_no_host_and_pin_by_hash(lock):
    text = (ROOT / lock).read_text()
    assert "://" not in text
    pins = re.findall(r"^\S+==\S+", text, re.M)
    assert len(pins) > 40
    assert text.count("--hash=sha256:") >= len(pins)


def test_the_lock_for_development_holds_the_same_versions():
    def pins(lock: str) -> set[str]:
        return set(re.findall(r"^(\S+==\S+)", (ROOT / lock).read_text(), re.M))

    assert pins("requirements.lock") <= pins("requirements-dev.lock")


def test_ci_runs_the_test_command_and_nothing_else():
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    commands = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["./test"]


def test_no_home_or_machine_path_is_in_a_text_file():
    pattern = re.compile(r"(?<![\w.])/(root|home/\w+|work)/")
    for name in tracked():
        path = ROOT / name
        if path.suffix in {".py", ".html", ".md", ".toml", ".css", ".js", ".txt", ".sh"}:
            if name == "tests/static/test_project.py":
                continue
            found = pattern.search(path.read_text(encoding="utf-8"))
            assert not found, f"{name}: {found.group()}"
