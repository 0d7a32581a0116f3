"""Forms of organisers and players of a league."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.clocks import hours_per_move
from games.forms.options import OptionsForm
from games.known import AnyRules
from games.presenters.paces import pace
from games.services.clocks import LEAST_GIFT, MOST_GIFT
from leagues.designs import LARGEST_GROUP
from leagues.models import AnyTable, League, LeagueTable, Season
from leagues.placement import USUAL_ORDER
from leagues.presenters.ties import TIE_BREAK_NAMES
from leagues.season_rules import LARGEST_TABLE, SMALLEST_TABLE, SeasonRules, rules_problem
from leagues.services.substitutes import pool_of
from leagues.standings import TIE_BREAKS
from leagues.words import Words

HOURS = (12, 24, 48, 72, 120, 240)
RESERVED = frozenset({"new", "table", "check-in", "tournaments"})
CLAIM_NAMES: dict[str, Words] = {
    "demoted": gettext_lazy("comes down"),
    "stayed": gettext_lazy("stays"),
    "promoted": gettext_lazy("comes up"),
    "returning": gettext_lazy("returns from a break"),
}


class LeagueForm(OptionsForm):
    """Everything that a league agrees on. Ordered choices are one field for each place."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        max_length=40,
        help_text=gettext_lazy("Small letters, numbers and hyphens; it does not change later."),
    )
    summary = forms.CharField(label=gettext_lazy("In one sentence"), max_length=200, required=False)
    terms = forms.CharField(
        label=gettext_lazy("Rules to be accepted"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Whoever signs up has to accept them."),
    )
    hours = forms.TypedChoiceField(label=gettext_lazy("Time per move"), coerce=int)
    rated = forms.BooleanField(label=gettext_lazy("Rated"), required=False)
    time_out = forms.ChoiceField(
        label=gettext_lazy("When time is up"),
        choices=(
            ("default", gettext_lazy("the safest move is made")),
            ("caretaker", gettext_lazy("a bot plays until the player is back")),
            ("substitute", gettext_lazy("the seat looks for a substitute")),
            ("drop", gettext_lazy("the player leaves the game")),
        ),
    )
    group = forms.IntegerField(
        label=gettext_lazy("Players of a group"), min_value=SMALLEST_TABLE, max_value=LARGEST_GROUP
    )
    table = forms.IntegerField(
        label=gettext_lazy("Players at a table"), min_value=SMALLEST_TABLE, max_value=LARGEST_TABLE
    )
    points = forms.CharField(
        label=gettext_lazy("Points for the places"),
        max_length=40,
        help_text=gettext_lazy("With hyphens between, such as 10-6-3-1. Who ties shares them."),
    )
    up = forms.IntegerField(
        label=gettext_lazy("Going up from a group"), min_value=0, max_value=LARGEST_GROUP
    )
    down = forms.IntegerField(
        label=gettext_lazy("Going down from a group"), min_value=0, max_value=LARGEST_GROUP
    )
    growth = forms.IntegerField(
        label=gettext_lazy("Each division has so many times the groups of the one above"),
        min_value=1,
        max_value=4,
    )
    breaks = forms.IntegerField(
        label=gettext_lazy("Seasons one may miss and keep the division"), min_value=0, max_value=8
    )
    min_reliability = forms.IntegerField(
        label=gettext_lazy("Reliability from (%)"), min_value=0, max_value=100
    )
    most = forms.IntegerField(
        label=gettext_lazy("Most players; 0: all"), min_value=0, max_value=100_000
    )
    sign_off_hours = forms.IntegerField(
        label=gettext_lazy("Hours until a result is final"), min_value=1, max_value=24 * 14
    )
    appeal_days = forms.IntegerField(
        label=gettext_lazy("Days to appeal against a ruling"), min_value=1, max_value=30
    )

    MAIN = ("name", "slug", "summary", "terms")
    FORMAT = ("group", "table", "points", "up", "down", "growth", "breaks")
    CONDITIONS = ("most", "min_reliability", "sign_off_hours", "appeal_days")

    def __init__(
        self, *args: Any, rules: AnyRules, agreed: SeasonRules, league: League | None, **kwargs: Any
    ) -> None:
        self.agreed, self.league = agreed, league
        initial = {
            "hours": hours_per_move(agreed.clock) or 72,
            "points": "-".join(map(str, agreed.points)),
            **{
                name: getattr(agreed, name)
                for name in (
                    *("rated", "time_out", "group", "table", "up", "down", "growth", "breaks"),
                    *self.CONDITIONS,
                )
            },
        }
        for place in range(len(TIE_BREAKS)):
            chosen = agreed.tie_breaks[place] if place < len(agreed.tie_breaks) else ""
            initial[f"tie-{place}"] = chosen
        for place, name in enumerate(agreed.order):
            initial[f"claim-{place}"] = name
        if league is not None:
            initial |= {"name": league.name, "summary": league.summary, "terms": league.terms}
        super().__init__(*args, rules=rules, chosen=agreed.options, initial=initial, **kwargs)
        if league is not None:
            del self.fields["slug"]
        hours = sorted({*HOURS, initial["hours"]})
        self.fields["hours"].choices = [(value, pace(value)) for value in hours]  # type: ignore[attr-defined]
        for place in range(len(TIE_BREAKS)):
            self.fields[f"tie-{place}"] = forms.ChoiceField(
                label=_("Tie-break %(number)s") % {"number": place + 1},
                required=False,
                choices=[("", "–"), *((key, TIE_BREAK_NAMES[key]) for key in TIE_BREAKS)],
            )
        for place in range(len(USUAL_ORDER)):
            self.fields[f"claim-{place}"] = forms.ChoiceField(
                label=_("Placed as number %(number)s") % {"number": place + 1},
                choices=[(key, CLAIM_NAMES[key]) for key in USUAL_ORDER],
            )

    def part(self, names: tuple[str, ...]) -> Iterator[BoundField]:
        return (self[name] for name in names if name in self.fields)

    def main_fields(self) -> Iterator[BoundField]:
        return self.part(self.MAIN)

    def format_fields(self) -> Iterator[BoundField]:
        return self.part(self.FORMAT)

    def tie_fields(self) -> Iterator[BoundField]:
        return self.part(tuple(f"tie-{place}" for place in range(len(TIE_BREAKS))))

    def claim_fields(self) -> Iterator[BoundField]:
        return self.part(tuple(f"claim-{place}" for place in range(len(USUAL_ORDER))))

    def condition_fields(self) -> Iterator[BoundField]:
        return self.part(self.CONDITIONS)

    def seats_chosen(self) -> int | None:
        return self.cleaned_data.get("table")

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED or League.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is taken."))
        return slug

    def clean_points(self) -> tuple[int, ...]:
        try:
            return tuple(int(part) for part in self.cleaned_data["points"].split("-"))
        except ValueError:
            raise forms.ValidationError(_("Write numbers with hyphens between.")) from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.errors:
            return cleaned
        ties = [cleaned[f"tie-{place}"] for place in range(len(TIE_BREAKS))]
        rules = SeasonRules(
            game=self.rules.key,
            options=cleaned["options"],
            clock={"kind": "per-move", "hours": cleaned["hours"]},
            tie_breaks=tuple(key for key in ties if key),
            order=tuple(cleaned[f"claim-{place}"] for place in range(len(USUAL_ORDER))),
            **{
                name: cleaned[name]
                for name in (*self.FORMAT, *self.CONDITIONS, "rated", "time_out")
            },
        )
        place, problem = rules_problem(rules)
        if problem:
            where = {"tie_breaks": "tie-0", "order": "claim-0"}.get(place, place)
            self.add_error(where if where in self.fields else None, problem)
        cleaned["rules"] = rules
        return cleaned


def _picker() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class DatesForm(forms.Form):
    """When the stages of a season begin."""

    check_in_at = forms.DateTimeField(
        label=gettext_lazy("Check-in begins"),
        help_text=gettext_lazy("In your time zone."),
        widget=_picker(),
    )
    starts_at = forms.DateTimeField(label=gettext_lazy("Games begin"), widget=_picker())
    ends_at = forms.DateTimeField(label=gettext_lazy("Games end"), widget=_picker())

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        initial = {name: getattr(season, name) for name in ("check_in_at", "starts_at", "ends_at")}
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)


