"""The line being composed: what it does so far, what may follow, why it is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from engine.api import Composition, Decision, Event, Json, MoveError, Offer, Seat
from engine.registry import AnyRules
from games.presenters.terra_mystica import choices, turn_actions
from games.presenters.terra_mystica.board import Target
from games.presenters.terra_mystica.choices import Choice, Section
from games.presenters.terra_mystica.messages import reason_sentence, refusal_sentence
from games.presenters.terra_mystica.panels import Chip
from games.presenters.terra_mystica.preview import Preview, effect_of_power, preview_of
from games.presenters.terra_mystica.sentences import Names
from games.presenters.terra_mystica.targets import hex_targets
from games.presenters.terra_mystica.tiles import bag
from games.presenters.terra_mystica.turn_actions import MainAction

QUICK = frozenset({"leech", "cult-step", "token"})
"""Decisions out of turn, answered in one tap."""
QUICK_GROUPS = frozenset({"power", "cult", "token", "waive"})
PROBES = {"ship": "advance ship", "dig": "advance dig", "priest": "send p to FIRE"}
"""Lines whose refusal says why a main action is closed."""
COMPLETIONS = 80
"""So many ways to go on are offered to who types."""


@dataclass(frozen=True, kw_only=True)
class Quick:
    """A question with its answers as buttons that are sent at once."""

    decision: str
    text: str
    answers: tuple[Choice, ...]
    effect: str = ""
    """What taking the power does to bowls and points."""


@dataclass(frozen=True, kw_only=True)
class Command:
    """A part of the line, with the line as it was before it."""

    text: str
    before: str


@dataclass(frozen=True, kw_only=True)
class Composer:
    line: str
    typed: str
    """What is shown in the field: the player's own words where they were refused."""
    commands: tuple[Command, ...]
    preview: Preview | None
    complete: bool
    sendable: bool
    actions: tuple[MainAction, ...] = ()
    aside: tuple[MainAction, ...] = ()
    sections: tuple[Section, ...] = ()
    refusal: str = ""
    refused_word: str = ""
    refused_section: str = ""
    nearest: tuple[str, ...] = ()
    targets: Mapping[str, Target] = field(default_factory=dict)
    burns: Mapping[str, Choice] = field(default_factory=dict)
    """Power actions that are possible once some power is burnt."""
    prompt: str = ""
    prompt_icon: str = ""
    completions: tuple[str, ...] = ()
    """Whole lines that the typed one may become by one more command."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the reader is doing: whose seat, what is owed, what is written so far."""

    seat: Seat | None
    owed: Sequence[Decision] = ()
    line: str = ""
    pick: str = ""
    at: str = ""


def _shared(view: Mapping[str, Json]) -> frozenset[str]:
    return frozenset(row["action"] for row in view["actions"])


def compose(
    rules: AnyRules,
    state: Any,
    view: Mapping[str, Json],
    asked: Asked,
    names: Names,
    chips: Mapping[int, Chip],
) -> tuple[Composer, tuple[Event, ...], Mapping[str, Json], tuple[Offer, ...]]:
    """The composer, what the line does, the position it leads to, and what may follow."""
    seat = Seat(asked.seat if asked.seat is not None else 0)
    answer = rules.compose(state, seat, asked.line)
    refused = answer.refusal
    if refused is not None:
        # The longest legal beginning is shown with its effect, as if only that were written.
        answer = rules.compose(state, seat, answer.line)
    step = answer.step
    shown = rules.view(step.state, seat) if step is not None else view
    composer = Composer(
        line=answer.line,
        typed=asked.line if refused else answer.line,
        commands=_commands(answer.line),
        preview=_preview(rules, state, view, shown, answer, seat, names, chips),
        complete=answer.complete,
        sendable=step is not None and refused is None,
        refusal=refusal_sentence(refused.message, names) if refused else "",
        refused_word=refused.command if refused else "",
        refused_section=refused.message.section if refused else "",
        nearest=refused.nearest if refused else (),
    )
    composer = _with_choices(composer, rules, state, view, shown, answer, asked, names)
    return composer, step.events if step else (), shown, answer.offers


