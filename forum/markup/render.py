"""The renderer: markdown-it-py without HTML, then nh3 with a short list of what may pass."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

import nh3
from django.utils.html import escape
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from forum.markup.rules import add_rules
from forum.markup.scan import Names

VERSION = 2
"""Count it up when the same text gives other HTML; cached HTML of older versions is made anew."""

# fmt: off
TAGS = frozenset({
    "a", "blockquote", "br", "cite", "code", "details", "div", "em", "h3", "h4", "h5", "h6", "hr",
    "li", "ol", "p", "pre", "s", "span", "strong", "summary", "table", "tbody", "td", "th", "thead",
    "tr", "ul",
})
# fmt: on
CLASSES = {
    "a": {"mention", "from", "picture"},
    "div": {"tablewrap"},
    "span": {"veil", "embed"},
    "details": {"spoiler"},
    "td": {"right", "center"},
    "th": {"right", "center"},
}
ATTRIBUTES: dict[str, set[str]] = {"*": set(), "a": {"href"}, "ol": {"start"}, "span": {"title"}}
VALUES = {
    "span": {"tabindex": {"0"}},
    "div": {"tabindex": {"0"}},
    "th": {"scope": {"col"}},
}
SCHEMES = {"http", "https", "mailto"}

# Signs that turn the direction of writing for the rest of a page, and others nobody sees.
INVISIBLE = re.compile(
    "[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ufff9-\ufffb\x00-\x08\x0b-\x1f]"
)
MARKS_AT_MOST = 4
"""On one letter: more is no language, but towers that cover the lines above."""


@dataclass(frozen=True)
class Rendered:
    html: str
    mentioned: tuple[tuple[str, str], ...]
    """As written, and the name of the account."""
    quoted: tuple[int, ...]


def render(text: str, names: Names) -> Rendered:
    """HTML that is safe in any page, whatever was written."""
    env: dict[str, object] = {"names": names, "mentioned": [], "quoted": []}
    raw = _markdown().render(tidy(text), env)
    html = nh3.clean(
        raw,
        tags=set(TAGS),
        attributes={tag: set(names_) for tag, names_ in ATTRIBUTES.items()},
        tag_attribute_values={
            tag: {name: set(values) for name, values in allowed.items()}
            for tag, allowed in VALUES.items()
        },
        allowed_classes={tag: set(classes) for tag, classes in CLASSES.items()},
        url_schemes=SCHEMES,
        link_rel="nofollow ugc noopener",
        strip_comments=True,
        attribute_filter=_only_plain_values,
    )
    mentioned, quoted = env["mentioned"], env["quoted"]
    assert isinstance(mentioned, list)
    assert isinstance(quoted, list)
    return Rendered(html, tuple(dict.fromkeys(mentioned)), tuple(dict.fromkeys(quoted)))


def tidy(text: str) -> str:
    """The text without signs that disturb the page around it."""
    text = INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MARKS_AT_MOST:
            kept.append(sign)
    return "".join(kept)


def _only_plain_values(tag: str, name: str, value: str) -> str | None:
    """The last word on attributes: numbers are small, links lead somewhere a person can see."""
    if name == "start":
        return value if value.isdigit() and len(value) <= 6 else None
    if name == "href" and value.startswith("//"):
        return f"https:{value}"
    return value


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt(
        "commonmark", {"html": False, "linkify": True, "breaks": True, "typographer": False}
    )
    markdown.enable(["table", "strikethrough", "linkify"])
    assert markdown.linkify is not None
    # Only what is written as an address becomes one: "round.me" is the end of a sentence.
    markdown.linkify.set({"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False})
    add_rules(markdown)
    markdown.add_render_rule("image", _image)
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    markdown.add_render_rule("th_open", _cell_open)
    markdown.add_render_rule("td_open", _cell_open)
    markdown.add_render_rule("fence", _fence)
    return markdown


def _image(
    self: RendererHTML, tokens: list[Token], number: int, options: object, env: object
) -> str:
    """A picture elsewhere would tell its server who reads here: it becomes a link to follow."""
    token = tokens[number]
    address = str(token.attrs.get("src", ""))
    place = address.partition("://")[2].partition("/")[0]
    label = f"{token.content.strip()} ({place or address})".strip()
    return f'<a class="picture" href="{escape(address)}">{escape(label)}</a>'


def _table_open(
    self: RendererHTML, tokens: list[Token], number: int, options: object, env: object
) -> str:
    return '<div class="tablewrap" tabindex="0"><table>\n'


def _table_close(
    self: RendererHTML, tokens: list[Token], number: int, options: object, env: object
) -> str:
    return "</table></div>\n"


def _cell_open(
    self: RendererHTML, tokens: list[Token], number: int, options: object, env: object
) -> str:
    """Columns are set by class: the content policy forbids the style the library would write."""
    token = tokens[number]
    side = str(token.attrs.get("style", "")).removeprefix("text-align:")
    css = f' class="{side}"' if side in ("right", "center") else ""
    scope = ' scope="col"' if token.tag == "th" else ""
    return f"<{token.tag}{scope}{css}>"


def _fence(
    self: RendererHTML, tokens: list[Token], number: int, options: object, env: object
) -> str:
    return f"<pre><code>{escape(tokens[number].content)}</code></pre>\n"
