"""Classes of answer times in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NAMES: dict[str, Promise] = {
    "1h": _("within an hour"),
    "4h": _("within 4 hours"),
    "12h": _("within 12 hours"),
    "1d": _("within a day"),
    "2d": _("within two days"),
    "more": _("later"),
}


def tempo_name(key: str) -> str:
    return str(NAMES[key])
