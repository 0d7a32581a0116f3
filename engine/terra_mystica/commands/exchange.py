"""Free commands: sacrifice, conversions, giving back, the token for a point (R3.4, R3.5, R12.7)."""

from __future__ import annotations

import msgspec

from engine.api import IllegalMove
from engine.terra_mystica.actions import require_turn
from engine.terra_mystica.draft import Draft
from engine.terra_mystica.events import Changed, Due, Waived
from engine.terra_mystica.neighbours import spoil_all
from engine.terra_mystica.purse import add_tokens, gain, pay
from engine.terra_mystica.resources import Bag
from engine.terra_mystica.words import words

RATES = {
    ("pw", "p"): (5, 1),
    ("pw", "w"): (3, 1),
    ("pw", "c"): (1, 1),
    ("p", "w"): (1, 1),
    ("p", "c"): (1, 1),
    ("w", "c"): (1, 1),
}


@words.command("burn {tokens}", "burn")
class Burn(msgspec.Struct, frozen=True):
    """Sacrifice: of two tokens in bowl II one leaves the game, one goes to III."""

    tokens: int = 1

    def decide(self, draft: Draft) -> None:
        require_turn(draft)
        short = 2 * self.tokens - draft.me.bowls[1]
        if short > 0:
            raise IllegalMove("cannot-pay", section="R3.4", facts={"missing": {"p2": short}})
        if not self.tokens and not draft.state.options.explicit:
            # Old records hold this; it does nothing and is no move.
            raise IllegalMove("no-change", section="R3.4")
        draft.emit(Changed(draft.seat, "burn", p2=-2 * self.tokens, p3=self.tokens))


@words.command("convert {give} to {take}")
class Convert(msgspec.Struct, frozen=True):
    """Exchange resources at a fixed rate."""

    give: tuple[int, str]
    take: tuple[int, str]

    def decide(self, draft: Draft) -> None:
        require_turn(draft)
        me = draft.me
        given, kind = self.give
        taken, wanted = self.take
        due = me.conversion_due
        if due and (kind, wanted) == ("w", "p"):
            self._workers_to_priests(draft, due)
            return
        if due and draft.state.options.strict_conversion:
            # The stronghold's right comes before any other conversion of the turn (R11.2).
            raise IllegalMove("no-conversion", section="R11.2", facts={"owed": "conversion"})
        rate = RATES.get((kind, wanted)) or me.board.conversions.get((kind, wanted))
        if rate is None:
            raise IllegalMove("no-conversion", section="R3.5", facts={"from": kind, "to": wanted})
        if given * rate[1] != taken * rate[0] or given % rate[0]:
            raise IllegalMove("ratio", section="R3.5", facts={"from": rate[0], "to": rate[1]})
        if due:
            # Kept for later turns, the right does not outlast another conversion (R11.2).
            draft.emit(Due(draft.seat, "conversion_due", -due, "no-use"))
            draft.emit(Waived(draft.seat, "CONVERT_W_TO_P", due, True))
        pay(draft, Bag(**{kind: given}), "convert", section="R3.5")
        gain(draft, Bag(**{wanted: taken}), "convert")
        spoil_all(draft)

    def _workers_to_priests(self, draft: Draft, due: int) -> None:
        """One command of one to three; the rest lapses (R11.2)."""
        number = self.give[0]
        if number > due or self.take[0] != number:
            raise IllegalMove("no-conversion", section="R11.2", facts={"most": due})
        pay(draft, Bag(w=number), draft.me.faction, section="R11.2")
        gain(draft, Bag(p=number), draft.me.faction)
        draft.emit(Due(draft.seat, "conversion_due", -due, "SH"))
        spoil_all(draft)


@words.command("gain P3 for VP")
class BuyToken(msgspec.Struct, frozen=True):
    """A new power token in bowl III for a point (R12.7)."""

    def decide(self, draft: Draft) -> None:
        me = draft.me
        if not me.tokens_due:
            raise IllegalMove("not-owed", section="R12.7", facts={"owed": "token"})
        pay(draft, Bag(vp=1), "token", section="R12.7")
        add_tokens(draft, draft.seat, 1, "token", bowl=3)
        draft.emit(Due(draft.seat, "tokens_due", -1, "token"))


@words.command("-{count}{resource}")
class GiveBack(msgspec.Struct, frozen=True):
    """Coins, workers or priests back to the supply for nothing (R3.5)."""

    count: int
    resource: str

    def decide(self, draft: Draft) -> None:
        require_turn(draft)
        if self.resource not in ("c", "w", "p"):
            raise IllegalMove("not-waivable", section="R3.5", facts={"resource": self.resource})
        pay(draft, Bag(**{self.resource: self.count}), "given-back", section="R3.5")


@words.command("+{count}{thing}")
class Grab(msgspec.Struct, frozen=True):
    """Resources are never simply taken: understood, so that the refusal can say so (N3)."""

    count: int
    thing: str

    def decide(self, draft: Draft) -> None:
        raise IllegalMove("not-owed", section="N3", facts={"owed": self.thing})
