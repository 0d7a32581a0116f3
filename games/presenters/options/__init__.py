"""Options of a table in words: labels, groups, presets, refusals.

A game registers its words here; a test asks that every option of every game has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from engine.api import Json, Option, OptionError
from engine.registry import AnyRules
from games.presenters.options.terra_mystica import TERRA_MYSTICA
from games.presenters.options.words import GameWords, OptionGroup, OptionWords, Words

GAME_WORDS: dict[str, GameWords] = {"terra_mystica": TERRA_MYSTICA}

COMMON_REFUSALS: dict[str, Words] = {
    "seats": _("This game cannot be played by %(seats)s."),
    "unknown-option": _("This game does not know the option “%(label)s”."),
    "bad-value": _("“%(label)s” cannot have this value."),
    "needs": _("“%(label)s” has no meaning beside what else was chosen."),
    "out-of-range": _("“%(label)s” lies outside its limits."),
    "too-long": _("“%(label)s” is too long: at most %(longest)s characters."),
}
YES, NO = _("yes"), _("no")


def game_words(rules: AnyRules) -> GameWords:
    """The words of a game; a game without any speaks the engine's English."""
    return GAME_WORDS.get(rules.key) or GameWords(
        name=rules.name,
        options={},
        groups=(OptionGroup("all", _("Options"), tuple(option.key for option in rules.options())),),
        presets={},
        refusals={},
        facts=dict,
        tags=lambda options: [],
    )


def option_words(rules: AnyRules, option: Option) -> OptionWords:
    known = game_words(rules).options.get(option.key)
    return known or OptionWords(option.label, option.help, dict(option.choices))


def choice_label(rules: AnyRules, option: Option, value: str) -> Words:
    return option_words(rules, option).choices.get(value) or dict(option.choices).get(value, value)


def option_sentence(rules: AnyRules, refusal: OptionError) -> str:
    """Why options were refused, in the reader's language."""
    message = refusal.message
    key = str(message.facts.get("option", ""))
    option = {option.key: option for option in rules.options()}.get(key)
    label = option_words(rules, option).label if option else key
    game = game_words(rules)
    words = game.refusals.get(message.code) or COMMON_REFUSALS.get(message.code)
    if words is None:
        words = COMMON_REFUSALS["bad-value"]
    return str(words) % {**game.facts(message.facts), "label": label}


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One agreed option, for reading."""

    label: Words
    value: str
    special: bool
    """Not what the game has by default."""


def options_in_words(rules: AnyRules, chosen: Mapping[str, Json]) -> list[OptionLine]:
    """The options of a table that mean something beside the others, in the order of the form."""
    values = {option.key: chosen.get(option.key, option.default) for option in rules.options()}
    by_key = {option.key: option for option in rules.options()}
    order = [key for group in game_words(rules).groups for key in group.options if key in by_key]
    lines = []
    for key in order:
        option, value = by_key[key], values[key]
        if any(values[other] != wanted for other, wanted in option.needs.items()):
            continue
        lines.append(
            OptionLine(
                option_words(rules, option).label,
                _value_in_words(rules, option, value),
                value != option.default,
            )
        )
    return lines


def _value_in_words(rules: AnyRules, option: Option, value: Json) -> str:
    match option.kind:
        case "flag":
            return str(YES if value else NO)
        case "choice":
            return str(choice_label(rules, option, value))
        case "many":
            return ", ".join(str(choice_label(rules, option, item)) for item in value) or "–"
        case _:
            return str(value) or "–"


def table_tags(rules: AnyRules, chosen: Mapping[str, Json]) -> list[str]:
    """What is special about a table, in a few words."""
    return [str(tag) for tag in game_words(rules).tags(chosen)]


def board_choice(rules: AnyRules, chosen: Mapping[str, Json]) -> str:
    """The name of the board that is played on; empty if the game has but one."""
    key = game_words(rules).pictured
    option = next((option for option in rules.options() if option.key == key), None)
    if option is None:
        return ""
    return str(choice_label(rules, option, chosen.get(key, option.default)))
