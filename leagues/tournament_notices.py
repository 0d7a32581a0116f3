"""What people are told about a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.models import Contender, Tournament
from leagues.plans import Notice
from leagues.words import Words, said


def _news(
    tournament: Tournament, key: str, users: Iterable[User], title: Words, *words: Words
) -> Notice:
    return Notice(
        kind="season-news",
        key=f"tournament:{tournament.pk}:{key}",
        users=tuple(users),
        title=title,
        paragraphs=words,
        url=tournament.get_absolute_url(),
        button=_("Look at the tournament"),
    )


def round_drawn(tournament: Tournament, number: int, users: Sequence[User]) -> Notice:
    title = said(
        _("%(tournament)s: round %(round)s is drawn"), tournament=tournament.name, round=number
    )
    words = _("Your table begins within a few minutes.")
    return _news(tournament, f"round:{number}", users, title, words)


def round_over(tournament: Tournament, number: int, out: Sequence[User]) -> Notice:
    """For those whom it eliminated."""
    title = said(
        _("%(tournament)s: round %(round)s is over"), tournament=tournament.name, round=number
    )
    words = _("Others of your group go on. Thank you for playing.")
    return _news(tournament, f"out:{number}", out, title, words)


def tournament_over(
    tournament: Tournament, contenders: Iterable[Contender], places: Sequence[Words]
) -> Notice:
    title = said(_("%(tournament)s is over"), tournament=tournament.name)
    return _news(tournament, "over", (one.user for one in contenders), title, *places)


def withdrawn(contender: Contender, *, stamp: int, words: Words) -> Notice:
    tournament = contender.tournament
    title = said(_("%(tournament)s: you are withdrawn"), tournament=tournament.name)
    return _news(tournament, f"withdrawn:{contender.pk}:{stamp}", [contender.user], title, words)
