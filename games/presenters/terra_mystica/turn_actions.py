"""The actions of a turn as big buttons, and under which of them an offer is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.api import Offer
from games.presenters.terra_mystica.choices import Choice, appended, query_of
from games.presenters.terra_mystica.names import ACTION_ICONS, ACTIONS
from games.presenters.terra_mystica.tiles import Part, bag


@dataclass(frozen=True, kw_only=True)
class MainAction:
    """One of the big buttons."""

    key: str
    label: str
    icon: str
    hint: str
    parts: tuple[Part, ...] = ()
    """Price or what is missing, after the hint."""
    query: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class _Kind:
    key: str
    label: Promise
    icon: str
    holds: Callable[[Offer, frozenset[str]], bool]


def _is(*groups: str) -> Callable[[Offer, frozenset[str]], bool]:
    return lambda offer, shared: offer.group in groups


KINDS = (
    _Kind("build", _("Build"), "a-build", _is("build")),
    _Kind("upgrade", _("Upgrade"), "a-upgrade", _is("upgrade")),
    _Kind(
        "power",
        _("Power"),
        "a-power",
        lambda offer, shared: offer.verb == "action" and offer.target in shared,
    ),
    _Kind(
        "special",
        _("Special"),
        "a-special",
        lambda offer, shared: (
            (offer.verb == "action" and offer.target not in shared) or offer.verb == "connect"
        ),
    ),
    _Kind("priest", _("Priest"), "a-priest", _is("priest")),
    _Kind(
        "ship",
        _("Shipping"),
        "a-ship",
        lambda offer, shared: offer.group == "advance" and "ship" in offer.line,
    ),
    _Kind(
        "dig",
        _("Digging"),
        "a-dig",
        lambda offer, shared: offer.group == "advance" and "dig" in offer.line,
    ),
    _Kind("pass", _("Pass"), "a-pass", _is("pass")),
)
"""The actions of a turn, in the order of the panel."""
ASIDE = (
    _Kind(
        "convert",
        _("Convert"),
        "a-convert",
        lambda offer, shared: offer.group == "convert" and offer.verb != "burn",
    ),
    _Kind("burn", _("Burn power"), "a-burn", lambda offer, shared: offer.verb == "burn"),
    _Kind("spades", _("Dig only"), "r-spade", _is("dig", "transform")),
)
"""What goes along with an action."""

Hint = tuple[str, tuple[Part, ...]]
"""A few words, and a price or what is missing."""


def main_actions(
    offers: Sequence[Offer],
    *,
    line: str,
    pick: str,
    shared: frozenset[str],
    why_not: Mapping[str, Hint],
    burns: Sequence[Choice] = (),
) -> tuple[MainAction, ...]:
    """The eight actions; what is not possible says why."""
    out = []
    for kind in KINDS:
        found = [offer for offer in offers if kind.holds(offer, shared)]
        query, hint = "", gettext("not now")
        parts: tuple[Part, ...] = ()
        if found:
            hint, parts = _hint(kind.key, found)
            query = query_of(line=line, pick=kind.key)
            if len(found) == 1 and kind.key in ("ship", "dig"):
                query = query_of(line=appended(line, found[0].line))
        elif kind.key == "power" and burns:
            hint, query = gettext("after burning"), query_of(line=line, pick=kind.key)
        elif kind.key in why_not:
            hint, parts = why_not[kind.key]
        out.append(
            MainAction(
                key=kind.key,
                label=str(kind.label),
                icon=kind.icon,
                hint=hint,
                parts=parts,
                query=query,
                chosen=pick == kind.key,
            )
        )
    return tuple(out)


def burnt_first(
    offers: Sequence[Offer], *, line: str, short: Mapping[str, int]
) -> dict[str, Choice]:
    """Power actions within reach of a burning: `short` says how much power each of them lacks."""
    burns = {offer.amount: offer for offer in offers if offer.verb == "burn"}
    return {
        key: Choice(
            label=str(ACTIONS[key]),
            query=query_of(line=appended(appended(line, burns[missing].line), f"action {key}")),
            icon=ACTION_ICONS[key],
            notes=(gettext("burn %(count)s") % {"count": missing},),
        )
        for key, missing in short.items()
        if missing in burns
    }


def _hint(key: str, offers: Sequence[Offer]) -> Hint:
    count = len({offer.target for offer in offers})
    match key:
        case "build":
            text = ngettext("%(count)s place", "%(count)s places", count)
        case "upgrade":
            count = len(offers)
            text = ngettext("%(count)s way", "%(count)s ways", count)
        case "power" | "special":
            text = ngettext("%(count)s open", "%(count)s open", count)
        case "priest":
            return gettext("to a cult"), ()
        case "pass":
            if offers[0].target_kind != "bonus":
                return gettext("last round"), ()
            text = ngettext("%(count)s card", "%(count)s cards", count)
        case _:
            return "", bag(offers[0].price)
    return text % {"count": count}, ()


def aside_keys(*, free: bool) -> tuple[str, ...]:
    """What goes along; once the action is taken, spades that are left are the question itself."""
    return tuple(kind.key for kind in ASIDE if free or kind.key != "spades")


def aside_actions(
    offers: Sequence[Offer], *, line: str, pick: str, shared: frozenset[str], free: bool
) -> tuple[MainAction, ...]:
    keys = aside_keys(free=free)
    return tuple(
        MainAction(
            key=kind.key,
            label=str(kind.label),
            icon=kind.icon,
            hint="",
            query=query_of(line=line, pick=kind.key),
            chosen=pick == kind.key,
        )
        for kind in ASIDE
        if kind.key in keys and any(kind.holds(offer, shared) for offer in offers)
    )


def icon_of(key: str) -> str:
    """The sign of a heading; most questions have none."""
    return next((kind.icon for kind in (*KINDS, *ASIDE) if kind.key == key), "")


def kind_of(offer: Offer, shared: frozenset[str]) -> str:
    """Under which heading an offer is found."""
    for kind in (*KINDS, *ASIDE):
        if kind.holds(offer, shared):
            return kind.key
    return offer.group
