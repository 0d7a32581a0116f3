"""Why the forum refuses something, in words for the person who asked."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from operations.refusals import Refusal


class ForumRefusal(Refusal):
    """Of the forum."""

    def __str__(self) -> str:
        return self.sentence


class NotAllowed(ForumRefusal):
    code = "not-allowed"
    text = _("You may not write here.")


class Silenced(NotAllowed):
    code = "silenced"
    text = _("A moderator has taken your right to write here. You can appeal against it.")


class TopicClosed(ForumRefusal):
    code = "topic-closed"
    text = _("This topic is closed. Nothing can be added to it.")


class TooShort(ForumRefusal):
    code = "too-short"
    text = _("This is too short. Write at least %(least)d characters.")


class TooLong(ForumRefusal):
    code = "too-long"
    text = _("This is too long: %(length)d characters, and %(most)d are possible.")


class Duplicate(ForumRefusal):
    code = "duplicate"
    text = _("You have just posted the same text here. It is there already.")


class TooFast(ForumRefusal):
    code = "too-fast"
    text = _("You have written very much in a short time. Please wait %(minutes)d minutes.")


class TooManyLinks(ForumRefusal):
    code = "too-many-links"
    text = _("A new account may put up to %(most)d links into a post. Please leave some out.")


class LookedAtFirst(ForumRefusal):
    code = "looked-at-first"
    text = _(
        "A moderator looks at some words of new accounts first. Write this as a post of its own."
    )


class TooManyMentions(ForumRefusal):
    code = "too-many-mentions"
    text = _("Please mention at most %(most)d people in one post.")


class NothingToVote(ForumRefusal):
    code = "nothing-to-vote"
    text = _("Choose at least one and at most %(most)d of the answers.")


class PollClosed(ForumRefusal):
    code = "poll-closed"
    text = _("This poll is closed.")


class TooManyTags(ForumRefusal):
    code = "too-many-tags"
    text = _("A topic can have up to %(most)d tags.")


class NeedsReason(ForumRefusal):
    code = "needs-reason"
    text = _("Please give a reason. It goes into the log, and to the person concerned.")


class NotYourOwn(ForumRefusal):
    code = "not-your-own"
    text = _("Somebody else has to do this: nobody judges his own decisions.")


class AlreadyDone(ForumRefusal):
    code = "already-done"
    text = _("This has been done already, perhaps by somebody else a moment ago.")


class SameTopic(ForumRefusal):
    code = "same-topic"
    text = _("Choose another topic of this forum to merge with.")


class NothingChosen(ForumRefusal):
    code = "nothing-chosen"
    text = _("Choose some of the posts, but not the first one and not all of them.")


class TooMuchReporting(ForumRefusal):
    code = "too-much-reporting"
    text = _("You have reported much today. A moderator will look at it; please wait for that.")


class NotYourTurn(ForumRefusal):
    code = "not-your-turn"
    text = _(
        "A line that begins with > is a move, and it is not your turn. Nothing was said or played."
    )


class CommandRefused(ForumRefusal):
    code = "command-refused"
    text = _("The move was not played, and nothing was said: %(reason)s")

    @property
    def nearest(self) -> tuple[str, ...]:
        """Whole lines that would be legal instead."""
        found = self.facts["nearest"]
        assert isinstance(found, tuple)
        return found


class NotOverYet(ForumRefusal):
    code = "not-over-yet"
    text = _("The game is not over. Until then this would be advice to somebody.")


class EmptyStudy(ForumRefusal):
    code = "empty-study"
    text = _("Choose at least one position before you publish.")
