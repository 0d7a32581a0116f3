"""Why a mail was not acted upon: stable codes, and the sentences that people read."""

from __future__ import annotations

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Reason(StrEnum):
    """Codes are stored and tested; never change one that has been in use."""

    NONE = ""
    # What is written
    NOTHING_WRITTEN = "nothing-written"
    FORWARDED = "forwarded"
    ENCRYPTED = "encrypted"
    NOT_TEXT = "not-text"
    QUOTE_NOT_CLEAR = "quote-not-clear"
    UNCLEAR_ANSWER = "unclear-answer"
    SEVERAL_ORDERS = "several-orders"
    NO_ORDER = "no-order"
    NOTHING_TO_PREVIEW = "nothing-to-preview"
    # Who writes
    SENDER_MISSING = "sender-missing"
    SENDER_NOT_CLEAR = "sender-not-clear"
    SENDER_NOT_READABLE = "sender-not-readable"
    SENDER_UNKNOWN = "sender-unknown"
    SENDER_NOT_PROVEN = "sender-not-proven"
    TOO_MANY = "too-many"
    # To what
    TOKEN_MISSING = "token-missing"
    TOKEN_FORGED = "token-forged"
    TOKEN_EXPIRED = "token-expired"
    TOO_BIG = "too-big"
    NO_HANDLER = "no-handler"
    BROKEN = "broken"


SENTENCES: dict[Reason, str | Promise] = {
    Reason.NOTHING_WRITTEN: _(
        "There were no words of your own in the mail, only quotes or a signature."
    ),
    Reason.FORWARDED: _("The mail was forwarded, not answered."),
    Reason.ENCRYPTED: _("The mail is encrypted and we cannot read it. Please send plain text."),
    Reason.NOT_TEXT: _("The mail has no readable text. Please write plain text, no attachment."),
    Reason.QUOTE_NOT_CLEAR: _(
        "We could not tell your words from the quoted mail. Please answer without the quote."
    ),
    Reason.UNCLEAR_ANSWER: _("It is not clear whether that means yes or no. One word is enough."),
    Reason.SEVERAL_ORDERS: _("The mail asks for several different things. Please send only one."),
    Reason.NO_ORDER: _("There was no move or command in the mail."),
    Reason.NOTHING_TO_PREVIEW: _("Write the line to be previewed after the word."),
    Reason.SENDER_MISSING: _("The mail names no sender."),
    Reason.SENDER_NOT_CLEAR: _("The mail names more than one sender."),
    Reason.SENDER_NOT_READABLE: _("The sender's address cannot be read."),
    Reason.SENDER_UNKNOWN: _("The sender's address is no confirmed address of this player."),
    Reason.SENDER_NOT_PROVEN: _("The sender's mail server does not vouch for the address."),
    Reason.TOO_MANY: _("Too many mails in a short time."),
    Reason.TOKEN_MISSING: _("The mail came to no known address."),
    Reason.TOKEN_FORGED: _("The reply address is not one of ours."),
    Reason.TOKEN_EXPIRED: _("The reply address is no longer valid."),
    Reason.TOO_BIG: _("The mail is too big."),
    Reason.NO_HANDLER: _("Nothing here takes mails of this kind yet."),
    Reason.BROKEN: _("The mail could not be dealt with because of an error of ours."),
}


def sentence_for(code: str) -> str | Promise:
    """The sentence for a stored code; the code itself where none of ours."""
    try:
        return SENTENCES.get(Reason(code), code)
    except ValueError:
        return code
