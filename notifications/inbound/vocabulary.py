"""The few words besides moves that a reply may hold, in the languages of the site."""

from __future__ import annotations

import re
import unicodedata


def folded(text: str) -> str:
    """Lower case without accents: phones and hurry leave them out."""
    text = text.casefold().replace("ł", "l")
    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _words(text: str) -> frozenset[str]:
    return frozenset(folded(word.strip()) for word in text.split("|"))


YES = _words("yes|y|yep|yeah|ano|jo|áno|tak|ja")
NO = _words("no|n|nope|ne|nie|nein")
PREVIEW = _words("preview|náhled|nahled|ukaž|podgląd|pokaż")
HELP = _words("help|?|nápověda|pomoc|pomóc|návod")
RESIGN = _words(
    "resign|i resign|vzdávám|vzdávám se|vzdávám to|vzdát se|poddaję się|poddaję|rezygnuję"
)
VACATION = _words("vacation|holiday|away|volno|dovolená|dovolenou|urlop|wakacje")
DAYS = _words("day|days|d|den|dny|dní|dnů|dzień|dni")
WEEKS = _words("week|weeks|w|týden|týdny|týdnů|tydzień|tygodnie|tygodni")
CHOICE = _words("option|choice|number|volba|možnost|číslo|opcja|numer|wybór|odpověď|odpowiedź")
POLITE = _words(
    "please|thanks|thank|you|thx|prosím|díky|děkuji|děkuju|dík|moc|proszę|dzięki|dziękuję"
)

FILLERS = _words("for|na|przez|po|about|next|the|of|od dzisiaj|from")
"""Between the word for a vacation and its days."""
CHATTER = _words(
    "a|an|and|the|this|that|these|those|it|it's|its|i|i'm|im|i'd|i'll|i've|we|we'll|you|your|he|she"
    "|they|my|our|me|us|is|are|was|were|am|be|been|good|great|nice|well|sorry|see|hope|have|had|has"
    "|having|let|let's|lets|what|what's|how|why|when|where|who|which|can|could|would|will|won't"
    "|shall|should|may|might|must|do|does|did|thanks|thank|thx|please|hi|hello|hey|dear|ok|okay"
    "|sure|right|oh|ah|haha|lol|wow|gl|gg|cheers|enjoy|have|there|here|just|only|also|too|so|very"
    "|such|some|any|all|every|everyone|everybody|next|last|tomorrow|today|yesterday|tonight|on|at"
    "|in|for|from|with|of|as|by|my|best|regards|kind|warm|looking|talk|later|greetings|happy"
    "|to|je|jsem|byl|bylo|bude|budu|ale|moc|dobra|dobry|hezka|hezky|pekny|zatim|uz|jeste|ja|ty|my"
    "|ten|ta|tohle|snad|tak|asi|to|jest|jestem|bylo|bedzie|bede|milo|mila|fajna|super|swietna"
    "|dobra|dobrej|bardzo|juz|jeszcze|moze|chyba|teraz"
)
"""First words of sentences, never of a command, a faction or a code; those of hesitation apart."""
HESITATION = _words(
    "wait|but|no|nope|not|don't|dont|unless|if|actually|instead|rather|stop|cancel|or|hold|hmm"
    "|ne|ale|pokud|jestli|jestlize|kdyz|kdyby|vlastne|pockej|pockat|radeji|nebo|misto|nehraj|zrus"
    "|nie|jesli|jezeli|chyba|gdyby|wlasciwie|czekaj|poczekaj|zaczekaj|raczej|albo|lub|zamiast|anuluj"
)

# "No" begins half of all Polish and Czech sentences, and alone it means "well" or even "yes"; a
# Czech "tak" is "so". From these readers such a word is no answer.
MISLEADING = {"pl": _words("no"), "cs": _words("no|tak")}

GREETINGS = _words(
    "hi|hello|hey|hi there|hi all|dear all|good morning|good evening|ahoj|čau|nazdar|zdravím"
    "|dobrý den|dobré ráno|dobrý večer|hezký den|cześć|hej|witam|witaj|dzień dobry|dobry wieczór"
    "|siema|hallo|guten tag|moin|ahojte|dobrý deň"
)
SIGN_OFFS = _words(
    "best|regards|best regards|kind regards|with best regards|warm regards|best wishes"
    "|cheers|thanks|thank you|many thanks|bye|yours"
    "|sincerely|s pozdravem|pozdrav|zdraví|díky|děkuji|děkuju|díky moc|mějte se|měj se|hezký den"
    "|pěkný den|s přátelským pozdravem|se srdečným pozdravem|srdečné pozdravy|hezký večer|zdravím"
    "|pozdrawiam serdecznie|z pozdrowieniami|pozdrawiam|pozdrowienia|serdecznie pozdrawiam"
    "|z poważaniem|dzięki|dziękuję"
    "|miłego dnia|na razie|do widzenia|mit freundlichen grüßen|viele grüße|lg|mfg|s pozdravom"
    "|s prianim pekného dňa|s přáním hezkého dne|see you|take care"
)

SAY = re.compile(
    r"^\s*(?:-{2,}|[–—][-–—]*|-[–—])\s*"
    r"(?:say|chat|řekni|rekni|říkám|rikam|vzkaz|zpráva|zprava|pokec|powiedz|mówię|mowie|czat"
    r"|wiadomość|wiadomosc)\b\s*[:\-–—]*\s*(?P<rest>.*)$",
    re.I,
)
"""Begins the chat; phones make one long dash of two or three short ones."""
