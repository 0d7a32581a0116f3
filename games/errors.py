"""What a table may answer instead of doing what was asked. Nothing has changed then.

Refusals of a game's rules are `engine.api.MoveError`; these are the table's own.
"""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from operations.refusals import Refusal


class TableError(Refusal):
    """Of tables and their moves."""


class NoSuchTable(TableError):
    code = "no-such-table"
    text = _("There is no such table, or it is not open to you.")


# ---- moves -------------------------------------------------------------------------------------


class StaleTable(TableError):
    """Facts: `seen` and `now` (revisions), and `decision` where one was named that is gone."""

    code = "stale-table"
    text = _(
        "Somebody moved while you were looking. Your line was not played; look at the table and "
        "send it again."
    )


class DecisionGone(StaleTable):
    code = "decision-gone"
    text = _("This question is no longer open: it was answered, or it was taken back.")


class NotYourSeat(TableError):
    code = "not-your-seat"
    text = _("You do not sit at this table.")


class NotRunning(TableError):
    code = "not-running"
    text = _("This game has not begun, or it was called off.")


class GameOver(TableError):
    code = "game-over"
    text = _("This game is over.")


class SeatDropped(TableError):
    code = "seat-dropped"
    text = _("You have left this game.")


class KeyTaken(TableError):
    code = "key-taken"
    text = _("This submission was already used by somebody else.")


# ---- undo --------------------------------------------------------------------------------------


class NothingToTakeBack(TableError):
    code = "nothing-to-take-back"
    text = _("There is no move of yours to take back.")


class NotFreeToTakeBack(TableError):
    """Facts: `keep`, the row down to which it would be free."""

    code = "not-free-to-take-back"
    text = _("Others have moved or seen something new since: ask them for their consent.")


class UndoAlreadyAsked(TableError):
    code = "undo-already-asked"
    text = _("The table is already being asked about taking moves back.")


class UndoSettled(TableError):
    code = "undo-settled"
    text = _("This request is settled already.")


# ---- lobby -------------------------------------------------------------------------------------


class BadTable(TableError):
    """Facts: `field` and what is wrong with it."""

    code = "bad-table"
    text = _("This table cannot be made: %(problem)s")


class NotOpen(TableError):
    code = "not-open"
    text = _("This table no longer takes players.")


class TableFull(TableError):
    code = "table-full"
    text = _("All seats are taken or kept for invited players.")


class NoSuchPlayer(TableError):
    """Facts: `name`."""

    code = "no-such-player"
    text = _("There is no player called %(name)s.")


class AlreadySeated(TableError):
    code = "already-seated"
    text = _("You already sit at this table.")


class ByInvitationOnly(TableError):
    code = "by-invitation-only"
    text = _("This table takes invited players only.")


class NotInvited(TableError):
    code = "not-invited"
    text = _("This invitation is not for you, or it was withdrawn.")


class NotTheHost(TableError):
    code = "not-the-host"
    text = _("Only whoever made this table may do that.")


class SeatNotForYou(TableError):
    """Facts: `problem`, a sentence of the app whose contest the table belongs to."""

    code = "seat-not-for-you"
    text = "%(problem)s"


class OutsideLimits(TableError):
    """Facts: `limit` ("min_rating", "max_rating", "min_reliability"), `wanted`, `yours`."""

    code = "outside-limits"
    text = _("This table looks for other players.")
    texts: ClassVar[dict[str, str | Promise]] = {
        "min_rating": _("This table wants a rating of at least %(wanted)s; yours is %(yours)s."),
        "max_rating": _("This table wants a rating of at most %(wanted)s; yours is %(yours)s."),
        "min_reliability": _(
            "This table wants a reliability of at least %(wanted)s %%; yours is %(yours)s %%."
        ),
    }

    @property
    def sentence(self) -> str:
        return str(self.texts[self.facts["limit"]]) % self.facts


class DemandsTooMuch(OutsideLimits):
    code = "demands-too-much"
    texts: ClassVar[dict[str, str | Promise]] = {
        "min_rating": _(
            "You cannot ask for a rating of at least %(wanted)s: your own is %(yours)s."
        ),
        "max_rating": _(
            "You cannot ask for a rating of at most %(wanted)s: your own is %(yours)s."
        ),
        "min_reliability": _(
            "You cannot ask for a reliability of at least %(wanted)s %%: your own is %(yours)s %%."
        ),
    }