def _commands(line: str) -> tuple[Command, ...]:
    parts = [part for part in line.split(". ") if part]
    return tuple(
        Command(text=part, before=". ".join(parts[:index])) for index, part in enumerate(parts)
    )


def _acted(shown: Mapping[str, Json], seat: int) -> bool:
    """Whether the action of the turn is taken in what is written so far."""
    turn = shown["turn"]
    return turn is None or turn["seat"] != seat or (turn["acted"] and not turn["actions"])


def narrowed(offers: Sequence[Offer], asked: Asked, view: Mapping[str, Json]) -> tuple[Offer, ...]:
    """Offers under the heading that is open, or at the place that was clicked."""
    if asked.at:
        return tuple(offer for offer in offers if offer.target == asked.at)
    if asked.pick:
        shared = _shared(view)
        return tuple(o for o in offers if turn_actions.kind_of(o, shared) == asked.pick)
    return tuple(offer for offer in offers if offer.group not in ("dig", "convert"))


def _with_choices(
    composer: Composer,
    rules: AnyRules,
    state: Any,
    view: Mapping[str, Json],
    shown: Mapping[str, Json],
    answer: Composition[Any],
    asked: Asked,
    names: Names,
) -> Composer:
    seat = int(asked.seat if asked.seat is not None else 0)
    shared = _shared(view)
    line = answer.line
    offers = [o for o in answer.offers if o.group != "power"]
    on_turn = any(decision.kind == "action" for decision in asked.owed)
    free = on_turn and not _acted(shown, seat)
    actions: tuple[MainAction, ...] = ()
    burns: dict[str, Choice] = {}
    if free:
        short = _short_of_power(rules, state, Seat(seat), line, shared, offers)
        burns = turn_actions.burnt_first(offers, line=line, short=short)
        why_not = {} if line else _why_not(rules, state, Seat(seat), offers, shared)
        actions = turn_actions.main_actions(
            offers,
            line=line,
            pick=asked.pick,
            shared=shared,
            why_not=why_not,
            burns=tuple(burns.values()),
        )
    aside = turn_actions.aside_actions(offers, line=line, pick=asked.pick, shared=shared, free=free)
    groups: dict[str, list[Offer]] = {}
    hidden = set(turn_actions.aside_keys(free=free))
    if free:
        hidden |= {kind.key for kind in turn_actions.KINDS}
    bidding = view["auction"] is not None
    for offer in offers:
        key = "out" if bidding and offer.verb == "pass" else turn_actions.kind_of(offer, shared)
        if key == asked.pick or (not asked.at and key not in hidden):
            groups.setdefault(key, []).append(offer)
    if "out" in groups:
        groups["out"] = groups.pop("out")  # after the bids
    if answer.complete:
        groups.pop("done", None)
    sections = []
    if asked.at:
        here = [offer for offer in offers if offer.target == asked.at]
        if here:
            asks = "bid" if here[0].verb == "bid" else "at"
            sections.append(
                choices.section_of(
                    asks,
                    here,
                    line=line,
                    view=shown,
                    names=names,
                    pick=asked.pick,
                    at=asked.at,
                )
            )
    else:
        sections = [
            choices.section_of(key, found, line=line, view=shown, names=names, pick=asked.pick)
            for key, found in groups.items()
        ]
        if asked.pick == "power" and burns:
            sections = [_with_burns(sections, tuple(burns.values()))]
    open_now = narrowed(offers, asked, view)
    targets = hex_targets(open_now, line=line, pick=asked.pick, names=names)
    return replace(
        composer,
        actions=actions,
        aside=aside,
        sections=tuple(sections),
        targets=targets,
        burns=burns,
        prompt=sections[0].title if sections else "",
        prompt_icon=turn_actions.icon_of(sections[0].key) if sections else "",
        completions=tuple(choices.appended(line, offer.line) for offer in offers[:COMPLETIONS]),
    )


