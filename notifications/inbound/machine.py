"""Mails that no person wrote: never played, never answered.

Each sort has several signs, because programs set some of them and forget others. A sign that
people's mails carry too (X-Auto-Response-Suppress, set by Exchange on everything) is none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from enum import StrEnum

from notifications.inbound.addresses import addresses_in, normal_address
from notifications.inbound.reports import Bounce, about_of, bounce_of
from notifications.inbound.wire import content_type, header, headers, parameter


class MachineKind(StrEnum):
    AUTO_REPLY = "auto-reply"
    CALENDAR = "calendar"
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    LIST = "list"
    LOOP = "loop"
    READ_RECEIPT = "read-receipt"


@dataclass(frozen=True)
class MachineMail:
    """What sort, by which sign, and for a bounce what it says."""

    kind: MachineKind
    sign: str
    bounce: Bounce | None = None
    complaint_about: tuple[str, ...] = ()
    """Addresses whose owner called our mail spam."""
    about: str = ""
    """Message-ID of that mail, where the complaint names it."""


_DAEMON = re.compile(r"^(?:mailer-?daemon|postmaster|mail-?daemon|mmdf|bounces?)(?:[+-].*)?@", re.I)
_BOUNCE_SUBJECT = re.compile(
    r"^(?:undeliver(?:able|ed)|mail delivery (?:failed|failure)|delivery (?:status notification"
    r"|failure|has failed)|failure notice|returned mail|warning: (?:message|could not send)"
    r"|nedoručiteln|nedoručen|niedostarcz|nie (?:dostarczono|można dostarczyć)|delayed mail"
    r"|message status|zwrot|unzustellbar|non remis|delivery notification|mail system error"
    r"|(?:mail|message) (?:could )?not (?:be )?delivered|delivered:|relayed:|expanded:)",
    re.I,
)
_SURELY_BOUNCED = re.compile(
    r"^(?:undeliverable|undelivered mail returned|mail delivery (?:failed|failure)|failure notice$"
    r"|delivery notification: delivery has failed|returned mail: see transcript"
    r"|delivery status notification|nedoručiteln\w+|niedostarczon\w+|unzustellbar)\b",
    re.I,
)
_AUTOMATIC = (
    r"auto(?:matic|mated)?[ -]?(?:reply|response|responder|answer)|autoreply"
    r"|(?:odpověď|odpoveď|odpowiedź)\s+(?:v nepřítomnosti|automatyczna)"
    r"|automatick[áé]\s+(?:odpověď|odpoveď|hlášení)|autoodpověď|autoodpowiedź"
    r"|automatyczna\s+odpowiedź"
    r"|automatische\s+antwort|autoantwort|réponse\s+automatique|respuesta\s+autom[áa]tica"
    r"|resposta\s+autom[áa]tica|risposta\s+automatica|automatisch\s+antwoord|autosvar"
    r"|automatiskt?\s+svar|automaattinen\s+vastaus|automatikus\s+válasz|răspuns\s+automat"
    r"|samodejni\s+odgovor|automatski\s+odgovor|otomatik\s+yanıt|αυτόματη\s+απάντηση"
    r"|автоматический\s+ответ|автоматична\s+відповідь|автоответ\w*|自动回复|自動回覆|自動応答|자동\s*회신"
)
"""Whatever a mail program of this language puts before the subject."""
_ABSENT = (
    r"out[ -]of[ -](?:the[ -])?office|ooo|away\s+from\s+(?:my\s+|the\s+)?(?:mail|desk|office)"
    r"|(?:on\s+)?(?:vacation|holidays?|annual\s+leave|parental\s+leave)(?:\s+(?:notice|reply|response|message))?"
    r"|(?:jsem\s+|budu\s+)?(?:na\s+)?dovolen(?:á|é|ou)|(?:jsem\s+)?mimo\s+kancelář"
    r"|nejsem\s+v\s+(?:kanceláři|práci)|nepřítom\w+|neprítom\w+"
    r"|(?:jestem\s+)?(?:na\s+)?urlop(?:ie|u)?|nieobecn\w+|(?:jestem\s+)?poza\s+biurem|zastępstwo"
    r"|abwesen\w+|außer\s+haus|nicht\s+im\s+büro|(?:ich\s+bin\s+)?im\s+urlaub|urlaub\w*"
    r"|absen[ct]e?(?:\s+du\s+bureau)?|en\s+congés?|fuera\s+de\s+(?:la\s+)?oficina|ausente"
    r"|fuori\s+(?:sede|ufficio)|assente|assenza|afwezig\w*|niet\s+op\s+kantoor|frånvaro\w*"
    r"|fravær\w*|poissa\s+toimistosta|в\s+отпуске|вне\s+офиса|у\s+відпустці"
)
_SOMEBODY_ABSENT = (
    r"(?:is|am)\s+(?:currently\s+)?(?:out\s+of\s+(?:the\s+)?office|away\s+from|on\s+(?:vacation|leave))"
    r"|je\s+(?:mimo\s+kancelář|na\s+dovolené|nepřítom\w+)|je\s+neprítom\w+|nejsem\s+přítom\w+"
    r"|jest\s+(?:poza\s+biurem|na\s+urlopie|nieobecn\w+)|jestem\s+nieobecn\w+|przebywa\w*\s+na\s+urlopie"
    r"|ist\s+(?:nicht\s+im\s+büro|abwesend|außer\s+haus|im\s+urlaub)|est\s+absente?"
)
_AUTO_SUBJECT = re.compile(
    rf"^[\[(]?(?:{_AUTOMATIC}|auto)(?:[\])]|\s*[:：(-]|$|\s+(?:re:|from\b|od\b|von\b))"
    rf"|^(?:re|odp|aw|sv|antw)\s*:\s*(?:{_AUTOMATIC})\s*[:：]"
    # An answer to a mail of ours begins with "Re:" or the like, so this is not a table's name.
    rf"|^(?![^\s:]{{1,8}}\s?:\s)[^:]{{0,60}}\b(?:{_SOMEBODY_ABSENT})(?:\s*\(|\s*[.!]|$|\s+(?:until|till|do|bis|re:))"
    r"|^(?:away|absent|absence)$"
    r"|^\[?(?:request|ticket)\s+(?:received|created)\b|^please\s+confirm\s+your\s+(?:e-?mail|message)\b"
    rf"|[\[(](?:{_AUTOMATIC}|auto)[\])]"
    # What follows the words of absence must not be the rest of a table's name.
    rf"|^(?:{_ABSENT})(?:\s*(?:[:：.!/–-]|re:|odp:|aw:|$)|\s+(?:re|odp|aw|until|till|do|bis|v|w)\b"
    r"|\s+auto)"
    r"|^i(?:.m|\s+am)\s+(?:currently\s+)?(?:out\s+of|away|on\s+(?:vacation|holiday|leave))\b",
    re.I,
)
_RECEIPT_SUBJECT = re.compile(
    r"^(?:(?:not )?read|(?:nie )?odczytan[oe]|(?:ne)?přečten[oéa]|(?:ne)?prečítané"
    r"|(?:nie )?przeczytan[eo]|(?:un)?gelesen"
    r"|(?:non )?lu|le[íi]do|letto|lida|gelezen|läst|прочитано|прочтено)\s*:"
    r"|^(?:return|read) receipt\b|^doručenka\b|^potvrzení o (?:přečtení|doručení)"
    r"|^potwierdzenie (?:przeczytania|odczytu|doręczenia)|^lesebestätigung"
    r"|^accusé de (?:lecture|réception)|^conferma di lettura|^confirmación de lectura"
    r"|^leesbevestiging",
    re.I,
)
_ANSWERED_MEETING = re.compile(
    r"^method\s*[:=]\s*\"?(?:reply|request|cancel|counter|declinecounter|refresh|add)", re.I | re.M
)
_NOBODY = re.compile(
    r"^(?:no-?_?reply|do-?not-?reply|donotreply|neodpovidat|neodpovidejte|nie-?odpowiadaj"
    r"|auto(?:reply|responder|mat)|noreply)(?:[+._-][^@]*)?@",
    re.I,
)
_AUTO_HEADER = re.compile(
    r"^x-(?:[\w-]*-)?(?:auto-?(?:re(?:ply|spon(?:d|der|se))|generated|answer)|vacation)(?:-from)?$"
    r"|^x-(?:ms-exchange-(?:inbox-rules-loop|generated-message-source)|ebay-mailversion"
    r"|fc-machinegenerated|cron-env|zendesk-[\w-]+|otrs-[\w-]+|jira-fingerprint|freshdesk-[\w-]+)$"
)
"""Whatever a program puts before or behind these words; Exchange's `-suppress` is no such name."""
_AUTO_PROGRAM = re.compile(r"(?:vacation$|[\w -]*auto-?(?:respond|reply))", re.I)
_LIST_HEADERS = (
    "mailing-list",
    "x-mailing-list",
    "x-google-group-id",
    "list-id",
    "list-post",
    "list-unsubscribe",
    "x-mailman-version",
    "x-list",
    "list-help",
    "x-beenthere",
    "list-owner",
    "list-archive",
    "list-subscribe",
)


