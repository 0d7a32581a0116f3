"""Tables and everything that is kept about them."""

from games.models.clocks import (
    Ballot,
    MissedDeadline,
    PlayerTimes,
    ReliabilityScore,
    SeatOffer,
    TableNotice,
    TableVote,
)
from games.models.log import Move, OpenDecision, Snapshot
from games.models.orders import StandingOrder
from games.models.plans import Plan, PlanBranch
from games.models.tables import Game, Invitation, MirrorSet, Seat, Tenure, Watcher
from games.models.talk import ChatLine, Mute, Note, ReadMark, Report
from games.models.undo import UndoConsent, UndoRequest

__all__ = [
    "Ballot",
    "ChatLine",
    "Game",
    "Invitation",
    "MirrorSet",
    "MissedDeadline",
    "Move",
    "Mute",
    "Note",
    "OpenDecision",
    "Plan",
    "PlanBranch",
    "PlayerTimes",
    "ReadMark",
    "ReliabilityScore",
    "Report",
    "Seat",
    "SeatOffer",
    "Snapshot",
    "StandingOrder",
    "TableNotice",
    "TableVote",
    "Tenure",
    "UndoConsent",
    "UndoRequest",
    "Watcher",
]
