"""Signatures, lines that an app adds, and other people's footers."""

from __future__ import annotations

import re

from notifications.inbound.vocabulary import SAY

_DELIMITER = re.compile(r"^\s*(?:--|[—―]{1,20}|–{2,20})\s*$")
_APP_LINE = re.compile(
    r"""^[\s*_\[(]*(?:
    (?:sent|odesláno|odoslané|odoslan[áo]|posláno|poslano|poslato|wysłan[eoay]|gesendet|verschickt
       |envoyé|enviad[oa]|inviato|verzonden|skickat|sendt|lähetetty|trimis|отправлено|надіслано
       |küldve|gönderildi|typed|written|composed|dictated|thumbed|napsáno|psáno|napísané|písané
       |napisan[eoay]|geschrieben|getippt|verfasst|écrit|rédigé|escrito|scritto)\s+
      (?:from|with|via|using|by|on|z|ze|zo|na|přes|pomocí|prostřednictvím|za\s+pomoci|przy|za\s+pomocą
         |poprzez|mit|von|vom|aus|über|de|depuis|avec|desde|con|do|da|dal|tramite|vanaf|van|met
         |från|fra|din|с|со|из|з|із)\b
    | (?:get|získat|získejte|získať|získajte|pobierz|holen\s+sie\s+sich|obtenez|obtener|scarica
       |download|stáhnout|stáhněte)\s.{0,40}?\b
      (?:outlook|bluemail|mail|pošta|poczta|yahoo|spark|edison|typeapp|thunderbird)\b
    | (?:diese\s+(?:nachricht|e-?mail)\s+wurde\s+)?von\s+(?:mein\w*\s+)?.{2,60}\s+gesendet
    | .{0,40}(?:outlook|mail)\s+für\s+\w+\s+(?:herunterladen|beziehen)
    | envoyé\s+à\s+partir\s+d | (?:odesláno|odoslané|posláno)\s+(?:mobiln|aplikac|e-?mailov)
    | az\s\S.{1,40}\sküldve$
    | [发發寄]自 | .{2,30}(?:から送信|에서\s*보냄)
    | (?:please\s+)?(?:excuse|forgive|pardon)\s+(?:\w+\s+){0,3}
      (?:typos?|brevity|misspell|autocorrect)
    | omluvte\s+.{0,20}(?:překlep|stručnost)
    | (?:przepraszam|wybacz\w*)\s+.{0,20}(?:literówki|zwięzłość)
    | (?:wysłan[eoay]|odesláno|sent|gesendet)\s+(?:bezpiecznie|bezpečně|securely|sicher)\s
    | secured\s+with\s | \S{2,20}'?\w*\s+gönderildi
    | (?:mein|my)\s+\w+\s+(?:is\s+)?sent\s+from
    | (?:yahoo|aol)\s+mail\b.{0,40}(?:search|organi[sz]e|conquer)
    )""",
    re.X | re.I,
)
_SCANNER = re.compile(
    r"^(?:.*(?:avast|avg|eset|norton|kaspersky|mcafee)\b.*"
    r"(?:vir|antivir|malware|zkontrol|sprawdz|check)"
    r"|.*(?:vir|wirus)\w*\b.*(?:avast|avg|eset|norton|kaspersky|mcafee)).*$",
    re.I,
)
_DISCLAIMER = re.compile(
    r"""^\W{0,20}(?:
    (?:confidentiality|legal|privacy)\s+(?:notice|note|disclaimer)\b | disclaimer\s*[:.]
    | this\s+(?:e-?mail|message|communication)\b.{0,160}\b(?:confidential|intended|privileged)
    | the\s+(?:information|content)s?\s+(?:contained\s+)?(?:in|of)\s+this\s+(?:e-?mail|message)\b
    | (?:tento|tato)\s+(?:e-?mail|zpráva)\b.{0,200}\b(?:důvěrn|určen|výhradn)
    | (?:ta|niniejsza)\s+(?:wiadomość|korespondencja)\b.{0,200}\b(?:poufn|przeznaczon|zawiera)
    | treść\s+tej\s+wiadomości\b
    | (?=.{0,400}\b(?:confidential|poufn|důvěrn|dôvern|vertraulich|confidentiel|riservat
        |privileged))
      .{0,400}\b(?:addressee|recipient|adresát|adresat|příjemc|príjemc|odbiorc|empfänger|destinat)
    | (?:upozornění|poučení|klauzula|zastrzeżenie|haftungsausschluss)\s*[:.]
    | informace\s+(?:obsažené\s+)?v\s+t(?:omto|éto)\s+(?:e-?mailu|zprávě)\b
    | diese\s+(?:e-?mail|nachricht)\b.{0,160}\bvertraulich
    | (?:please\s+)?consider\s+the\s+environment\b | chraňte\s+životní\s+prostředí
    | myslete\s+na\s+přírodu | pomyśl\s+o\s+środowisku
    )""",
    re.X | re.I,
)
"""What companies put below; it goes on to the end."""
_LIST_FOOTER = re.compile(r"^_{20,}$|^-{40,}$|^[=*~#]{6,}$|^_{8,}\s?\S.*\s_{5,}$")
_DASHES_AND_NAME = re.compile(r"^--\s[^\W\d_]\S*(?:\s\S+){0,3}$")
"""Somebody who forgot to begin a new line behind the dashes; several such lines are a list."""
_PICTURE = re.compile(r"^\[(?:cid|image|obrázek|obraz|bild|logo)\s?:.{0,200}\]$", re.I)
_DEVICE = re.compile(
    r"\b(?:iphone|ipad|ipod|apple\s?watch|galaxy|samsung|huawei|xiaomi|redmi|oneplus|motorola|nokia"
    r"|blackberry|android)",
    re.I,
)
_MOST_WORDS_OF_APP = 5
_LONGEST_BEGINNING = 1000
"""Of a line, to tell what it is; companies write long paragraphs."""
_RULE_OR_BLANK = re.compile(r"\s*[-_*]{2,}\s*|\s*")
_LONGEST_APP_LINE = 160