def machine_mail(
    message: EmailMessage, *, envelope_sender: str | None = None, ours: Collection[str] = ()
) -> MachineMail | None:
    """None for a person's mail.

    `envelope_sender`: as given to our server; empty for `<>`, None where unknown (then
    Return-Path counts). `ours`: addresses from which this site sends.
    """
    return (
        _report(message)
        or _loop(message, ours)
        or _bounce(message, _null_sender(message, envelope_sender))
        or _auto_reply(message, _null_sender(message, envelope_sender))
        or _list(message)
    )


def _null_sender(message: EmailMessage, envelope_sender: str | None) -> bool:
    if envelope_sender is not None:
        return envelope_sender.strip() in {"", "<>"}
    paths = headers(message, "return-path")
    return bool(paths) and paths[0].strip() in {"", "<>"}


def _report(message: EmailMessage) -> MachineMail | None:
    """A notice that says by its type what it is."""
    # What a person's mail carries with it says nothing about that mail.
    kinds = {content_type(part) for part in _own_parts(message)}
    report = (
        parameter(message, "report-type") if content_type(message) == "multipart/report" else ""
    )
    if "message/feedback-report" in kinds or report == "feedback-report":
        return MachineMail(
            MachineKind.COMPLAINT,
            "feedback-report",
            complaint_about=_complained(message),
            about=about_of(message),
        )
    if "message/disposition-notification" in kinds or report == "disposition-notification":
        return MachineMail(MachineKind.READ_RECEIPT, "disposition-notification")
    if "message/delivery-status" in kinds or report == "delivery-status":
        return MachineMail(MachineKind.BOUNCE, "delivery-status", bounce_of(message))
    if complained := _junk_report(message):
        return complained
    if _is_about_meeting(message):
        return MachineMail(MachineKind.CALENDAR, "text/calendar")
    return None


