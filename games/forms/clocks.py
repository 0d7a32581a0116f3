"""The part of a form that says how long people may think, and what happens when they do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clocks import Bank, PerMove, clock_read, clock_write
from games.clocks.policy import TimeOut, time_out_read, time_out_write
from games.forms.needs import shown_beside
from games.presenters.clock_words import ACTION_LABELS, JUDGE_LABELS
from games.presenters.paces import pace

PER_MOVE, BANK = "per-move", "bank"
BANKS = (48, 120, 240, 480)
INCREMENTS = (2, 4, 8, 12, 24)
GRACES = (0, 6, 12, 24)
MOST_VACATION = 60
USUAL_VACATION = 21
USUAL_BANK, USUAL_HOURS = 240, 12


class ClockFields(forms.Form):
    """Clock and time-outs; the time per move itself is the form's own field `hours`."""

    clock_kind = forms.ChoiceField(
        label=_("Clock"),
        required=False,
        choices=((PER_MOVE, _("Per move")), (BANK, _("Time bank"))),
        widget=forms.RadioSelect(attrs={"class": "seg"}),
        initial=PER_MOVE,
        help_text=_(
            "A time bank is a store that thinking uses up; every answer fills it a little."
        ),
    )
    bank_hours = forms.ChoiceField(label=_("In the bank at the start"), required=False)
    increment = forms.ChoiceField(label=_("Added by each answer"), required=False)
    grace = forms.ChoiceField(label=_("Free at the start of each decision"), required=False)
    sleep_off = forms.BooleanField(
        label=_("Clocks stand still while a player sleeps"), required=False, initial=True
    )
    weekends_off = forms.BooleanField(label=_("Weekends do not count"), required=False)
    vacation_days = forms.IntegerField(
        label=_("Days of vacation in a year"),
        required=False,
        min_value=0,
        max_value=MOST_VACATION,
        initial=USUAL_VACATION,
        help_text=_("Announced before they begin; the clock stands still on them."),
    )
    time_out_action = forms.ChoiceField(
        label=_("When time is up"),
        required=False,
        choices=tuple(ACTION_LABELS.items()),
        initial="default",
        help_text=_("The first time costs nothing but a day: everybody is forgiven once."),
    )
    time_out_by = forms.ChoiceField(
        label=_("Who decides that"),
        required=False,
        choices=tuple(JUDGE_LABELS.items()),
        initial="automatic",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, hours, usual in (
            ("bank_hours", BANKS, USUAL_BANK),
            ("increment", INCREMENTS, USUAL_HOURS),
            ("grace", GRACES, USUAL_HOURS),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            wanted = self.initial.get(name, usual)
            field.choices = [(value, pace(value)) for value in sorted({*hours, wanted})]
            field.initial = usual
            shown_beside(field, {"clock_kind": BANK})

    def clock(self) -> dict[str, Any]:
        """The table's clock, as it is stored."""
        chosen = self.cleaned_data
        shared = {
            "weekends_off": chosen["weekends_off"],
            "sleep_counts": not chosen["sleep_off"],
            "vacation_days": chosen["vacation_days"] or 0,
        }
        if chosen["clock_kind"] != BANK:
            return clock_write(PerMove(hours=chosen["hours"], **shared))
        return clock_write(
            Bank(
                hours=int(chosen["bank_hours"] or USUAL_BANK),
                increment=int(chosen["increment"] or USUAL_HOURS),
                grace=int(chosen["grace"] or USUAL_HOURS),
                **shared,
            )
        )

    def time_out(self) -> dict[str, Any]:
        """What happens when time is up, as it is stored."""
        chosen = self.cleaned_data
        return time_out_write(
            TimeOut(
                action=chosen["time_out_action"] or "default",
                by=chosen["time_out_by"] or "automatic",
            )
        )


def clock_initial(clock: Mapping[str, Any], time_out: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields show for an earlier table."""
    known, policy = clock_read(clock), time_out_read(time_out)
    initial: dict[str, Any] = {
        "sleep_off": not known.sleep_counts,
        "weekends_off": known.weekends_off,
        "vacation_days": known.vacation_days,
        "time_out_action": policy.action,
        "time_out_by": policy.by,
    }
    if isinstance(known, Bank):
        initial |= {
            "clock_kind": BANK,
            "bank_hours": known.hours,
            "increment": known.increment,
            "grace": known.grace,
        }
    return initial
