"""Which games a page of statistics looks at."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presenters.facts import fact_words, players_in_words
from ratings.selectors.statistics import EVERYTHING, PEOPLE, Choices, Slice
from ratings.services.rating import BAND, HIGHEST_BAND, LOWEST_BAND
from ratings.services.tallying import RATED


def band_name(band: int) -> str:
    if band <= LOWEST_BAND:
        return _("below %(rating)s") % {"rating": LOWEST_BAND + BAND}
    if band >= HIGHEST_BAND:
        return _("%(rating)s and more") % {"rating": HIGHEST_BAND}
    return _("%(low)s to %(high)s") % {"low": band, "high": band + BAND - 1}


class SliceForm(forms.Form):
    """Every field may be left empty; what nobody can choose is not shown."""

    games = forms.ChoiceField(label=gettext_lazy("Games"), required=False)
    board = forms.ChoiceField(label=gettext_lazy("Map"), required=False)
    seats = forms.ChoiceField(label=gettext_lazy("Players"), required=False)
    event = forms.ChoiceField(label=gettext_lazy("Season"), required=False)
    tier = forms.ChoiceField(label=gettext_lazy("Division"), required=False)
    band = forms.ChoiceField(label=gettext_lazy("Rating at the table"), required=False)

    def __init__(self, data: Any, *, rules_key: str, choices: Choices) -> None:
        super().__init__(data)
        words = fact_words(rules_key)
        offered = {
            "games": [
                (PEOPLE, _("Games among people")),
                (RATED, _("Rated games")),
                (EVERYTHING, _("With bots too")),
            ],
            "board": [
                ("", _("All maps")),
                *((key, words.name("board", key)) for key in choices.boards),
            ],
            "seats": [
                ("", _("Any number of players")),
                *((str(n), players_in_words(n)) for n in choices.seats),
            ],
            "event": [("", _("All seasons")), *((key, key) for key in choices.events)],
            "tier": [("", _("All divisions")), *((key, key) for key in choices.tiers)],
            "band": [
                ("", _("All ratings")),
                *((str(band), band_name(band)) for band in choices.bands),
            ],
        }
        for name, pairs in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = pairs
            if len(pairs) < 2:
                del self.fields[name]

    @property
    def wanted(self) -> Slice:
        """What is asked for; a choice that is not offered counts as none."""
        self.full_clean()
        known = getattr(self, "cleaned_data", {})
        return Slice(
            games=known.get("games") or PEOPLE,
            board=known.get("board") or "",
            seats=int(known["seats"]) if known.get("seats") else None,
            event=known.get("event") or "",
            tier=known.get("tier") or "",
            band=int(known["band"]) if known.get("band") else None,
        )
