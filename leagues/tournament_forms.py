"""What organisers of tournaments fill in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms.options import OptionsForm
from games.known import AnyRules
from games.presenters.paces import pace
from games.services.dealing import options_problem
from leagues.designs import LARGEST_GROUP
from leagues.forms import HOURS, ActionForm, score_field
from leagues.models import Tournament, TournamentTable
from leagues.season_rules import LARGEST_TABLE, SMALLEST_TABLE
from leagues.tournament_rules import TournamentRules

RESERVED = {"new", "act", "table"}


class TournamentForm(OptionsForm):
    """Everything that a tournament agrees on; it does not change later."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        max_length=40,
        help_text=gettext_lazy("Small letters, numbers and hyphens; it does not change later."),
    )
    summary = forms.CharField(label=gettext_lazy("In one sentence"), max_length=200, required=False)
    format = forms.ChoiceField(label=gettext_lazy("Format"), choices=Tournament.Format.choices)
    table = forms.IntegerField(
        label=gettext_lazy("Players at a table"), min_value=SMALLEST_TABLE, max_value=LARGEST_TABLE
    )
    exact = forms.BooleanField(
        label=gettext_lazy("All tables have this size"),
        required=False,
        help_text=gettext_lazy("The rest has a bye. Otherwise tables differ by a player or two."),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds of a Swiss tournament"), min_value=1, max_value=20
    )
    most_rounds = forms.IntegerField(
        label=gettext_lazy("Rounds of a round robin at most"),
        min_value=0,
        max_value=40,
        help_text=gettext_lazy("0: until every two have met, however many rounds that takes."),
    )
    advance = forms.IntegerField(
        label=gettext_lazy("How many of a group go on, with elimination"), min_value=1, max_value=3
    )
    group = forms.IntegerField(
        label=gettext_lazy("Players in a group, with elimination"),
        min_value=0,
        max_value=LARGEST_GROUP,
        help_text=gettext_lazy(
            "0: a group is one table. In a larger group everybody sits once in each seat."
        ),
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games of a group that is one table"), min_value=1, max_value=5
    )
    later_games = forms.IntegerField(
        label=gettext_lazy("Games at each table of the later rounds"), min_value=1, max_value=5
    )
    capacity = forms.IntegerField(
        label=gettext_lazy("Most players; 0: any number"), min_value=0, max_value=500
    )
    self_starting = forms.BooleanField(
        label=gettext_lazy("Begins when it is full"),
        required=False,
        help_text=gettext_lazy("A small cup that needs nobody: its rounds follow by themselves."),
    )
    hours = forms.TypedChoiceField(label=gettext_lazy("Time per move"), coerce=int)
    rated = forms.BooleanField(label=gettext_lazy("Rated"), required=False)

    MAIN = ("name", "slug", "summary")
    GROUPS = ("group", "games", "later_games", "advance")
    FORMAT = ("format", "table", "exact", "capacity", "self_starting")
    AGREED = ("table", "exact", "rounds", "most_rounds", *GROUPS, "rated")

    def __init__(self, *args: Any, rules: AnyRules, options: dict[str, Any], **kwargs: Any) -> None:
        usual = TournamentRules()
        initial = {name: getattr(usual, name) for name in self.AGREED}
        initial |= {"hours": usual.clock["hours"], "capacity": 0}
        super().__init__(*args, rules=rules, chosen=options, initial=initial, **kwargs)
        self.fields["hours"].choices = [(value, pace(value)) for value in HOURS]  # type: ignore[attr-defined]

    def main_fields(self) -> Iterator[BoundField]:
        return (self[name] for name in self.MAIN)

    def format_fields(self) -> Iterator[BoundField]:
        return (self[name] for name in self.FORMAT)

    def group_fields(self) -> Iterator[BoundField]:
        return (self[name] for name in self.GROUPS)

    def seats_chosen(self) -> int | None:
        return self.cleaned_data.get("table")

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED or Tournament.objects.filter(slug=slug).exists():
            raise forms.ValidationError(_("This address is taken."))
        return slug

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.errors:
            return cleaned
        if cleaned["self_starting"] and cleaned["capacity"] < SMALLEST_TABLE:
            self.add_error("capacity", _("Say how many players start it."))
        if 0 < cleaned["group"] < cleaned["table"]:
            self.add_error("group", _("A group has at least as many players as a table."))
        for seats in range(SMALLEST_TABLE, LARGEST_TABLE + 1):
            problem = options_problem(
                rules_key=self.rules.key, options=cleaned["options"], seats=seats
            )
            if problem and not cleaned["exact"]:
                self.add_error(None, problem)
                break
        if self.errors:
            return cleaned
        cleaned["rules"] = TournamentRules(
            game=self.rules.key,
            options=cleaned["options"],
            clock={"kind": "per-move", "hours": cleaned["hours"]},
            **{name: cleaned[name] for name in self.AGREED},
        )
        return cleaned


class TournamentActionForm(ActionForm):
    """The same at a table of a tournament, where scores belong to contenders."""

    def __init__(
        self, *args: Any, key: str, table: TournamentTable | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, key=key, table=table, **kwargs)
        self.fields["reason"].help_text = _("Everybody can read it in the log of the tournament.")
        if key == "rule" and table is not None:
            for seat in table.seats.select_related("contender__user").order_by("number"):
                self.fields[f"score-{seat.contender_id}"] = score_field(
                    seat.player, (table.scores or {}).get(str(seat.contender_id))
                )
            self.order_fields([name for name in self.fields if name != "reason"])
