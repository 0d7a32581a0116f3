"""The lobby: open tables, and whether somebody may sit down at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.errors import OutsideLimits, TableError, TooBusy
from games.models import Game, Invitation, Seat
from games.pace import Paces, not_slower
from games.player_facts import Facts, rating_of, reliability_of
from games.selectors.access import Viewer, games_visible_to
from games.services.joining import busy_check
from games.services.tables import limits_check, limits_of

FOR_ME, ALL, MINE = "for-me", "all", "mine"


@dataclass(frozen=True, kw_only=True)
class LobbyFilter:
    """What somebody looks for; None and empty: anything."""

    which: str = ALL
    seats: int | None = None
    slowest: int | None = None
    """Hours for a move at most; a time bank is shared out over all moves."""
    board: str = ""


@dataclass(frozen=True, kw_only=True)
class OpenTable:
    """A table that still takes players, as one visitor sees it."""

    game: Game
    seats: list[Seat]
    kept: list[Invitation]
    """Invitations without an answer: their seats are kept."""
    takes: timedelta | None
    """How long such a game is expected to take."""
    my_seat: Seat | None
    my_invitation: Invitation | None
    refusal: TableError | None
    """Why the visitor may not sit down; None: he may, or is not signed in."""

    @property
    def seated(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.is_taken]

    @property
    def free(self) -> int:
        """Seats that are neither taken nor kept for somebody else."""
        others = [row for row in self.kept if row is not self.my_invitation]
        return len(self.seats) - len(self.seated) - len(others)

    @property
    def vacant(self) -> range:
        return range(max(0, len(self.seats) - len(self.seated) - len(self.kept)))


def open_games(*, viewer: Viewer, wanted: LobbyFilter, board_option: str) -> QuerySet[Game]:
    """Open tables somebody may see and is looking for, newest first."""
    games = games_visible_to(viewer=viewer).filter(status=Game.Status.OPEN)
    if wanted.seats is not None:
        games = games.filter(seat_count=wanted.seats)
    if wanted.slowest is not None:
        games = not_slower(games, hours=wanted.slowest)
    if wanted.board and board_option:
        games = games.filter(**{f"options__{board_option}": wanted.board})
    if isinstance(viewer, User):
        if wanted.which == FOR_ME:
            games = _joinable(games, viewer)
        elif wanted.which == MINE:
            games = games.filter(Q(host=viewer) | _sits(viewer))
    return games.select_related("host").order_by("-created_at", "-pk")


def _sits(user: User) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), user=user))


def _joinable(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    """Tables with a free seat that take this user."""
    asked = list(games.order_by().values_list("rules_key", "min_reliability").distinct())
    fits = Q(pk__in=())
    for key in sorted({key for key, _reliability in asked}):
        rating = rating_of(user=user, rules_key=key)
        fits |= (
            Q(rules_key=key)
            & (Q(min_rating=None) | Q(min_rating__lte=rating))
            & (Q(max_rating=None) | Q(max_rating__gte=rating))
        )
    reliable = Q(min_reliability=None)
    if any(limit is not None for _key, limit in asked):
        reliable |= Q(min_reliability__lte=reliability_of(user=user))
    free = Exists(Seat.objects.filter(game=OuterRef("pk"), user=None, bot=""))
    return games.filter(fits, reliable, free).exclude(_sits(user))


def tables_in_words(*, games: list[Game], viewer: Viewer, paces: Paces) -> list[OpenTable]:
    """The games of one page with their seats, in three queries however many there are."""
    seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=games).select_related("user"):
        seats[seat.game_id].append(seat)
    kept: dict[int, list[Invitation]] = {game.pk: [] for game in games}
    waiting = Invitation.objects.filter(game__in=games, state=Invitation.State.PENDING)
    for row in waiting.select_related("user", "invited_by").order_by("pk"):
        kept[row.game_id].append(row)
    busy = _refusal(lambda: busy_check(user=viewer)) if isinstance(viewer, User) else None
    facts = Facts(viewer) if isinstance(viewer, User) else None
    return [
        open_table(
            game=game,
            seats=seats[game.pk],
            kept=kept[game.pk],
            viewer=viewer,
            busy=busy,
            facts=facts,
            paces=paces,
        )
        for game in games
    ]


def open_table(
    *,
    game: Game,
    seats: list[Seat],
    kept: list[Invitation],
    viewer: Viewer,
    busy: TableError | None,
    facts: Facts | None,
    paces: Paces,
) -> OpenTable:
    mine = next((seat for seat in seats if viewer and seat.user_id == viewer.pk), None)
    asked = next((row for row in kept if viewer and row.user_id == viewer.pk), None)
    refusal = None
    if isinstance(viewer, User) and mine is None:
        refusal = busy
        if asked is None:
            limits = limits_of(game)
            outside = _refusal(
                lambda: limits_check(
                    user=viewer, rules_key=game.rules_key, limits=limits, facts=facts
                )
            )
            refusal = outside or busy
    return OpenTable(
        game=game,
        seats=seats,
        kept=kept,
        takes=paces.expected(rules_key=game.rules_key, seats=game.seat_count, clock=game.clock),
        my_seat=mine,
        my_invitation=asked,
        refusal=refusal,
    )


def _refusal(check: Callable[[], None]) -> TableError | None:
    try:
        check()
    except (OutsideLimits, TooBusy) as refusal:
        return refusal
    return None


def game_by_link(*, token: str) -> Game | None:
    """The table that a link invites to."""
    return Game.objects.select_related("host").filter(link_token=token).first() if token else None
