"""How somebody can be reached now, and through which channels one thing is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import QuerySet

from accounts.models import User
from accounts.time_zones import zone_of
from games.models import Game
from notifications.hours import QuietHours, next_allowed, next_daily
from notifications.kinds import NEXT_BEST, SENT, Kind, kind_of
from notifications.models import (
    DAILY_HOUR,
    GameSilence,
    Preference,
    PushDevice,
    Webhook,
)

Extent = GameSilence.Extent
Place = tuple[int, int | None]
"""A user's id, and the game's if there is one."""
Wish = tuple[int, str, int | None]
"""The same with the kind of thing in between."""


@dataclass(frozen=True)
class Reach:
    """What works for a person at this moment, and when he wants to hear."""

    working: frozenset[str]
    broken: frozenset[str]
    """Set up once, and out of order now."""
    extent: str
    """How much of the game in question he does not want to hear; empty: as usual."""
    bundle: timedelta
    daily_hour: int
    quiet: QuietHours | None
    time_zone: str

    def allowed_at(self, moment: datetime, *, latest: datetime | None = None) -> datetime:
        return next_allowed(moment, self.quiet, latest=latest)

    def daily_after(self, moment: datetime) -> datetime:
        return next_daily(moment, hour=self.daily_hour, zone=zone_of(self.time_zone))


@dataclass(frozen=True)
class Plan:
    """Through which channels to tell one thing; `instead_of` says for which other one."""

    channels: tuple[str, ...]
    wanted: frozenset[str]
    instead_of: Mapping[str, str]
    reach: Reach


# By hand, because composing this question takes Django longer than answering it the database, and
# it is asked with every move.
_REACH = """
SELECT u.id, u.is_active, u.email, u.time_zone, r.bundle_minutes, r.daily_hour, r.quiet_from,
r.quiet_to,
EXISTS (SELECT 1 FROM notifications_addressstate AS a
        WHERE a.address = LOWER(u.email) AND a.trouble <> '') AS troubled,
EXISTS (SELECT 1 FROM notifications_pushdevice AS d WHERE d.user_id = u.id) AS has_device,
EXISTS (SELECT 1 FROM notifications_webhook AS w WHERE w.user_id = u.id) AS has_hook,
EXISTS (SELECT 1 FROM notifications_webhook AS w
        WHERE w.user_id = u.id AND w.paused_at IS NULL) AS has_working_hook,