def without_signature(lines: list[str]) -> list[str]:
    """One stretch of somebody's own lines, cut where the signature begins."""
    kept = list(lines)
    dashed = [index for index in range(len(lines)) if _is_dashed_name(lines, index)]
    for index, line in enumerate(kept):
        beginning = line[:_LONGEST_BEGINNING]
        footer = _LIST_FOOTER.match(beginning.strip()) or _DISCLAIMER.match(beginning)
        if _DELIMITER.match(beginning) or footer or dashed == [index]:
            kept = kept[:index]
            break
    return _without_app_lines(_without_scanner(kept))


def _is_dashed_name(lines: list[str], index: int) -> bool:
    line = lines[index][:_LONGEST_BEGINNING].strip()
    if not _DASHES_AND_NAME.match(line) or SAY.match(line) or not line.lstrip("- ")[:1].isupper():
        return False
    return index > 0 and not lines[index - 1].strip()


def _is_app_line(lines: list[str], index: int) -> bool:
    line = lines[index].strip()
    if len(line) > _LONGEST_APP_LINE:
        return False
    if _APP_LINE.match(line) or _PICTURE.match(line):
        return True
    # In a language that we do not know: a few words alone at the end, and a device among them.
    if len(line.split()) > _MOST_WORDS_OF_APP or line[-1:] in {".", "!", "?"}:
        return False
    last = not any(map(str.strip, lines[index + 1 : index + 50]))
    return last and index > 0 and not lines[index - 1].strip() and bool(_DEVICE.search(line))


def _without_scanner(lines: list[str]) -> list[str]:
    for index, line in enumerate(lines):
        if len(line) <= _LONGEST_APP_LINE and _SCANNER.match(line):
            start = index
            while start and _RULE_OR_BLANK.fullmatch(lines[start - 1]):
                start -= 1
            return lines[:start]
    return lines


def _without_app_lines(lines: list[str]) -> list[str]:
    """Drop `Sent from my phone` and what is wrapped to its paragraph."""
    kept: list[str] = []
    dropping = False
    for index, line in enumerate(lines):
        if dropping and line.strip():
            continue
        dropping = _is_app_line(lines, index)
        if dropping:
            while kept and _RULE_OR_BLANK.fullmatch(kept[-1]):
                kept.pop()
        else:
            kept.append(line)
    return kept
