"""The stages of a round of Lanterns: what an answer does, and which stage comes next."""

from __future__ import annotations

from engine.api import Event, IllegalMove, Seat
from tests.engine.toy.state import CARDS, PRIZES, Turn


def answer(turn: Turn, seat: Seat, verb: str, number: int) -> None:
    state = turn.state
    match verb:
        case "bid":
            turn.audience = (seat,)
            turn.set(bids={**state.bids, seat: number}, bid_rows=(*state.bid_rows, state.row))
            count_bids(turn)
        case "claim":
            turn.set(claims={**state.claims, seat: number})
            count_claims(turn)
        case "buy":
            turn.gain(seat, "market", coins=-number * state.price, points=number)
        case "sell":
            turn.discard(seat, number, "market")
            turn.gain(seat, "market", coins=1)
        case "done":
            open_window(turn)
        case "show":
            turn.discard(seat, number, "show")
            turn.gain(seat, "show", points=number)
            close_window(turn, seat)
        case "hush":
            close_window(turn, seat)


def draw(turn: Turn, verb: str, words: list[str]) -> None:
    state, drawn = turn.state, [int(word) for word in words if word.isdecimal()]
    if verb != state.stage or len(drawn) != len(words):
        raise IllegalMove("wrong-draw")
    if verb == "deal":
        if sorted(drawn) != list(CARDS):
            raise IllegalMove("wrong-draw")
        turn.audience, turn.reveals = (), True
        for seat in range(len(state.players)):
            cards = tuple(sorted(drawn[2 * seat : 2 * seat + 2]))
            turn.player(seat, cards=cards)
            owner = Seat(seat)
            turn.events += (
                Event(kind="dealt", seat=owner, source="deal", delta={"cards": 2}),
                Event(
                    kind="hand",
                    seat=owner,
                    source="deal",
                    facts={"cards": list(cards)},
                    audience=(owner,),
                ),
            )
        turn.set(deck=tuple(drawn[2 * len(state.players) :]))
        turn.enter("roll")
        return
    if len(drawn) != 1 or drawn[0] not in PRIZES:
        raise IllegalMove("wrong-draw")
    if drawn[0] == state.prize:
        raise IllegalMove("redraw")
    turn.reveals = True
    turn.set(prize=drawn[0])
    turn.events.append(Event(kind="rolled", source="roll", facts={"prize": drawn[0]}))
    turn.enter("bid")


def count_bids(turn: Turn) -> None:
    state = turn.state
    bids = {seat: bid for seat, bid in state.bids.items() if not state.players[seat].out}
    if set(bids) != set(state.staying()):
        return
    turn.reveals = True
    turn.events.append(
        Event(kind="bids", source="bid", facts={str(seat): bids[seat] for seat in sorted(bids)})
    )
    best = max(bids.values())
    leaders = [seat for seat in sorted(bids) if bids[seat] == best]
    winner = leaders[0] if len(leaders) == 1 else None
    if winner is not None:
        turn.gain(winner, "bid", coins=-best)
        turn.gain(winner, "prize", points=state.prize)
    losers = tuple(seat for seat in sorted(bids) if seat != winner)
    turn.set(
        bids={},
        revealed=(*state.revealed, *state.bid_rows),
        bid_rows=(),
        winner=winner,
        to_claim=losers,
        pool=len(losers) + 1,
    )
    turn.enter("claim")


def count_claims(turn: Turn) -> None:
    """Answers count in seat order; an early one waits for those before it."""
    while turn.state.to_claim:
        state = turn.state
        seat, *rest = state.to_claim
        if not state.players[seat].out:
            if seat not in state.claims:
                return
            coins = min(state.claims[seat], state.pool)
            turn.gain(seat, "pool", coins=coins)
            turn.set(pool=state.pool - coins)
        turn.set(to_claim=tuple(rest))
    turn.set(claims={})
    winner = turn.state.winner
    if turn.state.market and winner is not None and not turn.state.players[winner].out:
        turn.enter("market")
    else:
        open_window(turn)


def open_window(turn: Turn) -> None:
    # Everybody with a card is asked, fitting or not: the waiting must not tell.
    state = turn.state
    turn.set(to_show=tuple(seat for seat in state.staying() if state.players[seat].cards))
    turn.enter("show")
    if not turn.state.to_show:
        end_round(turn)


def close_window(turn: Turn, seat: int) -> None:
    turn.set(to_show=tuple(other for other in turn.state.to_show if other != seat))
    if not turn.state.to_show:
        end_round(turn)


def end_round(turn: Turn) -> None:
    if turn.state.round == turn.state.rounds:
        turn.enter("over")
    else:
        turn.set(round=turn.state.round + 1)
        turn.enter("roll")


def resign(turn: Turn, seat: Seat) -> None:
    state = turn.state
    if seat not in range(len(state.players)) or state.players[seat].out:
        raise IllegalMove("not-playing")
    if state.stage == "over":
        raise IllegalMove("game-over")
    turn.player(seat, out=True)
    turn.reveals = True
    turn.events.append(Event(kind="resigned", seat=seat, source="resign"))
    if len(turn.state.staying()) < 2:
        turn.enter("over")
    elif state.stage == "bid":
        count_bids(turn)
    elif state.stage == "claim":
        drop_claim(turn, seat)
    elif state.stage == "market" and state.winner == seat:
        open_window(turn)
    elif state.stage == "show":
        close_window(turn, seat)


def drop_claim(turn: Turn, seat: int) -> None:
    turn.set(to_claim=tuple(other for other in turn.state.to_claim if other != seat))
    count_claims(turn)
