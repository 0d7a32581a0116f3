"""What people can be told about, and how: one entry per kind of notification."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Channel:
    """A way to reach a person."""

    key: str
    label: str | Promise
    short: str | Promise
    """For the head of a narrow column."""
    help: str | Promise


@dataclass(frozen=True)
class Kind:
    """One sort of notification, with the channels on which it comes unless the person objects."""

    key: str
    group: str | Promise
    label: str | Promise
    help: str | Promise
    default: frozenset[str] = frozenset({"mail", "push", "webhook"})
    compulsory: frozenset[str] = field(default=frozenset())
    """Channels that cannot be switched off."""
    channels: frozenset[str] = frozenset({"mail", "daily", "push", "webhook"})
    """Channels on which it can come at all."""
    asks: bool = False
    """Something is wanted of the person, or was done in his place."""
    urgent: bool = False
    """Never waits for other mails."""
    listed: bool = True
    """Stands in the settings."""


CHANNELS: tuple[Channel, ...] = (
    Channel("mail", _("E-mail"), _("E-mail"), _("at once, or after the pause that you choose")),
    Channel(
        "daily", _("Daily mail"), _("Daily"), _("one mail a day for what need not come at once")
    ),
    Channel(
        "push", _("Browser"), _("Browser"), _("a message on your device, even if no page is open")
    ),
    Channel("webhook", _("Webhook"), _("Webhook"), _("Discord, Slack, or a program of yours")),
    Channel("calendar", _("Calendar"), _("Calendar"), _("deadlines in your own calendar")),
)
SENT = ("mail", "daily", "push", "webhook")
"""Channels on which we send; the calendar is read by the person's own program."""
OUTWARD = ("push", "webhook")
"""Channels that lead to other people's servers."""
NEXT_BEST = ("mail", "push", "webhook")
"""Which channel stands in for one that does not work."""

_SENT = frozenset(SENT)
_DATED = _SENT | {"calendar"}
_USUAL = frozenset({"mail", "push", "webhook"})
_QUIETLY = frozenset({"mail"})
_MAIL = frozenset({"mail"})
_NONE: frozenset[str] = frozenset()
_TABLES = _("Your tables")
_LEAGUES = _("Leagues and tournaments")
_FORUM = _("Forum")

