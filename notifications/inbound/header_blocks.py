"""A quoted mail's own headers, as Outlook, Seznam and Polish webmails put them above its text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from notifications.inbound.attributions import is_marked, is_only_date, is_sent_by
from notifications.inbound.lines import without_marks

_LABELS: dict[str, str] = {
    "from": (
        "from|od|von|de|da|van|feladó|от|від|från|fra|lähettäjä|de la|nadawca|kimden|expéditeur"
        "|remitente|mittente|odesílatel|odosielateľ|afzender|absender|pošiljatelj|šalje|od koho"
    ),
    "date": (
        "sent|date|odesláno|datum|odoslané|dátum|wysłano|wysłane|data|gesendet|envoyé|enviado"
        "|fecha|inviato|verzonden|küldve|отправлено|дата|надіслано|skickat|dato|sendt|lähetetty"
        "|päivämäärä|trimis|poslano|poslato|datum odeslání|gönderildi|gönderme zamanı|tarih"
        "|enviada em|sent on|date sent|data wysłania"
    ),
    "to": (
        "to|komu|do|an|à|a|para|aan|címzett|кому|till|til|vastaanottaja|către|adresat|kime|za|prima"
        "|pro|príjemca|destinataire|destinatario|odbiorca|adresaci"
    ),
    "cc": "cc|kopie|kopia|dw|kópia|copie|copia|kopi|másolat|копия|копія|bcc|skrytá kopie|udw",
    "subject": (
        "subject|předmět|predmet|temat|betreff|objet|asunto|oggetto|onderwerp|assunto|tárgy|тема"
        "|ämne|emne|aihe|subiect|konu|zadeva|titel|věc|sujet"
    ),
    "other": (
        "reply-to|odpovědět|odpověď na|odpowiedz do|antwort an|importance|důležitost|priorita"
        "|ważność|attachments|přílohy|załączniki|anlagen|organization|organizace|message-id"
    ),
}
_ROLE = {label: role for role, labels in _LABELS.items() for label in labels.split("|")}
_LINE = re.compile(
    r"^[*_]{0,2}([^\W\d_][\w .()\-]{0,24}?)[*_]{0,2}\s?[:：]\s*[*_]{0,2}(?:\s+|$)(.*)$"
)
_LONGEST_LINE = 2000
"""A list of receivers may be long; what is longer is none."""
_IN_ONE_LINE = re.compile(
    r"^(?:from|od|von)\s?:(?=.*@)(?=.*(?:to|komu|do|an)\s?:)(?=.*(?:date|sent|datum|data)\s?:)"
    r".*(?:subject|předmět|temat|betreff)\s?:",
    re.I,
)
"""A converter dropped the breaks between the cells of a table."""
_ADDRESS = re.compile(r"\S+@[\w-]+\.\w")
_TIME = re.compile(r"\d{1,2}[:.]\d{2}")
_DATE_OR_TIME = re.compile(r"\d{4}|\d{1,2}[:.]\d{2}")


@dataclass(frozen=True)
class Block:
    """Lines `start` up to, not including, `end` are the headers of a quoted mail."""

    start: int
    end: int
    marked: bool
    """They stand behind `>` themselves."""


def block_at(lines: list[str], start: int) -> Block | None:
    """The block that begins in this line, if one does."""
    marked = is_marked(lines[start])
    if len(lines[start]) <= _LONGEST_LINE and _IN_ONE_LINE.match(lines[start].strip()):
        return Block(start, start + 1, marked)
    if not _read(lines, start, marked):
        return None
    roles: dict[str, str] = {}
    unknown: list[str] = []
    end = index = start
    loose = 0
    while index < len(lines) and index < start + 24:
        line = lines[index]
        label = _read(lines, index, marked)
        if label:
            role = _ROLE.get(label[0].lower())
            if role:
                roles.setdefault(role, label[1])
            elif roles and len(roles) >= 3:
                break  # the quoted text itself may begin with "Something: …"
            else:
                unknown.append(label[1])
            end = index + 1
            loose = 0
        elif _complete(roles) and not _continues(lines, index, marked):
            break
        else:
            # Between labels: a wrapped list of receivers, or blank lines of a converter.
            loose += 1
            if loose > 2 or (line.strip() and is_marked(line) != marked):
                break
        index += 1
    if _enough(roles, unknown):
        return Block(start, end, marked)
    return None


def memo_span(lines: list[str], start: int) -> int | None:
    """The end of a head as Notes writes it: a name alone, a date below it, then to and subject.

    The labels stand in a table, so a colon behind them or the value beside them may be missing.
    """
    date = start + 1
    while date < len(lines) and (is_sent_by(lines[date]) or _is_gap(lines, date)):
        date += 1
    if date >= len(lines) or not is_only_date(lines[date]) or not lines[start].strip():
        return None
    wanted = ["to", "subject"]
    for index in range(date + 1, min(date + 16, len(lines))):
        line = lines[index].strip()
        label = role_of(line) or _ROLE.get(line.rstrip(" :").lower(), "")
        if label == wanted[0]:
            wanted.pop(0)
        if not wanted:
            return index
    return None


def _is_gap(lines: list[str], index: int) -> bool:
    """One blank line, as a converter of tables leaves it."""
    return not lines[index].strip() and bool(lines[index - 1].strip())


def role_of(line: str) -> str:
    """What a line says that looks like a header: `from`, `to`, `subject` …; or nothing."""
    found = _LINE.match(line.strip()) if len(line) <= _LONGEST_LINE else None
    return _ROLE.get(found[1].strip().lower(), "") if found else ""


def _read(lines: list[str], index: int, marked: bool) -> tuple[str, str] | None:
    line = lines[index]
    if marked != is_marked(line) or len(line) > _LONGEST_LINE:
        return None
    found = _LINE.match(without_marks(line) if marked else line.strip())
    return (found[1].strip(), found[2].strip()) if found else None


def _continues(lines: list[str], index: int, marked: bool) -> bool:
    """Does a known label come in the next two lines?"""
    for after in range(index + 1, min(index + 3, len(lines))):
        label = _read(lines, after, marked)
        if label and label[0].lower() in _ROLE:
            return True
    return False


def _complete(roles: dict[str, str]) -> bool:
    return "from" in roles and len(roles) >= 3


def _enough(roles: dict[str, str], unknown: list[str]) -> bool:
    if "from" in roles and len(roles) >= 3:
        return True
    if "from" in roles and len(roles) == 2:
        return bool(_ADDRESS.search(roles["from"])) or bool(_TIME.search(roles.get("date", "")))
    # A language that we do not know: an address and a date among at least three such lines.
    values = [*roles.values(), *unknown]
    return (
        len(values) >= 3
        and any(_ADDRESS.search(value) for value in values)
        and any(_DATE_OR_TIME.search(value) for value in values)
    )
