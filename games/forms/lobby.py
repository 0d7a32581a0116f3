"""Small forms of the lobby: filters, guests, bots."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.registry import AnyRules
from games.bots.names import bot_kind
from games.bots.policies import policies_for
from games.presenters.options import choice_label, game_words
from games.presenters.paces import pace
from games.selectors.open_tables import ALL, FOR_ME, MINE, LobbyFilter

SLOWEST = (24, 48, 72, 120)


class FilterForm(forms.Form):
    """What to look for in the lobby. Sent by GET; nonsense counts as "anything"."""

    which = forms.ChoiceField(
        label=gettext_lazy("Which tables"),
        required=False,
        choices=(
            (FOR_ME, gettext_lazy("For me")),
            (ALL, gettext_lazy("All")),
            (MINE, gettext_lazy("Mine")),
        ),
        widget=forms.RadioSelect(attrs={"class": "seg"}),
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Players"), required=False, coerce=int, empty_value=None
    )
    slowest = forms.TypedChoiceField(
        label=gettext_lazy("Pace"), required=False, coerce=int, empty_value=None
    )
    board = forms.ChoiceField(label=gettext_lazy("Map"), required=False)

    def __init__(self, *args: Any, rules: AnyRules, signed_in: bool, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "filter-%s"})
        self.signed_in = signed_in
        counts = [
            (count, ngettext("%(count)s player", "%(count)s players", count) % {"count": count})
            for count in rules.seats
        ]
        self._choices("seats", [("", _("Any number")), *counts])
        paces = [(hours, _("up to %(pace)s") % {"pace": pace(hours)}) for hours in SLOWEST]
        self._choices("slowest", [("", _("Any pace")), *paces])
        key = game_words(rules).pictured
        boards = next((option for option in rules.options() if option.key == key), None)
        if boards is None:
            del self.fields["board"]
        else:
            known = [(value, choice_label(rules, boards, value)) for value, _l in boards.choices]
            self._choices("board", [("", _("Any map")), *known])
        if not signed_in:
            del self.fields["which"]

    def _choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def wanted(self) -> LobbyFilter:
        self.is_valid()
        found = getattr(self, "cleaned_data", {})
        return LobbyFilter(
            which=found.get("which") or (FOR_ME if self.signed_in else ALL),
            seats=found.get("seats"),
            slowest=found.get("slowest"),
            board=found.get("board", ""),
        )


class BotsForm(forms.Form):
    """Which bots take the free seats at once."""

    policy = forms.ChoiceField(
        label=gettext_lazy("Bots"),
        widget=forms.RadioSelect(attrs={"class": "seg"}),
        help_text=gettext_lazy(
            "Thoughtful bots try every legal move, quick ones a few; the others know the rules "
            "and nothing else."
        ),
    )

    def __init__(self, *args: Any, rules_key: str, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "auto_id": "bots-%s"})
        known = [(key, bot_kind(key).capitalize()) for key in policies_for(rules_key)]
        field = self.fields["policy"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = known
        field.initial = known[0][0]


class GuestForm(forms.Form):
    """Somebody to invite by name."""

    username = forms.CharField(label=gettext_lazy("User name"), max_length=100)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs |= {"autocomplete": "off", "autocapitalize": "none"}