KINDS: tuple[Kind, ...] = (
    Kind(
        key="invitation",
        group=_TABLES,
        label=_("Invitations"),
        help=_("Somebody asks you to a table."),
    ),
    Kind(
        key="started",
        group=_TABLES,
        label=_("A table starts"),
        help=_("All seats are taken and the game begins."),
        default=_QUIETLY,
    ),
    Kind(
        key="your-turn",
        group=_TABLES,
        label=_("Your turn"),
        help=_("It is your move. You can answer the mail with it."),
        default=_USUAL | {"calendar"},
        channels=_DATED,
        asks=True,
    ),
    Kind(
        key="decision",
        group=_TABLES,
        label=_("A question to you"),
        help=_("Power is offered, or something else is asked of you out of turn."),
        default=_USUAL | {"calendar"},
        channels=_DATED,
        asks=True,
    ),
    Kind(
        key="reminder",
        group=_TABLES,
        label=_("Reminders"),
        help=_("Before your time for a move is up. In the calendar: an alarm two hours before."),
        default=_USUAL | {"calendar"},
        channels=frozenset({"mail", "push", "webhook", "calendar"}),
        asks=True,
        urgent=True,
    ),
    Kind(
        key="time-up",
        group=_TABLES,
        label=_("Time is up"),
        help=_("Something was played for you because you did not answer in time."),
        asks=True,
    ),
    Kind(
        key="dropped",
        group=_TABLES,
        label=_("Somebody leaves a game"),
        help=_("You or somebody else left a running game."),
        default=_QUIETLY,
    ),
    Kind(
        key="substitute-wanted",
        group=_TABLES,
        label=_("Substitutes wanted"),
        help=_("A seat at a running table that you follow looks for somebody."),
        default=_NONE,
    ),
    Kind(
        key="undo-wanted",
        group=_TABLES,
        label=_("Wishes to take back"),
        help=_("Somebody asks whether a move may be taken back."),
        asks=True,
    ),
    Kind(
        key="moved",
        group=_TABLES,
        label=_("Moves at tables you watch"),
        help=_("One message for each move of a game that you follow."),
        default=_NONE,
    ),
    Kind(
        key="chat",
        group=_TABLES,
        label=_("Table talk"),
        help=_("What is said at a table at which you play."),
        default=_QUIETLY,
    ),
    Kind(
        key="mention",
        group=_TABLES,
        label=_("Your name in table talk"),
        help=_("Somebody writes your name with an @ at a table."),
    ),
    Kind(
        key="game-over",
        group=_TABLES,
        label=_("A game ends"),
        help=_("The result of a game that you played or watched."),
    ),
    Kind(
        key="league-season",
        group=_LEAGUES,
        label=_("A season opens"),
        help=_("Places can be taken in a league or tournament that you follow or played in."),
    ),
    Kind(
        key="league-check-in",
        group=_LEAGUES,
        label=_("Check-in"),
        help=_("Say in time that you will play."),
        default=_USUAL | {"calendar"},
        channels=_DATED,
        asks=True,
    ),
    Kind(
        key="league-schedule",
        group=_LEAGUES,
        label=_("Schedule"),
        help=_("Groups and rounds: against whom you play, and until when."),
        default=_USUAL | {"calendar"},
        channels=_DATED,
    ),
    Kind(
        key="league-result",
        group=_LEAGUES,
        label=_("Results and rulings"),
        help=_("A round or season is decided, or an organiser has ruled on something."),
    ),
    Kind(
        key="league-message",
        group=_LEAGUES,
        label=_("Messages of organisers"),
        help=_("What an organiser writes to everybody who takes part."),
    ),
    Kind(
        key="security",
        group=_("Your account"),
        label=_("Security"),
        help=_("A new address, a changed password, a second factor, a deletion."),
        default=_MAIL,
        channels=_MAIL,
        compulsory=_MAIL,
    ),
    Kind(
        key="forum-post",
        group=_FORUM,
        label=_("Posts in topics you follow"),
        help=_("At once, for topics and categories you follow that way."),
        default=_QUIETLY,
    ),
    Kind(
        key="forum-digest",
        group=_FORUM,
        label=_("The forum of the day"),
        help=_("One mail a day about what you follow daily."),
        default=_MAIL,
        channels=_MAIL,
    ),
    Kind(
        key="forum-mention",
        group=_FORUM,
        label=_("Mentions"),
        help=_("Somebody writes your name with an @ in the forum."),
    ),
    Kind(
        key="forum-decision",
        group=_FORUM,
        label=_("Decisions of moderators"),
        help=_("About your posts, or about you, with the reason."),
        default=_MAIL,
        channels=_MAIL,
        compulsory=_MAIL,
    ),
    Kind(
        key="site-news",
        group=_("The site"),
        label=_("News of the site"),
        help=_("Rare: what is new, and announced breaks."),
        default=_NONE,
        channels=_MAIL,
    ),
    Kind(
        key="test",
        group=_("The site"),
        label=_("Test messages"),
        help=_("What you send to yourself to see whether it arrives."),
        default=_DATED,
        channels=_DATED,
        urgent=True,
        listed=False,
    ),
    Kind(
        key="forgiven",
        group=_TABLES,
        label=_("A day of forgiveness"),
        help=_("Your time was up, and you have one day more, once in a game."),
        asks=True,
    ),
    Kind(
        key="away",
        group=_TABLES,
        label=_("Somebody plays for you"),
        help=_("Your time was up: a bot plays, or your seat looks for a substitute."),
        asks=True,
    ),
    Kind(
        key="seat-taken",
        group=_TABLES,
        label=_("A substitute comes"),
        help=_("Somebody takes over a seat at one of your tables."),
    ),
    Kind(
        key="vote-wanted",
        group=_TABLES,
        label=_("Questions about time"),
        help=_("A pause is proposed, or somebody's time is up and you are asked."),
        asks=True,
    ),
    Kind(
        key="stalled",
        group=_TABLES,
        label=_("Tables given up"),
        help=_("Nobody has moved for weeks; a week before, and then."),
    ),
    Kind(
        key="order-off",
        group=_TABLES,
        label=_("Standing orders switched off"),
        help=_("An order of yours no longer fits."),
    ),
)

LISTED = tuple(kind for kind in KINDS if kind.listed)

_BY_KEY = {kind.key: kind for kind in KINDS}


def kind_of(key: str) -> Kind:
    return _BY_KEY[key]


def channel_of(key: str) -> Channel:
    return next(channel for channel in CHANNELS if channel.key == key)
