"""HTML mail as the text its reader sees, quotes marked by `>` as in a text mail."""

from __future__ import annotations

import re
from html.parser import HTMLParser


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


_BLOCKS = _tags(
    "address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5"
    " h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul"
)
_SPACED = _tags("blockquote dl h1 h2 h3 h4 h5 h6 ol p pre ul")
_UNSEEN = _tags("head style script title template noscript svg math object summary")
_VOID = _tags("area base br col embed hr img input link meta param source track wbr")

_SIGNATURE = re.compile(
    r"(?<!no-)(?<!without-)signature(?![\w-]*(?:separator|spacer))"
    r"|(?:^|[\s_-])(?:sign|sig\d+|sig-?block)(?:$|[\s_-])|sig(?:$|\s)",
    re.I,
)
_QUOTE = re.compile(
    r"(?<!no)(?<!no[-_])(?<!un)quot(?:e(?!\w*-?(?:button|toggle))|ing|ation)"
    r"|gmail_attr|moz-forward-container|divrplyfwdmsg|zmail_extra|appendonsend|replyforwardheader"
    r"|ms-outlook-mobile-reference-message|mail-editor-reference-message-container|reply-intro"
    r"|outlookmessageheader|cite-prefix|messagereply|replacedbody|history_container"
    r"|(?:original|previous|prev|replied|parent)[-_]?(?:message|mail)",
    re.I,
)
"""Names that mail programs give to what they quote."""
_CUT = re.compile(
    r"divrplyfwdmsg|appendonsend|ms-outlook-mobile-reference-message"
    r"|mail-editor-reference-message-container|outlookmessageheader",
    re.I,
)
# Outlook draws a thin line above the mail that it quotes, and nowhere else.
_RULE_ABOVE = re.compile(r"border-top\s*:\s*(?:solid\s+#|1(?:\.0)?p[tx]\s+solid|solid\s+1)", re.I)
_BAR_BESIDE = re.compile(r"border-left(?:-width)?\s*:[^;]*[1-9]|border-left[^;]*solid", re.I)
"""A bar on the left is how webmails show a quote that they do not name."""
_HIDDEN = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden", re.I)

CUT_LINE = "\u241c\u241c\u241c"
"""Stands where the markup says that all the rest is quoted; nobody writes this."""


class _Frame:
    """An open element and what it means for the text inside."""

    __slots__ = ("dropped", "gmail", "pre", "quoted", "tag")

    def __init__(
        self, tag: str, *, quoted: int, dropped: bool, pre: bool, gmail: bool = False
    ) -> None:
        self.tag = tag
        self.gmail = gmail
        self.quoted = quoted
        self.dropped = dropped
        self.pre = pre


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._text = ""
        self._stack = [_Frame("", quoted=0, dropped=False, pre=False)]

    @property
    def _here(self) -> _Frame:
        return self._stack[-1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.lower()
        if tag == "br":
            self._break(always=True)
            return
        if tag in _BLOCKS:
            self._break()
        names = " ".join(value or "" for name, value in attrs if name in {"class", "id", "name"})
        style = next((value or "" for name, value in attrs if name == "style"), "")
        if _CUT.search(names) or (tag == "div" and _RULE_ABOVE.search(style)):
            self._break()
            self._line(CUT_LINE)
        if tag in _VOID:
            if tag == "hr":
                self._line("_" * 24)
            return
        if tag in _SPACED:
            self._gap()
        here = self._here
        self._stack.append(
            _Frame(
                tag,
                quoted=here.quoted
                + (
                    tag == "blockquote"
                    or bool(_QUOTE.search(names))
                    or (tag in _BLOCKS and bool(_BAR_BESIDE.search(style)))
                ),
                dropped=here.dropped
                or tag in _UNSEEN
                or tag == "signature"
                or bool(_SIGNATURE.search(names))
                or bool(_HIDDEN.search(style)),
                pre=here.pre or tag == "pre",
                gmail="gmail_quote" in names,
            )
        )

    def handle_endtag(self, tag: str) -> None:
        tag = tag.lower()
        if tag in _BLOCKS:
            self._break()
        if tag in {"td", "th"} and not self._here.dropped:
            self._text += " "  # cells beside each other are words beside each other
        if tag in _SPACED:
            self._gap()
        if any(frame.tag == tag for frame in self._stack[1:]):
            while (closed := self._stack.pop()).tag != tag:
                pass  # closes what was left open inside
            around = self._here
            if tag == "blockquote" and closed.gmail and around.gmail and around.tag == "div":
                # Gmail puts the answer below the quote into the element that holds the quote.
                around.quoted, around.gmail = around.quoted - 1, False

    def handle_data(self, data: str) -> None:
        if self._here.dropped:
            return
        if self._here.pre:
            first, *more = data.split("\n")
            self._text += first
            for line in more:
                self._break(always=True)
                self._text += line
        else:
            self._text += re.sub(r"[ \t\r\n\f]+", " ", data)

    def close(self) -> None:
        super().close()
        self._break()

    def _break(self, *, always: bool = False) -> None:
        text = self._text if self._here.pre else re.sub(" +", " ", self._text).strip()
        self._text = ""
        if text or (always and not self._here.dropped):
            self._line(text)

    def _line(self, text: str) -> None:
        marks = ">" * self._here.quoted
        self.lines.append(f"{marks} {text}".rstrip() if marks else text)

    def _gap(self) -> None:
        if not self._here.dropped and self.lines and self.lines[-1].strip("> "):
            self._line("")


def html_to_text(source: str) -> str:
    """What the reader sees. Signatures named as such are left out; quotes begin with `>`."""
    reader = _Reader()
    # Word writes <![if …]>, at which the parser of the standard library may give up.
    reader.feed(_whole_tags(_without_comments(source)).replace("<![", "<!x["))
    reader.close()
    return "\n".join(reader.lines)


def _without_comments(source: str) -> str:
    """By hand: the parser takes very long over many that are never closed."""
    kept: list[str] = []
    here = 0
    while (start := source.find("<!--", here)) >= 0:
        kept.append(source[here:start])
        end = source.find("-->", start)
        if end < 0:
            return "".join(kept)
        here = end + 3
    return "".join([*kept, source[here:]])


def _whole_tags(source: str) -> str:
    """Without a tag that is never closed, over many of which the parser takes very long too."""
    last = source.rfind(">") + 1
    return source[:last] + source[last:].partition("<")[0]
