"""What a league may answer instead of doing what was asked. Nothing has changed then."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from operations.refusals import Refusal


class LeagueRefusal(Refusal):
    """Of leagues and tournaments."""


class NotAllowed(LeagueRefusal):
    code = "not-allowed"
    text = _("Only organisers of this league may do that.")


class PlaysThere(NotAllowed):
    code = "plays-there"
    text = _("You play there yourself: another organiser has to decide.")


class NoReason(LeagueRefusal):
    code = "no-reason"
    text = _("Give a reason: everybody concerned can read it.")


class NotPossible(LeagueRefusal):
    """Facts: `problem`, a sentence."""

    code = "not-possible"
    text = "%(problem)s"


class PlanChanged(LeagueRefusal):
    code = "plan-changed"
    text = _("Something has changed since you looked. Look again at what would happen now.")


class NotNow(LeagueRefusal):
    code = "not-now"
    text = _("The season is not at the stage for that.")


class NotEntered(LeagueRefusal):
    code = "not-entered"
    text = _("You have not signed up for this season.")


class AlreadyEntered(LeagueRefusal):
    code = "already-entered"
    text = _("You have signed up already.")


class ConditionUnmet(LeagueRefusal):
    """Facts: `problem`, a sentence."""

    code = "condition-unmet"
    text = "%(problem)s"


class NotAtThisTable(LeagueRefusal):
    code = "not-at-this-table"
    text = _("You do not play at this table.")


class ResultFinal(LeagueRefusal):
    code = "result-final"
    text = _("This result is final.")


class NothingSaid(LeagueRefusal):
    code = "nothing-said"
    text = _("Write something first.")


class SeatGone(LeagueRefusal):
    code = "seat-gone"
    text = _("Somebody else has taken this seat.")


class NotInThePool(LeagueRefusal):
    code = "not-in-the-pool"
    text = _("Put yourself on the list of substitutes first.")


class NoAppeal(LeagueRefusal):
    code = "no-appeal"
    text = _("This ruling cannot be appealed against, or not any more.")


class NoSuchPerson(LeagueRefusal):
    """Facts: `name`."""

    code = "no-such-person"
    text = _("There is no player called %(name)s.")
