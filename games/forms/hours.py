"""Forms of a player's own hours."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


def _time_field(label: Any) -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )


class SleepForm(forms.Form):
    """From when to when somebody sleeps; both empty: no hours of the night are kept free."""

    sleep_from = _time_field(_("Asleep from"))
    sleep_to = _time_field(_("to"))


def _date_field(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}))


class VacationForm(forms.Form):
    """Whole days, first and last included."""

    first = _date_field(_("First day"))
    last = _date_field(_("Last day"))
