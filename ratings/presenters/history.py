"""A player's rating over time as a plot."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from ratings.formula import Strength
from ratings.presenters.plots import Plot
from ratings.selectors.ratings import history_of

MOST = 1000


def history_plot(*, user: User, rules_key: str) -> Plot | None:
    """The last thousand changes, each with the range in which the true value may lie."""
    rows = list(
        history_of(user=user, rules_key=rules_key).values_list(
            "at", "shown_after", "mu_after", "sigma_after"
        )[:MOST]
    )[::-1]
    if not rows:
        return None
    margins = [Strength(mu, sigma).margin for _at, _shown, mu, sigma in rows]
    shown = [row[1] for row in rows]
    return {
        "kind": "history",
        "at": [int(row[0].timestamp()) for row in rows],
        "values": shown,
        "low": [value - margin for value, margin in zip(shown, margins, strict=True)],
        "high": [value + margin for value, margin in zip(shown, margins, strict=True)],
        "x": _("Date"),
        "series": _("rating"),
        "names": [_("at least"), _("at most")],
    }
