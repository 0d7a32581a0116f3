"""Who owes what now, and what is played for a seat whose time is up."""

from __future__ import annotations

from engine.api import CHANCE, Decision, Draw, Message, Seat
from engine.terra_mystica.auction import bidders
from engine.terra_mystica.candidates import candidates
from engine.terra_mystica.commands import Command
from engine.terra_mystica.commands.auction import BidOnFaction
from engine.terra_mystica.commands.exchange import Burn, Convert
from engine.terra_mystica.commands.flow import Done, Wait
from engine.terra_mystica.commands.leech import Decline, Leech
from engine.terra_mystica.commands.pass_ import Pass
from engine.terra_mystica.commands.terraform import Dig
from engine.terra_mystica.commands.waive import Waive
from engine.terra_mystica.compose import attempt, is_complete
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.line import new_line, write_line
from engine.terra_mystica.selection import first_owing, setup_owed
from engine.terra_mystica.setup import deals_open
from engine.terra_mystica.state import NO_BID, NO_SEAT, Offer, Player, State
from engine.terra_mystica.terms import CULTS, LAST_STEP, ROUNDS


def open_decisions(state: State) -> tuple[Decision, ...]:
    """Everything the table is waiting for; empty when the game is over."""
    match state.phase:
        case "deal":
            return _draws(state)
        case "auction":
            return _auction(state)
        case "sealed-bids":
            return _sealed_bids(state)
        case "factions" | "terrain":
            return _choices(state)
        case "dwellings":
            return _first_in_queue(state, "dwelling", "R1.8")
        case "cards":
            return _first_in_queue(state, "bonus-card", "R1.9")
        case "unlock-income" | "unlock-cults":
            return tuple(
                _decision(state, p, "unlock", f"unlock:{p.seat}:{p.since}", "R12.8")
                for p in state.players
                if p.unlocks_due
            )
        case "spades":
            return _first_in_queue(state, "cult-spades", "R9.6")
        case "play":
            return _in_play(state)
        case _:
            return ()


def _draws(state: State) -> tuple[Decision, ...]:
    return tuple(
        Decision(
            id=f"deal-{deal.what}",
            seat=CHANCE,
            kind="deal",
            reason=Message(code=f"deal-{deal.what}", section="R1"),
            draw=Draw(verb=f"deal-{deal.what}", items=deal.items, count=deal.count),
        )
        for deal in deals_open(state)
    )


def _choices(state: State) -> tuple[Decision, ...]:
    owing = first_owing(state)
    if owing is not None:
        return (_terrain(state, owing),)
    return _first_in_queue(state, "faction", "R1.6")


def _terrain(state: State, seat: int) -> Decision:
    player = state.players[seat]
    owed = setup_owed(state, seat)
    return _decision(state, player, "terrain", f"terrain:{seat}", "R1.6", owed=owed)


def _auction(state: State) -> tuple[Decision, ...]:
    """One question at a time: terrain of who just took a token, choice of the winner, next bid."""
    owing = first_owing(state)
    if owing is not None:
        return (_terrain(state, owing),)
    auction = state.auction
    if auction is None:
        return ()
    seat, kind = (
        (auction.leader, "auction-choice") if auction.choosing else (auction.bidder, "auction-bid")
    )
    player = state.players[seat]
    ident = f"{kind}:{auction.since}:{seat}"
    facts = {
        "highest": None if auction.bid == NO_BID else auction.bid,
        "by": None if auction.leader == NO_SEAT else auction.leader,
        "factions": list(auction.tokens),
    }
    return (_decision(state, player, kind, ident, "R1.12", **facts),)


def _sealed_bids(state: State) -> tuple[Decision, ...]:
    """All bid at once and may change their minds until the last bid is in."""
    nothing = write_line([BidOnFaction(0, state.pool[0])])
    return tuple(
        Decision(
            id=f"sealed-bid:{seat}",
            seat=Seat(seat),
            kind="sealed-bid",
            mode="sealed",
            group="sealed-bids",
            default=nothing,
            answered=str(seat) in state.bids,
            reason=Message(
                code="sealed-bid", facts={"factions": list(state.pool)}, section="R1.12"
            ),
        )
        for seat in bidders(state)
    )


def _first_in_queue(state: State, kind: str, section: str) -> tuple[Decision, ...]:
    player = state.players[state.queue[0]]
    ident = f"{kind}:{player.seat}:{state.round}:{len(state.queue)}"
    return (_decision(state, player, kind, ident, section),)


