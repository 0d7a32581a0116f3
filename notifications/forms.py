"""Forms of the notification settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from notifications.models import GameSilence, Webhook

PAUSES = (0, 5, 15, 30, 60)


class RhythmForm(forms.Form):
    """When somebody wants to be told."""

    bundle_minutes = forms.TypedChoiceField(
        label=_("Wait for more before a mail goes"),
        help_text=_(
            "What comes within this time, from all your tables, is one mail. Reminders never wait."
        ),
        coerce=int,
    )
    daily_hour = forms.TypedChoiceField(
        label=_("Hour of the daily mail"), coerce=int, help_text=_("In your time zone.")
    )
    quiet_from = forms.TimeField(
        label=_("Quiet hours from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    quiet_to = forms.TimeField(
        label=_("until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_(
            "Nothing is sent then. It comes right after, or before if it would be too late after."
        ),
    )

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        minutes = ngettext_lazy("%(n)d minute", "%(n)d minutes", "n")
        self._field("bundle_minutes").choices = [
            (n, minutes % {"n": n} if n else _("Do not wait")) for n in PAUSES
        ]
        self._field("daily_hour").choices = [(n, f"{n:02}:00") for n in range(24)]

    def _field(self, name: str) -> forms.TypedChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.TypedChoiceField)
        return field

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        begin, end = values.get("quiet_from"), values.get("quiet_to")
        if not self.errors and (begin is None) != (end is None):
            self.add_error(
                "quiet_to", gettext("Give both the beginning and the end, or leave both empty.")
            )
        elif begin is not None and begin == end:
            self.add_error("quiet_to", gettext("Quiet hours that never end are not possible."))
        return values


class WebhookForm(forms.Form):
    """An address that we are to call."""

    form = forms.ChoiceField(label=_("For"), choices=Webhook.Form.choices)
    url = forms.CharField(
        label=_("Address"),
        max_length=1000,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )


class GameNoticesForm(forms.Form):
    """How much to hear of one table."""

    extent = forms.ChoiceField(
        label=_("What to tell me about this table"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", _("The same as about all others")), *GameSilence.Extent.choices],
    )
