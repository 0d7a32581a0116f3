"""Open tables as the lobby shows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _

from engine.registry import AnyRules
from games.errors import OutsideLimits, TableError, TooBusy
from games.models import Game
from games.presenters.clock_words import clock_words
from games.presenters.mini_board import MiniBoard, empty_board
from games.presenters.options import board_choice, game_words, table_tags
from games.presenters.options.words import Words
from games.presenters.paces import rough
from games.presets import presets_for
from games.selectors.open_tables import OpenTable


@dataclass(frozen=True, slots=True)
class OpenRow:
    """One table in words."""

    table: OpenTable
    facts: str
    """Board and pace."""
    length: str
    """How long the game will take; empty: nobody can tell."""
    tags: list[str]
    board: MiniBoard | None
    can_join: bool
    obstacle: str
    """Why not, in two words for the button; empty: one may."""
    reason: str
    """The same in a sentence."""


@dataclass(frozen=True, slots=True)
class PresetCard:
    key: str
    label: Words
    help: Words
    chosen: bool


def preset_cards(rules: AnyRules, chosen: str) -> list[PresetCard]:
    words = game_words(rules).presets
    return [
        PresetCard(preset.key, preset.label, words[preset.key].help, preset.key == chosen)
        for preset in presets_for(rules.key)
        if preset.key in words
    ]


def open_row(table: OpenTable, *, token: str = "") -> OpenRow:
    game = table.game
    rules = game.rules
    invited = table.my_invitation is not None or bool(token)
    obstacle, reason = _obstacle(table, invited=invited)
    key = game_words(rules).pictured
    return OpenRow(
        table=table,
        facts=", ".join(filter(None, (board_choice(rules, game.options), clock_words(game.clock)))),
        length=length_words(table.takes),
        tags=[*table_tags(rules, game.options), *_limits(game)],
        board=empty_board(game.rules_key, key, str(game.options[key]))
        if key and key in game.options
        else None,
        can_join=table.my_seat is None and not obstacle,
        obstacle=obstacle,
        reason=reason,
    )


def length_words(takes: timedelta | None) -> str:
    return _("usually over in about %(time)s") % {"time": rough(takes)} if takes else ""


def _limits(game: Game) -> list[str]:
    found = []
    low, high = game.min_rating, game.max_rating
    if low is not None and high is not None:
        found.append(_("Rating %(low)s to %(high)s") % {"low": low, "high": high})
    elif low is not None:
        found.append(_("Rating %(low)s+") % {"low": low})
    elif high is not None:
        found.append(_("Rating up to %(high)s") % {"high": high})
    if game.min_reliability is not None:
        found.append(_("Reliability %(low)s %%+") % {"low": game.min_reliability})
    if not game.rated:
        found.append(_("Unrated"))
    return found


def _obstacle(table: OpenTable, *, invited: bool) -> tuple[str, str]:
    """Two words and a sentence on why somebody may not sit down; both empty if he may."""
    if table.my_seat is not None:
        return "", ""
    refusal = table.refusal
    if isinstance(refusal, OutsideLimits) and invited:
        refusal = None
    if refusal is not None:
        return _in_two_words(refusal), _sentence(refusal)
    if table.free <= 0:
        return _("Full"), _("All seats are taken or kept for invited players.")
    if table.game.visibility == Game.Visibility.PRIVATE and not invited:
        return _("By invitation"), _("This table takes invited players only.")
    return "", ""


def _in_two_words(refusal: TableError) -> str:
    match refusal.facts.get("limit"):
        case "min_rating":
            return _("Needs %(rating)s") % {"rating": refusal.facts["wanted"]}
        case "max_rating":
            return _("Up to %(rating)s") % {"rating": refusal.facts["wanted"]}
        case "min_reliability":
            return _("Needs %(share)s %%") % {"share": refusal.facts["wanted"]}
        case _:
            return _("Too busy") if isinstance(refusal, TooBusy) else _("Not for you")


def _sentence(refusal: TableError) -> str:
    match refusal.facts.get("limit"):
        case "min_rating" | "max_rating":
            return _("Your rating is %(rating)s.") % {"rating": refusal.facts["yours"]}
        case "min_reliability":
            return _("Your reliability is %(share)s %%.") % {"share": refusal.facts["yours"]}
        case _:
            return refusal.sentence
