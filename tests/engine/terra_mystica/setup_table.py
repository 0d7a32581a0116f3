"""A table before the first round, for scenes: seats count from 1, as players say."""

from __future__ import annotations

from engine.api import CHANCE, MoveError, Seat
from engine.terra_mystica.options import EXPANSIONS
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.state import State

EXPANDED = dict.fromkeys(EXPANSIONS, True)
SCORING = "deal-scoring SCORE3 SCORE4 SCORE5 SCORE6 SCORE7 SCORE8"


class SetupTable:
    """A table whose tiles are dealt; what else chance decides is said with `deal`."""

    def __init__(self, seats: int, *, expanded: bool = True, **options: object) -> None:
        values: dict[str, object] = dict(EXPANDED) if expanded else {}
        values |= {key.replace("_", "-"): value for key, value in options.items()}
        self.state: State = RULES.setup(values, seats)
        if not self.state.scoring:
            self.deal(SCORING)
            self.deal("deal-bonus " + " ".join(f"BON{n}" for n in range(1, seats + 4)))

    def deal(self, line: str) -> None:
        self.state = RULES.play(self.state, CHANCE, line).state

    def play(self, seat: int, *lines: str) -> SetupTable:
        for line in lines:
            self.state = RULES.play(self.state, Seat(seat - 1), line).state
        return self

    def refused(self, seat: int, line: str) -> tuple[str, str]:
        """Code and section of the refusal; the state stays as it is."""
        before = RULES.dump(self.state)
        try:
            RULES.play(self.state, Seat(max(seat - 1, -1)), line)
        except MoveError as error:
            assert RULES.dump(self.state) == before
            return error.code, error.message.section
        return "", ""

    @property
    def asked(self) -> list[tuple[int, str]]:
        """Who owes what now."""
        return [
            (decision.seat + 1, decision.kind)
            for decision in RULES.pending(self.state)
            if not decision.answered
        ]

    def factions(self) -> list[str]:
        return [player.faction for player in self.state.players]

    def points(self) -> list[int]:
        return [player.vp for player in self.state.players]

    def order(self) -> list[int]:
        return [seat + 1 for seat in self.state.order]

    def offered(self, seat: int) -> list[str]:
        return [offer.line for offer in RULES.legal(self.state, Seat(seat - 1))]

    def time_out(self) -> SetupTable:
        """The default of everybody who owes something now, one after the other."""
        decision = next(d for d in RULES.pending(self.state) if not d.answered)
        assert decision.default is not None
        self.state = RULES.play(self.state, decision.seat, decision.default).state
        return self
