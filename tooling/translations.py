"""Compile the message catalogues without gettext's own tools, which a fresh machine may lack."""

from __future__ import annotations

from pathlib import Path

import polib

from tooling.bootstrap import ROOT


def catalogues() -> list[Path]:
    return sorted((ROOT / "locale").glob("*/LC_MESSAGES/*.po"))


def compile_all() -> list[Path]:
    """Write each .mo whose content would differ; returns those written."""
    written = []
    for source in catalogues():
        target = source.with_suffix(".mo")
        binary = polib.pofile(str(source)).to_binary()
        if not target.exists() or target.read_bytes() != binary:
            target.write_bytes(binary)
            written.append(target)
    return written


if __name__ == "__main__":
    for path in compile_all():
        print(path.relative_to(ROOT))