def _with_burns(sections: Sequence[Section], burns: tuple[Choice, ...]) -> Section:
    """The power actions that are open, and after them those that a burning opens."""
    if sections:
        return replace(sections[0], choices=(*sections[0].choices, *burns))
    return Section(key="power", title=str(choices.TITLES["power"]), choices=burns)


def _short_of_power(
    rules: AnyRules,
    state: Any,
    seat: Seat,
    line: str,
    shared: frozenset[str],
    offers: Sequence[Offer],
) -> dict[str, int]:
    """How much power is all that a closed power action lacks: what the rules answer to a try."""
    if not any(offer.verb == "burn" for offer in offers):
        return {}
    out = {}
    for key in sorted(shared - {offer.target for offer in offers}):
        try:
            rules.play(state, seat, choices.appended(line, f"action {key}"))
        except MoveError as error:
            missing = error.message.facts.get("missing")
            if missing and set(missing) == {"pw"}:
                out[key] = missing["pw"]
    return out


def _why_not(
    rules: AnyRules,
    state: Any,
    seat: Seat,
    offers: Sequence[Offer],
    shared: frozenset[str],
) -> dict[str, turn_actions.Hint]:
    """In a few words why a main action is closed: what the rules answer to a try."""
    open_kinds = {turn_actions.kind_of(offer, shared) for offer in offers}
    out: dict[str, turn_actions.Hint] = {
        "special": (_("none open"), ()),
        "power": (_("too little power"), ()),
        "build": (_("no place"), ()),
        "upgrade": (_("cannot be paid"), ()),
    }
    for key, line in PROBES.items():
        if key in open_kinds:
            continue
        try:
            rules.play(state, seat, line)
        except MoveError as error:
            missing = error.message.facts.get("missing")
            if missing:
                out[key] = (_("needs"), bag(missing))
            else:
                out[key] = (_("at the end") if error.code == "track" else _("not now"), ())
    return out


def _preview(
    rules: AnyRules,
    state: Any,
    view: Mapping[str, Json],
    shown: Mapping[str, Json],
    answer: Composition[Any],
    seat: Seat,
    names: Names,
    chips: Mapping[int, Chip],
) -> Preview | None:
    step = answer.step
    if step is None:
        return None
    return preview_of(
        seat=view["seats"][seat],
        after=shown["seats"][seat],
        events=step.events,
        forecasts=(rules.forecast(state, seat), rules.forecast(step.state, seat)),
        warnings=answer.warnings,
        names=names,
        chips=chips,
    )


def quick_answers(
    rules: AnyRules,
    state: Any,
    asked: Asked,
    names: Names,
    view: Mapping[str, Json] | None = None,
) -> tuple[Quick, ...]:
    """Open questions out of turn, each with all its answers; with a view, what the first does."""
    wanted = [decision for decision in asked.owed if decision.kind in QUICK]
    if not wanted or asked.seat is None:
        return ()
    offers = [o for o in rules.legal(state, asked.seat) if o.group in QUICK_GROUPS]
    out = []
    for decision in wanted:
        fitting = [offer for offer in offers if _answers(offer, decision)]
        taken = next((offer for offer in fitting if offer.verb == "leech"), None)
        effect = ""
        if taken is not None and view is not None:
            step = rules.play(state, asked.seat, taken.line)
            effect = effect_of_power(view["seats"][asked.seat]["numbers"], step.events, asked.seat)
        out.append(
            Quick(
                decision=decision.id,
                text=reason_sentence(decision.reason, names),
                answers=tuple(
                    choices.choice_of(offer, line="", terrain={}, names=names) for offer in fitting
                ),
                effect=effect,
            )
        )
    return tuple(out)


def _answers(offer: Offer, decision: Decision) -> bool:
    facts = decision.reason.facts
    match decision.kind:
        case "leech":
            same = offer.target == facts["from"] and offer.amount == facts["size"]
            return offer.group == "power" and same
        case "cult-step":
            return offer.group == "cult" or offer.target == "CULT"
        case _:
            return offer.group == "token" or offer.target == "GAIN_P3_FOR_VP"