EXISTS (SELECT 1 FROM notifications_calendarfeed AS c WHERE c.user_id = u.id) AS has_feed
FROM accounts_user AS u LEFT JOIN notifications_rhythm AS r ON r.user_id = u.id
WHERE u.id IN ({places})
"""


def reach_of(*, user: User, game: Game | None = None) -> Reach:
    game_id = game.pk if game else None
    return _reaches({(user.pk, game_id)})[user.pk, game_id]


def _reaches(wanted: Collection[Place]) -> dict[Place, Reach]:
    """Two questions to the database, for any number of people and tables."""
    if not wanted:
        return {}
    users = sorted({user_id for user_id, _game in wanted})
    games = {game_id for _user, game_id in wanted if game_id is not None}
    silences = GameSilence.objects.filter(user__in=users, game__in=games) if games else ()
    extents = {(row.user_id, row.game_id): row.extent for row in silences}
    rows = User.objects.raw(_REACH.format(places=", ".join(["%s"] * len(users))), users)
    found = {row.pk: vars(row) for row in rows}
    return {
        (user_id, game_id): _reach(found[user_id], extents.get((user_id, game_id or 0), ""))
        for user_id, game_id in wanted
    }


def _reach(row: Mapping[str, object], extent: str) -> Reach:
    mail = bool(row["email"])
    works = {
        "mail": mail and not row["troubled"],
        "daily": mail and not row["troubled"],
        "push": row["has_device"],
        "webhook": row["has_working_hook"],
        "calendar": row["has_feed"],
    }
    broken = {
        "mail": mail and row["troubled"],
        "daily": mail and row["troubled"],
        "webhook": row["has_hook"] and not row["has_working_hook"],
    }
    begin, end = _clock(row["quiet_from"]), _clock(row["quiet_to"])
    minutes, hour = row["bundle_minutes"], row["daily_hour"]
    zone = str(row["time_zone"])
    return Reach(
        working=frozenset(key for key, yes in works.items() if yes and row["is_active"]),
        broken=frozenset(key for key, yes in broken.items() if yes and row["is_active"]),
        extent=extent,
        bundle=timedelta(minutes=minutes if isinstance(minutes, int) else 0),
        daily_hour=hour if isinstance(hour, int) else DAILY_HOUR,
        quiet=QuietHours(begin, end, zone_of(zone))
        if begin is not None and end is not None
        else None,
        time_zone=zone,
    )


def _clock(value: object) -> time | None:
    """SQLite keeps times as words."""
    return time.fromisoformat(value) if isinstance(value, str) else value  # type: ignore[return-value]


def plan_for(*, user: User, kind: str, game: Game | None = None) -> Plan:
    """The channels on which this person is to hear of this kind of thing now."""
    wish = (user.pk, kind, game.pk if game else None)
    return plans_for({wish})[wish]


def plans_for(wishes: Collection[Wish]) -> dict[Wish, Plan]:
    """The same for many at once: three questions to the database."""
    reaches = _reaches({(user_id, game_id) for user_id, _kind, game_id in wishes})
    chosen = _choices(
        {user_id for user_id, _kind, _game in wishes}, {kind for _user, kind, _game in wishes}
    )
    return {
        (user_id, kind, game_id): _plan(
            kind_of(kind), reaches[user_id, game_id], chosen.get(user_id, {})
        )
        for user_id, kind, game_id in wishes
    }


def _plan(entry: Kind, reach: Reach, chosen: Choices) -> Plan:
    wanted = _after_silence(entry, wanted_channels(entry, chosen), reach.extent)
    if "mail" in wanted:
        wanted -= {"daily"}
    channels = wanted & reach.working
    instead: dict[str, str] = {}
    out_of_order = wanted & reach.broken
    if out_of_order and not channels & set(SENT):
        stand_in = _next_best(entry, chosen, reach)
        if stand_in:
            channels |= {stand_in}
            instead[stand_in] = next(key for key in SENT if key in out_of_order)
    order = (*SENT, "calendar")
    return Plan(tuple(key for key in order if key in channels), wanted, instead, reach)


Choices = Mapping[tuple[str, str], bool]
"""(kind, channel) → wanted or not, where somebody has said so."""


def _choices(
    users: Collection[int], kinds: Collection[str]
) -> dict[int, dict[tuple[str, str], bool]]:
    found: dict[int, dict[tuple[str, str], bool]] = {}
    rows = Preference.objects.filter(user__in=users, kind__in=kinds) if users else ()
    for row in rows:
        found.setdefault(row.user_id, {})[row.kind, row.channel] = row.wanted
    return found


def choices_of(*, user: User, kinds: tuple[str, ...] = ()) -> dict[tuple[str, str], bool]:
    rows: QuerySet[Preference] = Preference.objects.filter(user=user)
    if kinds:
        rows = rows.filter(kind__in=kinds)
    return {(kind, way): yes for kind, way, yes in rows.values_list("kind", "channel", "wanted")}


def wanted_channels(kind: Kind, chosen: Choices) -> frozenset[str]:
    """What somebody has chosen, else the default, and what cannot be switched off."""
    return kind.compulsory | {
        channel
        for channel in kind.channels
        if chosen.get((kind.key, channel), channel in kind.default)
    }


def _after_silence(kind: Kind, wanted: frozenset[str], extent: str) -> frozenset[str]:
    """What one table's own rule leaves of the wishes."""
    if extent == Extent.ALL or (extent == Extent.UNASKED and not kind.asks):
        return kind.compulsory
    if extent == Extent.MAIL:
        return wanted - {"mail", "daily"} | kind.compulsory
    if extent == Extent.DAILY and wanted & set(SENT):
        return frozenset({"daily"} & kind.channels) | (wanted & {"calendar"}) | kind.compulsory
    return wanted


def _next_best(kind: Kind, chosen: Choices, reach: Reach) -> str:
    """A channel that works; never mail to somebody who has said that he wants none."""
    for key in NEXT_BEST:
        refused = key == "mail" and chosen.get((kind.key, "mail")) is False
        if key in reach.working and key in kind.channels and not refused:
            return key
    return ""


def reached_without_mail(users: Collection[int]) -> set[int]:
    """Ids of those of these users to whom another channel brings news."""
    devices = PushDevice.objects.filter(user__in=users).values_list("user_id", flat=True)
    hooks = Webhook.objects.filter(user__in=users, paused_at=None)
    return {*devices, *hooks.values_list("user_id", flat=True)}
