"""A parser that believes nothing: it reports everything that a post's HTML should not have."""

from __future__ import annotations

import re
from html.parser import HTMLParser

ALLOWED: dict[str, set[str]] = {
    "a": {"href", "class", "rel"},
    "ol": {"start"},
    "span": {"class", "tabindex", "title"},
    "div": {"class", "tabindex"},
    "details": {"class"},
    "td": {"class"},
    "th": {"class", "scope"},
}
PLAIN = {
    *("blockquote", "br", "cite", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "p", "pre"),
    *("s", "strong", "summary", "table", "tbody", "thead", "tr", "ul"),
}
EMPTY = {"br", "hr"}
CLASSES = {
    *("mention", "from", "picture", "tablewrap", "veil", "embed", "spoiler", "right", "center")
}
ADDRESS = re.compile(r"(?:https?://|mailto:|/(?!/)|#|\?)|(?![a-zA-Z][\w+.-]*:)[^/\\\s:]")


class StrictParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.problems: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in PLAIN and tag not in ALLOWED:
            self.problems.append(f"element {tag}")
        for name, value in attrs:
            self.check(tag, name, value or "")
        if tag == "a" and ("rel", "nofollow ugc noopener") not in attrs:
            self.problems.append("a link that vouches for its target")
        if tag not in EMPTY:
            self.open.append(tag)

    def check(self, tag: str, name: str, value: str) -> None:
        if name not in ALLOWED.get(tag, set()):
            self.problems.append(f"attribute {tag} {name}")
        if name == "href" and not ADDRESS.match(value):
            self.problems.append(f"address {value[:60]!r}")
        if name == "class" and value not in CLASSES:
            self.problems.append(f"class {value!r}")
        if name == "tabindex" and value != "0":
            self.problems.append(f"tabindex {value!r}")
        if name == "start" and not re.fullmatch(r"\d{1,6}", value):
            self.problems.append(f"start {value!r}")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> where it does not belong")

    def handle_comment(self, data: str) -> None:
        self.problems.append("a comment")

    def handle_decl(self, decl: str) -> None:
        self.problems.append("a declaration")

    def handle_pi(self, data: str) -> None:
        self.problems.append("an instruction")


def problems_in(html: str) -> list[str]:
    parser = StrictParser()
    parser.feed(html)
    parser.close()
    return [*parser.problems, *(f"<{tag}> is never closed" for tag in parser.open)]