def _own_parts(part: EmailMessage) -> Iterator[EmailMessage]:
    """All parts but those of a mail that is attached."""
    yield part
    if content_type(part) != "message/rfc822" and part.is_multipart():
        for inner in part.iter_parts():
            if isinstance(inner, EmailMessage):
                yield from _own_parts(inner)


def _junk_report(message: EmailMessage) -> MachineMail | None:
    """Microsoft's complaints: our mail attached, its receiver named in a header of their own."""
    for part in message.walk():
        if found := addresses_in(part, "x-hmxmroriginalrecipient"):
            about = about_of(message)
            return MachineMail(
                MachineKind.COMPLAINT, "junk-report", complaint_about=tuple(found), about=about
            )
    return None


def _is_about_meeting(message: EmailMessage) -> bool:
    """An invitation, or the answer to one: calendars send them by themselves."""
    for part in _own_parts(message):
        if content_type(part) == "text/calendar":
            payload = part.get_payload(decode=True)
            inside = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
            method = f"method:{parameter(part, 'method')}"
            if _ANSWERED_MEETING.search(method) or _ANSWERED_MEETING.search(inside):
                return True
    return False


def _complained(message: EmailMessage) -> tuple[str, ...]:
    for part in message.walk():
        kind = content_type(part)
        if kind == "message/feedback-report":
            payload = part.get_payload()
            text = "\n".join(map(str, payload)) if isinstance(payload, list) else str(payload)
            named = re.findall(r"^original-rcpt-to:\s*(\S+)", text, re.I | re.M)
            found = [address for name in named if (address := normal_address(name))]
            if found:
                return tuple(dict.fromkeys(found))
    for part in message.walk():
        if content_type(part) == "message/rfc822" and part.is_multipart():
            for inner in part.iter_parts():
                if isinstance(inner, EmailMessage):
                    return tuple(addresses_in(inner, "to", "delivered-to"))
    return ()