class TooBusy(TableError):
    """Facts: `waiting` and `limit`."""

    code = "too-busy"
    text = _("Tables that wait for you: %(waiting)s. Move there before you join another one.")


# ---- time --------------------------------------------------------------------------------------


class AlreadyPaused(TableError):
    code = "already-paused"
    text = _("The clocks stand still already.")


class NotPaused(TableError):
    code = "not-paused"
    text = _("The clocks are running.")


class NoClockHere(TableError):
    code = "no-clock-here"
    text = _("Nobody's clock runs at this table.")


class NotToYourself(TableError):
    code = "not-to-yourself"
    text = _("You cannot give time to yourself; the others can.")


class GiftTooLarge(TableError):
    """Facts: `least` and `most`, in hours."""

    code = "gift-too-large"
    text = _("Give from %(least)s to %(most)s hours at a time.")


class NothingIsDue(TableError):
    code = "nothing-is-due"
    text = _("Nothing is asked of this seat just now.")


class VoteAlreadyOpen(TableError):
    code = "vote-already-open"
    text = _("The table is already being asked.")


class VoteSettled(TableError):
    code = "vote-settled"
    text = _("This question is settled already.")


class NotAskedOfYou(TableError):
    code = "not-asked-of-you"
    text = _("You are not asked about this.")


class SeatNotOffered(TableError):
    code = "seat-not-offered"
    text = _("This seat no longer looks for a substitute.")


class HadThisTable(TableError):
    code = "had-this-table"
    text = _("Who plays or has played at a table cannot take another seat there.")


class NotAway(TableError):
    code = "not-away"
    text = _("You are playing yourself already.")


class BadHours(TableError):
    """Facts: `problem`, a code of `games.clocks.hours`."""

    code = "bad-hours"
    texts: ClassVar[dict[str, str | Promise]] = {
        "half-a-sleep": _("Say both when your night begins and when it ends."),
        "sleep-too-long": _("A night has at most twelve hours."),
        "unknown-zone": _("There is no such time zone."),
        "vacation-backwards": _("The last day lies before the first."),
        "vacation-past": _("A vacation is announced before it begins."),
        "vacation-too-long": _("A vacation has at most 60 days in one piece."),
        "vacation-overlaps": _("You have announced a vacation on some of these days already."),
        "vacation-over-budget": _("That is more than 120 days in a year."),
        "no-such-vacation": _("There is no such vacation of yours."),
    }
    text = _("This cannot be saved: %(problem)s")

    @property
    def sentence(self) -> str:
        return str(self.texts[self.facts["problem"]])


# ---- standing orders ---------------------------------------------------------------------------


class BadOrder(TableError):
    """Facts: `problem`, a sentence."""

    code = "bad-order"
    text = _("This order is not understood: %(problem)s")


class NoSuchOrder(TableError):
    code = "no-such-order"
    text = _("There is no such order of yours.")


class TooManyOrders(TableError):
    """Facts: `limit`."""

    code = "too-many-orders"
    text = _("At most %(limit)s orders may wait at a table.")


# ---- talk and plans ----------------------------------------------------------------------------


class NotYourRoom(TableError):
    code = "not-your-room"
    text = _("Players talk at the table, spectators among themselves.")


class NothingSaid(TableError):
    code = "nothing-said"
    text = _("Write something first.")


class TooLong(TableError):
    """Facts: `length` and `limit`."""

    code = "too-long"
    text = _("This is too long: %(length)s characters, at most %(limit)s.")


class TooFast(TableError):
    code = "too-fast"
    text = _("You have said a lot in the last minute. Wait a moment, then send it again.")


class Silenced(TableError):
    code = "silenced"
    text = _("You may not speak at tables at present. The forum says why, and how to appeal.")


class NoSuchLine(TableError):
    code = "no-such-line"
    text = _("This line is no longer there.")


class NotAllowed(TableError):
    code = "not-allowed"
    text = _("You may not do that.")


class NoSuchPlan(TableError):
    code = "no-such-plan"
    text = _("There is no such plan of yours.")


class NotPlannable(TableError):
    code = "not-plannable"
    text = _("This cannot be tried out, because it would show something hidden.")


class PlanRefused(TableError):
    """Facts: `index` and `line`; the cause is the MoveError or NotPlannable."""

    code = "plan-refused"
    text = _("The plan does not work: “%(line)s” is refused.")


class TooManyLines(TableError):
    """Facts: `limit`."""

    code = "too-many-lines"
    text = _("A plan has at most %(limit)s lines.")
