"""Fetch the browser files we did not write, at pinned versions, with their licences.

`python -m tooling.vendor_assets` needs npm and the network; the results are committed, so neither
the site nor its tests do.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """One npm package: which of its files go where."""

    name: str
    version: str
    folder: str
    files: dict[str, str]


def _font(family: str, *weights: int) -> dict[str, str]:
    return {
        f"files/{family}-{subset}-{weight}-normal.woff2": f"{family}-{subset}-{weight}.woff2"
        for subset in ("latin", "latin-ext")
        for weight in weights
    } | {"LICENSE": f"LICENSE-{family}.txt"}


PACKAGES = (
    Package(
        name="htmx.org",
        version="2.0.11",
        folder="static/vendor/htmx",
        files={"dist/htmx.min.js": "htmx.min.js", "LICENSE": "LICENSE.txt"},
    ),
    Package(
        name="uplot",
        version="1.6.32",
        folder="static/vendor/uplot",
        files={
            "dist/uPlot.esm.js": "uplot.js",
            "dist/uPlot.min.css": "uplot.css",
            "LICENSE": "LICENSE.txt",
        },
    ),
    Package(
        name="@fontsource/inter",
        version="5.3.0",
        folder="static/fonts",
        files=_font("inter", 400, 600),
    ),
    Package(
        name="@fontsource/vollkorn",
        version="5.3.0",
        folder="static/fonts",
        files=_font("vollkorn", 600, 700),
    ),
    Package(
        name="axe-core",
        version="4.14.0",
        folder="tests/browser/vendor",
        files={"axe.min.js": "axe.min.js", "LICENSE": "LICENSE-axe.txt"},
    ),
)


def fetch(package: Package, scratch: Path) -> Path:
    """The package's archive, downloaded by npm."""
    answer = subprocess.run(
        ["npm", "pack", "--json", f"{package.name}@{package.version}"],
        cwd=scratch,
        check=True,
        capture_output=True,
        text=True,
    )
    name: str = json.loads(answer.stdout)[0]["filename"]
    return scratch / name


def unpack(package: Package, archive: Path) -> None:
    target = ROOT / package.folder
    target.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as members:
        for inside, outside in package.files.items():
            content = members.extractfile(f"package/{inside}")
            if content is None:
                raise FileNotFoundError(f"{package.name} {package.version} has no file {inside}")
            (target / outside).write_bytes(content.read())


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        for package in PACKAGES:
            unpack(package, fetch(package, Path(scratch)))
            print(f"{package.name} {package.version} -> {package.folder}")


if __name__ == "__main__":
    main()
