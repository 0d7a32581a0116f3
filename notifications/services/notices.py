"""What mail servers and providers tell us about our own mails.

Anybody can write a notice, so it counts only if it is about a mail that we sent to that very
address: told by the signed bounce address, or by the Message-ID of a row in the outbox.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from notifications.inbound.machine import MachineKind, MachineMail
from notifications.inbound.tokens import ReplyToken
from notifications.models import OutgoingMail
from notifications.services.addresses import bounce_note, complaint_note
from notifications.services.switching import mail_told_otherwise


def notice_record(*, machine: MachineMail, token: ReplyToken | None, now: datetime) -> str:
    """Mark addresses as the notice says; returns what was done, for the operator."""
    if machine.kind is MachineKind.BOUNCE and machine.bounce:
        bounce = machine.bounce
        mail, ours = _sent_to(bounce.addresses, about=bounce.about, token=token)
        reason = f"{bounce.permanence} {bounce.status}".strip()
        for address in ours:
            marked = bounce_note(
                address=address, permanence=bounce.permanence, reason=reason, now=now
            )
            if marked and mail is not None:
                mail_told_otherwise(mail=mail, now=now)
        return f"{reason}: {', '.join(ours) or 'no mail of ours'}"
    if machine.kind is MachineKind.COMPLAINT:
        mail, ours = _sent_to(machine.complaint_about, about=machine.about, token=token)
        for address in ours:
            complaint_note(address=address, reason="feedback report", now=now)
        return f"complaint: {', '.join(ours) or 'no mail of ours'}"
    return machine.sign


def _sent_to(
    addresses: Iterable[str], *, about: str, token: ReplyToken | None
) -> tuple[OutgoingMail | None, list[str]]:
    row: OutgoingMail | None = None
    if token is not None and token.kind == "bounce":
        row = OutgoingMail.objects.filter(pk=token.subject).first()
    if row is None and about:
        row = OutgoingMail.objects.filter(message_id=about).first()
    if row is None:
        return None, []
    receivers = [str(receiver).lower() for receiver in row.recipients]
    named = [address for address in addresses if address in receivers]
    # A forwarding server may name the address behind ours; a mail to one person is clear.
    return row, named or (receivers if len(receivers) == 1 else [])
