"""Promises of offers and composing: what is offered is accepted, and nothing else."""

from __future__ import annotations

from random import Random

from engine.api import (
    Decision,
    MoveError,
    Offer,
    Rules,
    Seat,
)
from tests.engine.contract.base import (
    BrokenPromise,
    Playout,
    S,
    promise,
)


def check_offers(played: Playout[S], decision: Decision, offers: list[Offer], rng: Random) -> None:
    rules, state = played.game.rules, played.state
    lines = [offer.line for offer in offers]
    promise(len(set(lines)) == len(lines), "no offer is made twice", lines)
    for offer in rng.sample(offers, min(8, len(offers))):
        promise(offer.group and offer.verb, "an offer has a group and a verb", offer)
        try:
            step = rules.play(state, decision.seat, offer.line)
        except MoveError as refusal:
            raise BrokenPromise(
                f"whatever legal offers, play accepts: {offer.line!r} {refusal.code}"
            ) from refusal
        promise(step.line == offer.line, "an offer is in canonical spelling", offer, step.line)


def check_composing(
    played: Playout[S], decision: Decision, offers: list[Offer], rng: Random
) -> None:
    rules, state, seat = played.game.rules, played.state, decision.seat
    empty = rules.compose(state, seat, "")
    promise(
        {offer.line for offer in empty.offers} == {offer.line for offer in offers},
        "compose begins with what is legal",
        seat,
    )
    promise(
        empty.step is None and empty.refusal is None and not empty.complete,
        "an empty line is no step",
    )
    line = rng.choice(offers).line
    for _ in range(3):
        written = rules.compose(state, seat, line)
        promise(written.refusal is None, "compose agrees with play", line, written.refusal)
        try:
            step = rules.play(state, seat, line)
        except MoveError as refusal:
            raise BrokenPromise(f"compose agrees with play: {line!r} {refusal.code}") from refusal
        promise(written.line == step.line, "compose agrees with play", line, written.line)
        if written.step is None:
            promise(step.reveals, "a preview is refused only where it would reveal", line)
        else:
            promise(written.step == step, "compose agrees with play", line)
            promise(
                rules.disclosed(step.state) == rules.disclosed(state),
                "a preview opens no sealed answer",
                line,
            )
        if not written.offers:
            break
        line = f"{written.line}. {rng.choice(written.offers).line}"


def check_mutations(played: Playout[S], seat: Seat, offers: list[Offer], rng: Random) -> None:
    """Lines a bit off what is offered: refused alike by play and compose, or offered after all."""
    rules, state = played.game.rules, played.state
    for _ in range(4):
        line = mutated(rng.choice(offers).line, offers, rng)
        if not line.strip(" ."):
            continue  # nothing to refuse for compose: an empty line is how it begins
        before = rules.dump(state)
        written = rules.compose(state, seat, line)
        try:
            step = rules.play(state, seat, line)
        except MoveError as refusal:
            promise(rules.dump(state) == before, "a refused line changes nothing", line)
            promise(refusal.message.code, "a refusal has a code", line)
            promise(
                written.refusal is not None and written.refusal.message.code == refusal.code,
                "compose refuses as play does",
                f"{line!r}: {refusal.code}, {written.refusal}",
            )
            continue
        promise(written.refusal is None, "compose agrees with play", line, written.refusal)
        if step.line != rules.resign_line:
            check_was_offered(rules, state, seat, step.line)


def mutated(line: str, offers: list[Offer], rng: Random) -> str:
    """Spell a line otherwise, change a number or a word, or run two together."""
    words = line.split()
    match rng.randrange(6):
        case 0:
            return line.upper().replace(" ", "  ")
        case 1:
            words[-1] = str(rng.randrange(-1, 15))
        case 2:
            words[rng.randrange(len(words))] = rng.choice(rng.choice(offers).line.split())
        case 3:
            return f"{line}. {rng.choice(offers).line}"
        case 4:
            del words[rng.randrange(len(words))]
        case _:
            at = rng.randrange(len(line) + 1)
            return line[:at] + rng.choice("0129 .:+-axé") + line[at:]
    return " ".join(words)


def check_was_offered(rules: Rules[S], state: S, seat: Seat, line: str) -> None:
    """Every command of an accepted line is offered after the commands before it."""
    written = ""
    for command in line.split(". "):
        offered = rules.compose(state, seat, written).offers
        promise(
            any(offer.line == command for offer in offered),
            "nothing but what is offered is accepted",
            f"{command!r} after {written!r}",
        )
        written = f"{written}. {command}" if written else command