def _in_play(state: State) -> tuple[Decision, ...]:
    out = []
    turn = state.turn
    if turn is not None:
        player = state.players[turn.seat]
        out.append(_decision(state, player, "action", f"turn:{turn.row}:{turn.seat}", "R4.1"))
    for offer in state.offers:
        out.append(_leech(state, offer))
    for player in state.players:
        if player.steps_due:
            out.append(
                Decision(
                    id=f"steps:{player.seat}:{player.since}",
                    seat=Seat(player.seat),
                    kind="cult-step",
                    mode="ordered",
                    default=_any_track(player),
                    reason=Message(
                        code="cult-step", facts={"count": player.steps_due}, section="R11.3"
                    ),
                )
            )
        if player.tokens_due:
            out.append(
                Decision(
                    id=f"token:{player.seat}:{player.since}",
                    seat=Seat(player.seat),
                    kind="token",
                    mode="ordered",
                    default=write_line([Waive(player.tokens_due, "GAIN_P3_FOR_VP")]),
                    reason=Message(
                        code="token", facts={"count": player.tokens_due}, section="R12.7"
                    ),
                )
            )
    return tuple(out)


def _leech(state: State, offer: Offer) -> Decision:
    source = state.players[offer.by].faction
    older = any(
        o.to == offer.to and o.by == offer.by and o.size == offer.size and o.id < offer.id
        for o in state.offers
    )
    return Decision(
        id=f"leech:{offer.id}",
        seat=Seat(offer.to),
        kind="leech",
        mode="ordered",
        # A like offer that came first would be the one meant; only `decline` covers both.
        default="decline" if older else f"decline {offer.size} from {source}",
        reason=Message(
            code="leech",
            facts={"size": offer.size, "from": source, "spoiled": offer.spoiled},
            section="R7",
        ),
    )


def _any_track(player: Player) -> str:
    """Steps go where they still move the marker."""
    for cult, position in enumerate(player.cults):
        if position + player.steps_due < LAST_STEP:
            count = "" if player.steps_due == 1 else str(player.steps_due)
            return f"+{count}{CULTS[cult].upper()}"
    return write_line([Waive(player.steps_due, "CULT")])


def _decision(
    state: State, player: Player, kind: str, ident: str, section: str, **facts: object
) -> Decision:
    return Decision(
        id=ident,
        seat=Seat(player.seat),
        kind=kind,
        default=default_line(state, player.seat),
        reason=Message(code=kind, facts={"faction": player.faction, **facts}, section=section),
    )


def default_line(state: State, seat: int) -> str:
    """A whole line that settles what a seat owes: pass or give up where that is possible."""
    draft = new_line(state, seat)
    line: list[Command] = []
    while True:
        found = _first_legal(draft)
        if found is None:
            # Only a step to 10 that somebody else may take first holds a seat up (R8.3c).
            others = any(p.steps_due for p in state.players if p.seat != seat)
            assert state.events or others, f"seat {seat} owes something that nothing settles"
            return write_line([Wait()])
        command, draft = found
        line += command
        if _settled(draft):
            return write_line(line)


def _settled(draft: Draft) -> bool:
    state, me = draft.state, draft.me
    match state.phase:
        case "auction" | "factions" | "terrain":
            return is_complete(draft)
        case "unlock-income" | "unlock-cults":
            return not me.unlocks_due
        case "spades":
            return not me.spades_due and not me.steps_due
        case "play":
            turn = state.turn
            return turn is None or turn.seat != draft.seat or (turn.acted and is_complete(draft))
        case _:
            return True


def _first_legal(draft: Draft) -> tuple[list[Command], Draft] | None:
    """The humblest command that is legal: pass, else give up, else whatever comes first."""
    state = draft.state
    if state.phase == "play":
        for card in sorted(state.cards, key=lambda card: -state.cards[card]):
            leave = Pass(None if state.round == ROUNDS else card)
            trial = attempt(draft, (leave,))
            if trial is not None:
                return [leave], trial
    ranked = sorted(candidates(draft.state, draft.seat), key=lambda line: _humility(line[-1]))
    for line in ranked:
        trial = attempt(draft, line)
        if trial is not None:
            return list(line), trial
    return None


def _humility(command: Command) -> int:
    match command:
        case Waive():
            return 0
        case Leech() | Decline() | Burn() | Convert() | Dig() | Done():
            return 9
        case _:
            return 5
