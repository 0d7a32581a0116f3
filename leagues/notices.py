"""What people are told about a league: one function for each occasion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from games.addresses import table_url
from leagues.check_in_token import check_in_token
from leagues.models import AnyTable, Entry, League, LeagueTable, Season
from leagues.placement import Division
from leagues.plans import Notice
from leagues.words import Words, moment_words, said

LOOK = _("Look at the season")


def season_name(season: Season) -> Words:
    return said(_("%(league)s, season %(number)s"), league=season.league.name, number=season.number)


def season_page(season: Season, name: str) -> str:
    return reverse(name, args=[season.league.slug, season.number])


def sign_up_open(season: Season, users: Iterable[User]) -> Notice:
    return Notice(
        kind="season-open",
        key=f"season-open:{season.pk}",
        users=tuple(users),
        title=said(_("%(season)s: sign-up is open"), season=season_name(season)),
        paragraphs=(
            said(
                _("Sign up until %(until)s. The games begin on %(starts)s."),
                until=moment_words(season.check_in_at),
                starts=moment_words(season.starts_at),
            ),
        ),
        url=season_page(season, "season_sign_up"),
        button=pgettext_lazy("season", "Sign up"),
        until=season.check_in_at,
    )


def check_in_wanted(season: Season, entries: Iterable[Entry]) -> list[Notice]:
    """One for each, because the link says who taps it."""
    return [
        Notice(
            kind="check-in",
            key=f"check-in:{season.pk}",
            users=(entry.user,),
            title=said(_("%(season)s: do you play?"), season=season_name(season)),
            paragraphs=(
                said(
                    _("Say by %(starts)s that you are there. Who does not answer has no place."),
                    starts=moment_words(season.starts_at),
                ),
                _("Answer this mail with yes or no, or tap the button."),
            ),
            url=reverse("check_in_by_token", args=[check_in_token(entry)]),
            button=_("Check in"),
            about=season.pk,
            until=season.starts_at,
        )
        for entry in entries
    ]


def place_free(season: Season, user: User) -> Notice:
    return Notice(
        kind="season-news",
        key=f"place-free:{season.pk}:{user.pk}",
        users=(user,),
        title=said(_("%(season)s: you have a place"), season=season_name(season)),
        paragraphs=(_("Somebody has withdrawn, and you were next on the waiting list."),),
        url=season.get_absolute_url(),
        button=LOOK,
    )


def season_begins(
    season: Season, divisions: Sequence[Division], users: dict[int, User]
) -> list[Notice]:
    """For each group its division and who is in it."""
    out = []
    for division in divisions:
        for number, members in enumerate(division.groups, start=1):
            people = tuple(users[entrant.player] for entrant in members)
            where = reverse(
                "league_group", args=[season.league.slug, season.number, division.number, number]
            )
            out.append(
                Notice(
                    kind="season-start",
                    key=f"season-start:{season.pk}",
                    users=people,
                    title=said(
                        _("%(season)s: you play in division %(division)s, group %(group)s"),
                        season=season_name(season),
                        division=division.number,
                        group=number,
                    ),
                    paragraphs=(
                        said(
                            _("Your group: %(names)s."),
                            names=", ".join(user.username for user in people),
                        ),
                        said(
                            _("The games begin on %(starts)s and end by %(ends)s."),
                            starts=moment_words(season.starts_at),
                            ends=moment_words(season.ends_at),
                        ),
                    ),
                    url=where,
                    button=_("Look at your group"),
                )
            )
    return out


def not_seated(season: Season, users: Iterable[User]) -> Notice:
    return Notice(
        kind="season-news",
        key=f"not-seated:{season.pk}",
        users=tuple(users),
        title=said(_("%(season)s begins without you"), season=season_name(season)),
        paragraphs=(
            _(
                "You have not checked in, or there was no place left. Your division is kept as the "
                "rules of the league say."
            ),
        ),
        url=season.get_absolute_url(),
        button=LOOK,
    )


def season_news(
    season: Season, users: Iterable[User], key: str, title: Words, *words: Words
) -> Notice:
    return Notice(
        kind="season-news",
        key=f"{key}:{season.pk}",
        users=tuple(users),
        title=said(title, season=season_name(season)),
        paragraphs=words,
        url=season.get_absolute_url(),
        button=LOOK,
    )


def table_words(table: AnyTable) -> Words:
    if not isinstance(table, LeagueTable):
        return said(
            _("%(tournament)s, round %(round)s, table %(table)s"),
            tournament=table.round.tournament.name,
            round=table.round.number,
            table=table.number + 1,
        )
    group = table.group
    return said(
        _("Division %(division)s, group %(group)s, table %(letter)s"),
        division=group.division.number,
        group=group.number,
        letter=table.letter,
    )


def sign_off_wanted(table: LeagueTable, users: Iterable[User]) -> Notice:
    assert table.ended_at is not None
    assert table.final_due is not None
    return Notice(
        kind="league-result",
        key=f"league-result:{table.pk}:{int(table.ended_at.timestamp())}",
        users=tuple(users),
        title=said(_("%(table)s: is this the result?"), table=table_words(table)),
        paragraphs=(
            said(
                _(
                    "Agree to it, or say what is wrong with it. Without a word from you it is "
                    "final on %(until)s."
                ),
                until=moment_words(table.final_due),
            ),
        ),
        url=table.get_absolute_url(),
        button=_("Look at the result"),
        until=table.final_due,
    )


def table_key(table: AnyTable) -> str:
    """Tables of leagues and of tournaments are numbered separately."""
    return f"{table.pk}" if isinstance(table, LeagueTable) else f"cup-{table.pk}"


def table_notice(
    table: AnyTable,
    users: Iterable[User],
    *,
    kind: str,
    key: str,
    title: Words,
    words: Sequence[Words],
) -> Notice:
    """About one table; the title may use %(table)s."""
    return Notice(
        kind=kind,
        key=f"{key}:{table_key(table)}",
        users=tuple(users),
        title=said(title, table=table_words(table)),
        paragraphs=tuple(words),
        url=table.get_absolute_url(),
        button=_("Look at the table"),
    )


def nudge(table: AnyTable, users: Iterable[User], *, key: str, reason: str) -> Notice:
    assert table.game is not None
    return Notice(
        kind="league-nudge",
        key=key,
        users=tuple(users),
        title=said(_("%(table)s waits for you"), table=table_words(table)),
        paragraphs=(said(_("An organiser asks you to move: %(reason)s"), reason=reason),),
        url=table_url(table.game),
        button=_("Open the game"),
    )


def substitute_wanted(
    league: League, table: LeagueTable, users: Iterable[User], *, key: str, url: str
) -> Notice:
    return Notice(
        kind="substitute-wanted",
        key=key,
        users=tuple(users),
        title=said(_("%(league)s looks for a substitute"), league=league.name),
        paragraphs=(
            said(_("A seat is free: %(table)s."), table=table_words(table)),
            _("League points belong to the seat; your own rating the game can only lift."),
        ),
        url=url,
        button=_("Look at the seat"),
    )


def briefing(table: LeagueTable, user: User, *, before: str) -> Notice:
    """What a substitute has to know on the first day."""
    assert table.game is not None
    season = table.group.division.season
    return Notice(
        kind="substitute-briefing",
        key=f"briefing:{table.pk}:{user.pk}",
        users=(user,),
        title=said(_("%(table)s: you play for %(name)s"), table=table_words(table), name=before),
        paragraphs=(
            said(
                _("You play in %(season)s. The clock of the seat starts afresh with you."),
                season=season_name(season),
            ),
            said(_("The games end by %(ends)s."), ends=moment_words(season.ends_at)),
            said(
                _("The others there: %(names)s."),
                names=", ".join(person.username for person in players_now(table) if person != user),
            ),
            _("League points belong to the seat; your own rating the game can only lift."),
        ),
        url=table_url(table.game),
        button=_("Open the game"),
    )


def players_now(table: AnyTable) -> list[User]:
    """Who holds the seats of a table at the moment."""
    if table.game is None:
        return [seat.player for seat in table.seats.all()]
    held = table.game.seats.filter(user__isnull=False, dropped_at=None).select_related("user")
    return [seat.user for seat in held if seat.user is not None]


def people_of(entries: Iterable[Entry]) -> list[User]:
    return [entry.user for entry in entries]
