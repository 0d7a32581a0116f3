"""A form made from what a game's rules say about their options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.api import Json, Option, OptionError
from engine.registry import AnyRules
from games.forms.needs import shown_beside
from games.presenters.mini_board import empty_board
from games.presenters.options import choice_label, game_words, option_sentence, option_words
from games.presenters.options.words import Words

PREFIX = "option-"
FEW = 3
"""So many choices fit beside each other on a phone."""


class BoardPictures(forms.RadioSelect):
    """Boards to choose from, each with its picture."""

    template_name = "games/lobby/board_pictures.html"

    def __init__(self, *, rules_key: str, option: str) -> None:
        super().__init__()
        self.rules_key, self.option = rules_key, option

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        made = super().create_option(name, value, *args, **kwargs)
        return {**made, "board": empty_board(self.rules_key, self.option, str(value))}


def option_field(rules: AnyRules, option: Option) -> forms.Field:
    """The form field for one option."""
    words = option_words(rules, option)
    common: dict[str, Any] = {
        "label": words.label,
        "help_text": words.help,
        "required": False,
        "initial": option.default,
    }
    choices = [(key, choice_label(rules, option, key)) for key, _label in option.choices]
    match option.kind:
        case "flag":
            return forms.BooleanField(**common)
        case "choice":
            common["required"] = True
            if option.key == game_words(rules).pictured:
                pictures = BoardPictures(rules_key=rules.key, option=option.key)
                return forms.ChoiceField(choices=choices, widget=pictures, **common)
            if len(choices) <= FEW:
                widget = forms.RadioSelect(attrs={"class": "seg"})
                return forms.ChoiceField(choices=choices, widget=widget, **common)
            return forms.ChoiceField(choices=choices, **common)
        case "many":
            return forms.MultipleChoiceField(
                choices=choices,
                widget=forms.CheckboxSelectMultiple(attrs={"class": "columns"}),
                **common,
            )
        case "number":
            common["required"] = True
            return forms.IntegerField(min_value=option.minimum, max_value=option.maximum, **common)
        case "text":
            return forms.CharField(
                max_length=option.maximum,
                strip=False,
                widget=forms.Textarea(attrs={"rows": 6, "class": "mono", "spellcheck": "false"}),
                **common,
            )


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields under one heading."""

    key: str
    label: Words
    folded: bool
    fields: list[BoundField]

    @property
    def has_errors(self) -> bool:
        return any(field.errors for field in self.fields)


class OptionsForm(forms.Form):
    """The part of a form that chooses a game's options; `seats` comes from a field or from us."""

    def __init__(
        self, *args: Any, rules: AnyRules, chosen: Mapping[str, Json] | None = None, **kwargs: Any
    ) -> None:
        self.rules = rules
        initial = {f"{PREFIX}{key}": value for key, value in (chosen or {}).items()}
        kwargs["initial"] = initial | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        for option in rules.options():
            field = option_field(rules, option)
            if option.needs:
                shown_beside(field, {PREFIX + key: value for key, value in option.needs.items()})
            self.fields[PREFIX + option.key] = field

    def option_groups(self) -> Iterator[FieldGroup]:
        """The option fields under their headings; what no heading names comes last."""
        left = {option.key for option in self.rules.options()}
        for group in game_words(self.rules).groups:
            keys = [key for key in group.options if key in left]
            left -= set(keys)
            fields = [self[PREFIX + key] for key in keys]
            yield FieldGroup(group.key, group.label, group.folded, fields)
        if left:
            rest = [
                self[PREFIX + option.key] for option in self.rules.options() if option.key in left
            ]
            yield FieldGroup("more", gettext_lazy("More options"), True, rest)

    def seats_chosen(self) -> int | None:
        raise NotImplementedError("a form with options says for how many")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        options = self._options(cleaned)
        self._refuse_what_excludes_each_other(options)
        seats = self.seats_chosen()
        if seats is not None and not self.errors:
            try:
                self.rules.setup(options, seats)
            except OptionError as refusal:
                key = PREFIX + str(refusal.message.facts.get("option", ""))
                place = key if key in self.fields else None
                self.add_error(place, option_sentence(self.rules, refusal))
        cleaned["options"] = options
        return cleaned

    def _options(self, cleaned: Mapping[str, Any]) -> dict[str, Json]:
        """What was chosen; an option that has no meaning beside the others is left out."""
        values: dict[str, Json] = {}
        for option in self.rules.options():
            value = cleaned.get(PREFIX + option.key, option.default)
            values[option.key] = option.default if value in (None, "") else value
        idle = {
            option.key
            for option in self.rules.options()
            if any(values.get(key) != wanted for key, wanted in option.needs.items())
        }
        return {key: value for key, value in values.items() if key not in idle}

    def _refuse_what_excludes_each_other(self, options: Mapping[str, Json]) -> None:
        for option in self.rules.options():
            if not options.get(option.key):
                continue
            for other in option.excludes:
                if options.get(other):
                    self.add_error(
                        PREFIX + option.key,
                        _("This does not go together with “%(other)s”.")
                        % {"other": self.fields[PREFIX + other].label},
                    )