def _loop(message: EmailMessage, ours: Collection[str]) -> MachineMail | None:
    own = {_without_token(normal_address(address)) for address in ours} - {""}
    senders = addresses_in(message, "from", "sender", "return-path")
    if any(_without_token(sender) in own for sender in senders):
        return MachineMail(MachineKind.LOOP, "from-ourselves")
    # Sent on under another name. People's mails may bear our domain, but not both signs.
    domain = header(message, "message-id").rstrip(">").rpartition("@")[2].lower()
    automatic = header(message, "auto-submitted").lower().startswith("auto-")
    if automatic and domain in {address.rpartition("@")[2] for address in own}:
        return MachineMail(MachineKind.LOOP, "our-message-id")
    return None


def _without_token(address: str) -> str:
    local, at, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}{at}{domain}"


def _bounce(message: EmailMessage, null_sender: bool) -> MachineMail | None:
    sender = next(iter(addresses_in(message, "from")), "")
    daemon = bool(_DAEMON.match(sender or header(message, "from") + "@"))
    subject = bool(_BOUNCE_SUBJECT.match(header(message, "subject")))
    if headers(message, "x-failed-recipients"):
        sign = "x-failed-recipients"
    elif "x-ms-exchange-message-is-ndr" in {name.lower() for name in message}:
        sign = "exchange-ndr"
    elif daemon and (null_sender or subject):
        sign = "mailer-daemon"
    elif null_sender and subject:
        sign = "null-sender"
    elif _SURELY_BOUNCED.match(header(message, "subject")):
        sign = "subject"
    else:
        return None
    return MachineMail(MachineKind.BOUNCE, sign, bounce_of(message))


def _auto_reply(message: EmailMessage, null_sender: bool) -> MachineMail | None:
    submitted = header(message, "auto-submitted").split(";")[0].strip().lower()
    precedence = header(message, "precedence").lower()
    if submitted and submitted != "no":
        return MachineMail(MachineKind.AUTO_REPLY, "auto-submitted")
    words = {"auto_reply", "auto-reply", "autoreply"}
    if precedence in words or header(message, "preference").lower() in words:
        return MachineMail(MachineKind.AUTO_REPLY, "precedence")
    if "autoresponder" in header(message, "x-post-messageclass").lower():
        return MachineMail(MachineKind.AUTO_REPLY, "x-post-messageclass")
    if "autoresponder" in (value.lower() for value in headers(message, "delivered-to")):
        return MachineMail(MachineKind.AUTO_REPLY, "delivered-to")
    for name in dict.fromkeys(name.lower() for name in message):
        if _AUTO_HEADER.match(name) and any(
            value.lower() not in {"", "no", "0", "false"} for value in headers(message, name)
        ):
            return MachineMail(MachineKind.AUTO_REPLY, name)
    if header(message, "x-delivery-agent").lower().startswith("tmda"):
        return MachineMail(MachineKind.AUTO_REPLY, "x-delivery-agent")
    if header(message, "return-receipt"):
        return MachineMail(MachineKind.AUTO_REPLY, "return-receipt")
    for name in ("x-mailer", "x-loop", "x-responder", "user-agent"):
        if _AUTO_PROGRAM.match(header(message, name)):
            return MachineMail(MachineKind.AUTO_REPLY, name)
    if _AUTO_SUBJECT.search(header(message, "subject")):
        return MachineMail(MachineKind.AUTO_REPLY, "subject")
    if _RECEIPT_SUBJECT.match(header(message, "subject")):
        return MachineMail(MachineKind.READ_RECEIPT, "subject")
    if any(_NOBODY.match(sender) for sender in addresses_in(message, "from")):
        return MachineMail(MachineKind.AUTO_REPLY, "no-reply")
    if null_sender:
        # Nobody who writes a mail by hand asks not to hear of its fate.
        return MachineMail(MachineKind.AUTO_REPLY, "null-sender")
    return None


def _list(message: EmailMessage) -> MachineMail | None:
    for name in _LIST_HEADERS:
        if headers(message, name):
            return MachineMail(MachineKind.LIST, name)
    if header(message, "precedence").lower() in {"list", "bulk", "junk"}:
        return MachineMail(MachineKind.LIST, "precedence")
    return None