class ActionForm(forms.Form):
    """A reason, and what the action needs besides."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Everybody can read it in the log of the season."),
    )

    def __init__(self, *args: Any, key: str, table: AnyTable | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if key == "award":
            self.fields["points"] = forms.CharField(
                label=_("League points"),
                max_length=10,
                help_text=_("Such as 3, −2 or 3/2."),
            )
        if key == "extend":
            self.fields["hours"] = forms.IntegerField(
                label=_("Hours"), min_value=LEAST_GIFT, max_value=MOST_GIFT, initial=24
            )
        if key in {"open-seat", "replace"} and table is not None:
            self.fields["seat"] = forms.TypedChoiceField(
                label=_("Seat"), coerce=int, choices=_seats_of(table)
            )
        if key == "replace" and isinstance(table, LeagueTable):
            self.fields["user"] = forms.TypedChoiceField(
                label=_("Who takes over"),
                coerce=int,
                choices=[(user.pk, user.username) for user in pool_of(table)],
                help_text=_("From the list of substitutes."),
            )
        if key == "rule" and isinstance(table, LeagueTable):
            for seat in table.seats.select_related("entry__user").order_by("number"):
                self.fields[f"score-{seat.number}"] = score_field(
                    seat.player, _suggested(table, seat.entry_id, seat.number)
                )
        self.order_fields([name for name in self.fields if name != "reason"])

    def clean_points(self) -> str:
        return str(self.cleaned_data["points"]).strip().replace("−", "-").replace(",", ".")


def score_field(player: User, initial: int | None) -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Score of %(name)s") % {"name": player.username},
        min_value=-100,
        max_value=1000,
        initial=initial,
    )


def _seats_of(table: AnyTable) -> list[tuple[int, str]]:
    if table.game is None:
        return []
    held = table.game.seats.filter(dropped_at=None).select_related("user")
    return [(seat.number, seat.holder_name) for seat in held]


def _suggested(table: LeagueTable, entry_id: int, number: int) -> int | None:
    """The score as it stands, or what the bots make of it."""
    if table.scores is not None:
        return int(table.scores[str(entry_id)])
    grounds = table.grounds.get("seats", {}).get(str(number))
    return int(grounds["estimate"]) if grounds else None


class PlaceForm(forms.Form):
    """Who plays in which division, a line for each."""

    lines = forms.CharField(
        label=gettext_lazy("Players and divisions"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=gettext_lazy(
            "One line for each: name, number of the division and, if you like, the place there. "
            "A hyphen in place of the number takes it back."
        ),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Everybody can read it in the log of the season."),
    )


UNCHECKED = "unchecked"


class WriteForm(forms.Form):
    """A letter to participants."""

    division = forms.ChoiceField(label=gettext_lazy("To whom"), required=False)
    subject = forms.CharField(label=gettext_lazy("Subject"), max_length=120)
    body = forms.CharField(
        label=gettext_lazy("Letter"),
        max_length=6000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=gettext_lazy("An empty line begins a new paragraph."),
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = season.divisions.values_list("number", flat=True)
        self.fields["division"].choices = [  # type: ignore[attr-defined]
            ("", _("everybody")),
            *(
                [(UNCHECKED, _("who has not checked in yet"))]
                if season.state == Season.State.CHECK_IN
                else []
            ),
            *((str(number), _("Division %(number)s") % {"number": number}) for number in numbers),
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        to = cleaned.get("division", "")
        cleaned["unchecked"] = to == UNCHECKED
        cleaned["division"] = int(to) if to.isdigit() else None
        return cleaned
