"""Replies to check-in mails: yes takes the place, no gives it to the next one."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.errors import LeagueRefusal
from leagues.models import Season
from leagues.services.entries import entry_check_in, entry_withdraw
from notifications.inbound.commands import OrderKind, read_orders
from notifications.inbound.reasons import sentence_for
from notifications.mails.given import check_in_address
from notifications.mails.letters import Letter, mail_domain, mail_of, words_of
from notifications.reply_handlers import Handled, Reply, handles_replies
from notifications.services.outbox import mail_queue


@handles_replies("check-in")
def check_in_reply(reply: Reply) -> Handled:
    with words_of(reply.user):
        season = Season.objects.select_related("league").filter(pk=reply.token.subject).first()
        if season is None:
            return Handled(reason="no-such-season")
        if reply.reason:
            return _refuse(reply, season, str(reply.reason), str(sentence_for(reply.reason)))
        order = read_orders(reply.words, language=reply.user.language, names=reply.names).order
        kind = None if order is None else order.kind
        if kind not in {OrderKind.YES, OrderKind.NO}:
            return _refuse(reply, season, "not-understood", _("Answer with yes or no."))
        try:
            with transaction.atomic():
                if kind is OrderKind.YES:
                    entry_check_in(season_id=season.pk, user=reply.user)
                else:
                    entry_withdraw(season_id=season.pk, user=reply.user)
        except LeagueRefusal as refusal:
            return _refuse(reply, season, refusal.code, refusal.sentence)
        title = _("You are checked in.") if kind is OrderKind.YES else _("You have withdrawn.")
        _answer(reply, season, title)
        return Handled(detail=f"{kind} for season {season.pk}")


def _refuse(reply: Reply, season: Season, code: str, sentence: str) -> Handled:
    _answer(reply, season, _("Nothing was changed"), sentence)
    return Handled(reason=code, detail=sentence)


def _answer(reply: Reply, season: Season, title: str, *paragraphs: str) -> None:
    """To the address that wrote, in the same thread; it can be answered again."""
    letter = Letter(
        subject=f"{season}: {title}",
        title=title,
        url=season.get_absolute_url(),
        button=_("Look at the season"),
        paragraphs=paragraphs,
        reply_to=check_in_address(season_id=season.pk, now=reply.received_at),
        in_reply_to=reply.message_id,
        automatic="auto-replied",
    )
    mail = mail_of(
        letter,
        to=reply.user,
        address=reply.address,
        kind="league-check-in",
        game=None,
        message_id=f"<answer-{reply.mail_id}@{mail_domain()}>",
    )
    mail_queue(message=mail)
