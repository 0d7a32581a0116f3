"""How somebody can be reached now, and through which channels one thing is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Lower

from accounts.models import User
from accounts.time_zones import zone_of
from games.models import Game
from notifications.hours import QuietHours, next_allowed, next_daily
from notifications.kinds import NEXT_BEST, SENT, Kind, kind_of
from notifications.models import (
    DAILY_HOUR,
    AddressState,
    CalendarFeed,
    GameSilence,
    Preference,
    PushDevice,
    Webhook,
)

Extent = GameSilence.Extent


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


def reach_of(*, user: User, game: Game | None = None) -> Reach:
    """One question to the database, because it is asked with every move."""
    silences = GameSilence.objects.filter(user=OuterRef("pk"), game=game).values("extent")[:1]
    troubles = AddressState.objects.filter(address=Lower(OuterRef("email"))).exclude(trouble="")
    hooks = Webhook.objects.filter(user=OuterRef("pk"))
    row = (
        User.objects.filter(pk=user.pk)
        .annotate(
            extent=Subquery(silences),
            troubled=Exists(troubles),
            has_device=Exists(PushDevice.objects.filter(user=OuterRef("pk"))),
            has_hook=Exists(hooks),
            has_working_hook=Exists(hooks.filter(paused_at=None)),
            has_feed=Exists(CalendarFeed.objects.filter(user=OuterRef("pk"))),
        )
        .values(
            "is_active",
            "email",
            "time_zone",
            "extent",
            "troubled",
            "has_device",
            "has_hook",
            "has_working_hook",
            "has_feed",
            "rhythm__bundle_minutes",
            "rhythm__daily_hour",
            "rhythm__quiet_from",
            "rhythm__quiet_to",
        )
        .get()
    )
    return _reach(row)


def _reach(row: Mapping[str, object]) -> Reach:
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
    begin, end = row["rhythm__quiet_from"], row["rhythm__quiet_to"]
    minutes, hour = row["rhythm__bundle_minutes"], row["rhythm__daily_hour"]
    zone = str(row["time_zone"])
    return Reach(
        working=frozenset(key for key, yes in works.items() if yes and row["is_active"]),
        broken=frozenset(key for key, yes in broken.items() if yes and row["is_active"]),
        extent=str(row["extent"] or ""),
        bundle=timedelta(minutes=minutes if isinstance(minutes, int) else 0),
        daily_hour=hour if isinstance(hour, int) else DAILY_HOUR,
        quiet=QuietHours(begin, end, zone_of(zone))
        if isinstance(begin, time) and isinstance(end, time)
        else None,
        time_zone=zone,
    )


def plan_for(*, user: User, kind: str, game: Game | None = None) -> Plan:
    """The channels on which this person is to hear of this kind of thing now."""
    entry, reach = kind_of(kind), reach_of(user=user, game=game)
    chosen = choices_of(user=user, kinds=(kind,))
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
