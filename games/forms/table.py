"""The form that opens a table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.selectors import user_named
from games.bots.policies import policies_for
from games.forms.clocks import ClockFields
from games.forms.needs import shown_beside
from games.forms.options import OptionsForm
from games.presenters.paces import pace

HOURS = (12, 24, 48, 72, 120, 240)
LATEST_START = timedelta(days=14)
PUBLIC, LINK, INVITED = "public", "link", "invited"


class TableForm(ClockFields, OptionsForm):
    """Everything agreed before the first move."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Players"),
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "seg"}),
    )
    hours = forms.TypedChoiceField(
        label=gettext_lazy("Time per move"),
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "seg"}),
        help_text=gettext_lazy("Who needs more: see “Clock and time-outs” below."),
    )
    who = forms.ChoiceField(
        label=gettext_lazy("Who may join"),
        choices=(
            (PUBLIC, gettext_lazy("Anyone")),
            (LINK, gettext_lazy("With link")),
            (INVITED, gettext_lazy("Invited")),
        ),
        widget=forms.RadioSelect(attrs={"class": "seg"}),
        initial=PUBLIC,
    )
    invite = forms.CharField(
        label=gettext_lazy("Invite"),
        required=False,
        max_length=300,
        help_text=gettext_lazy(
            "User names with commas between. A seat is kept for each until the answer comes."
        ),
    )
    rated = forms.BooleanField(
        label=gettext_lazy("Rated"),
        required=False,
        help_text=gettext_lazy("Games with bots never are."),
    )
    min_rating = forms.IntegerField(
        label=gettext_lazy("Rating from"), required=False, min_value=0, max_value=4000
    )
    max_rating = forms.IntegerField(
        label=gettext_lazy("to"), required=False, min_value=0, max_value=4000
    )
    min_reliability = forms.IntegerField(
        label=gettext_lazy("Reliability from (%)"), required=False, min_value=0, max_value=100
    )
    start = forms.ChoiceField(
        label=gettext_lazy("Start"),
        choices=(
            ("full", gettext_lazy("When full")),
            ("time", gettext_lazy("At a time")),
        ),
        widget=forms.RadioSelect(attrs={"class": "seg"}),
        initial="full",
    )
    start_at = forms.DateTimeField(
        label=gettext_lazy("Start at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("In your time zone."),
    )
    fill = forms.ChoiceField(
        label=gettext_lazy("Seats that are still free then"),
        required=False,
        help_text=gettext_lazy("With bots the game is unrated."),
    )
    shuffle_seats = forms.BooleanField(
        label=gettext_lazy("Draw the seats by lot at the start"), required=False, initial=True
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self._choices("seats", [(count, str(count)) for count in self.rules.seats])
        wanted = self.initial.get("hours")
        hours = sorted({*HOURS, wanted} if isinstance(wanted, int) else HOURS)
        self._choices("hours", [(value, pace(value)) for value in hours])
        self._choices("fill", [("", _("the table waits on")), *bot_choices(self.rules.key)])
        for name in ("start_at", "fill"):
            shown_beside(self.fields[name], {"start": "time"})
        for name in ("min_rating", "max_rating", "min_reliability"):
            self.fields[name].widget.attrs["placeholder"] = _("any")

    def _choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def seats_chosen(self) -> int | None:
        seats = self.cleaned_data.get("seats")
        return seats if isinstance(seats, int) else None

    def clean_invite(self) -> list[User]:
        """The people named, each once."""
        return people_named(self.cleaned_data["invite"], but=self.user)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self._check_guests(cleaned)
        self._check_limits(cleaned)
        self._check_start(cleaned)
        return cleaned

    def _check_guests(self, cleaned: dict[str, Any]) -> None:
        seats, guests = cleaned.get("seats"), cleaned.get("invite")
        if not seats or guests is None:
            return
        if len(guests) > seats - 1:
            self.add_error(
                "invite",
                ngettext(
                    "Beside you there is only %(count)s seat.",
                    "Beside you there are only %(count)s seats.",
                    seats - 1,
                )
                % {"count": seats - 1},
            )
        if cleaned.get("who") == INVITED and not guests:
            self.add_error("invite", _("Name whom you invite, or let people join with a link."))

    def _check_limits(self, cleaned: dict[str, Any]) -> None:
        low, high = cleaned.get("min_rating"), cleaned.get("max_rating")
        if low is not None and high is not None and low > high:
            self.add_error("max_rating", _("This is below the lower limit."))

    def _check_start(self, cleaned: dict[str, Any]) -> None:
        at: datetime | None = cleaned.get("start_at")
        if cleaned.get("start") != "time":
            cleaned["start_at"] = None
            return
        if at is None:
            if "start_at" not in self.errors:
                self.add_error("start_at", _("Say when the game shall start."))
        elif at <= timezone.now():
            self.add_error("start_at", _("This time is over."))
        elif at > timezone.now() + LATEST_START:
            self.add_error(
                "start_at",
                _("A table waits for at most %(days)s days.") % {"days": LATEST_START.days},
            )


BOT_LABELS: dict[str, Promise] = {
    "greedy": gettext_lazy("thoughtful bots take them"),
    "hasty": gettext_lazy("quick bots take them"),
    "random": gettext_lazy("bots that move at random take them"),
}


def bot_choices(rules_key: str) -> list[tuple[str, str]]:
    """The bots that know a game, the strongest first."""
    return [(key, str(BOT_LABELS.get(key, key))) for key in policies_for(rules_key)]


def people_named(text: str, *, but: User) -> list[User]:
    """The users whose names stand in a text; raises ValidationError naming who is not here."""
    names = [name.strip() for name in text.replace(";", ",").split(",")]
    found: dict[int, User] = {}
    for name in filter(None, names):
        user = user_named(username=name)
        if user is None or not user.is_active:
            raise forms.ValidationError(
                _("Nobody here is called “%(name)s”.") % {"name": name}, code="unknown"
            )
        if user == but:
            raise forms.ValidationError(_("You need no invitation of your own."), code="self")
        found[user.pk] = user
    return list(found.values())


class MirrorForm(ClockFields, OptionsForm):
    """The same set-up several times, with the seats rotated."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=70)
    players = forms.CharField(
        label=gettext_lazy("Other players"),
        max_length=300,
        help_text=gettext_lazy(
            "User names with commas between. All play all tables; each begins when everybody has "
            "accepted."
        ),
    )
    games = forms.IntegerField(
        label=gettext_lazy("Number of tables"),
        required=False,
        min_value=1,
        max_value=7,
        help_text=gettext_lazy("Left empty: as many as players, so that all sit on every seat."),
    )
    hours = forms.TypedChoiceField(
        label=gettext_lazy("Time per move"),
        coerce=int,
        widget=forms.RadioSelect(attrs={"class": "seg"}),
        choices=[(value, lazy(pace, str)(value)) for value in HOURS],
        initial=72,
    )
    rated = forms.BooleanField(label=gettext_lazy("Rated"), required=False, initial=True)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_players(self) -> list[User]:
        people = people_named(self.cleaned_data["players"], but=self.user)
        if len(people) + 1 not in self.rules.seats:
            raise forms.ValidationError(
                _("This game is played by %(least)s to %(most)s, you included.")
                % {"least": self.rules.seats[0], "most": self.rules.seats[-1]},
                code="number",
            )
        return people

    def seats_chosen(self) -> int | None:
        people = self.cleaned_data.get("players")
        return len(people) + 1 if people else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        seats, games = self.seats_chosen(), cleaned.get("games")
        if seats and games and games > seats:
            self.add_error("games", _("More tables than players would repeat the seats."))
        return cleaned
