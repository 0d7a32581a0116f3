"""Ready-made choices of options, per game, as data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FOLDER = Path(__file__).parent / "data" / "presets"
LABELS: dict[str, str | Promise] = {
    "beginner": _("Beginner"),
    "league": _("League standard"),
    "everything": _("Everything"),
}


@dataclass(frozen=True)
class Preset:
    """Options under a name; what is not named keeps its default."""

    key: str
    label: str | Promise
    options: dict[str, Any]


@cache
def presets_for(rules_key: str) -> tuple[Preset, ...]:
    """The presets of a game; none if it brings no data."""
    path = FOLDER / f"{rules_key}.json"
    if not path.exists():
        return ()
    data = json.loads(path.read_text(encoding="utf-8"))
    return tuple(Preset(key, LABELS[key], options) for key, options in data.items())
