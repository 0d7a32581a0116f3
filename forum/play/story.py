"""The moves of a game in sentences, in groups between what was said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Game, Move, Seat
from games.presenters.terra_mystica.sentences import move_sentence
from games.selectors.log import LogEntry, disclosed_rows, entries_for, viewer_number

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class ToldMove:
    number: int
    name: str
    sentence: str
    line: str


def moves_told(*, game: Game, after: int, mine: Seat | None, names: Names) -> list[ToldMove]:
    """Every row after this one as the viewer may read it; two queries."""
    rows = list(Move.objects.filter(game=game, live=True, number__gt=after).order_by("number"))
    disclosed = disclosed_rows(game=game, moves=rows)
    entries = entries_for(moves=rows, viewer=viewer_number(mine), disclosed=disclosed)
    return [_told(game, entry, names) for entry in entries]


def _told(game: Game, entry: LogEntry, names: Names) -> ToldMove:
    name = names.get(entry.seat, "")
    if entry.line is None:
        sentence = _("%(name)s has decided.") % {"name": name}
        return ToldMove(entry.number, name, sentence, "")
    sentence = ""
    if game.rules_key == "terra_mystica" and entry.seat >= 0:
        sentence = move_sentence(entry.events, entry.seat, names)
    return ToldMove(entry.number, name, sentence, entry.line)
