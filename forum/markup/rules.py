"""What our Markdown has beyond the standard: mentions, quotations, embeds, spoilers.

Each rule only ever writes tokens; text inside them is escaped by the renderer like any other.
"""

from __future__ import annotations

import re

from django.urls import reverse
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from accounts.usernames import username_key
from forum.embeds import embed_address, reference_at, reference_of

MENTION = re.compile(r"@([^\W_](?:[^\W_]|[._-](?=[^\W_])){1,23})")
QUOTATION = re.compile(r"\[quote (\d{1,12})\]")
SPOILER_OPEN = re.compile(r":::[ \t]*spoiler(?:[ \t]+(\S.{0,79}))?[ \t]*$", re.IGNORECASE)
SPOILER_CLOSE = re.compile(r":::[ \t]*$")


def add_rules(markdown: MarkdownIt) -> None:
    markdown.inline.ruler.before("link", "reference", reference)
    markdown.inline.ruler.before("emphasis", "mention", mention)
    markdown.inline.ruler.before("emphasis", "veil", veil)
    markdown.block.ruler.before(
        "fence", "spoiler", spoiler, {"alt": ["paragraph", "blockquote", "list"]}
    )
    markdown.core.ruler.push("headings", headings)
    markdown.core.ruler.push("own_links", own_links)
    # The standard text rule stops at none of these signs, and would run over them.
    markdown.inline.ruler.at("text", text)


_STOPS = re.compile(r"[\n!#$%&*+\-:<=>@\[\\\]^_`{|}~]")


def text(state: StateInline, silent: bool) -> bool:
    """Plain text up to the next sign that may mean something."""
    found = _STOPS.search(state.src, state.pos, state.posMax)
    end = found.start() if found else state.posMax
    if end == state.pos:
        return False
    if not silent:
        state.pending += state.src[state.pos : end]
    state.pos = end
    return True


def _link(state: StateInline, address: str, words: str, css: str) -> None:
    opening = state.push("link_open", "a", 1)
    opening.attrs = {"href": address, "class": css}
    state.push("text", "", 0).content = words
    state.push("link_close", "a", -1)


def mention(state: StateInline, silent: bool) -> bool:
    """`@name`, where somebody has that name and it does not stand inside a word or an address."""
    if state.src[state.pos] != "@" or state.linkLevel:
        return False
    if state.pos and (state.src[state.pos - 1].isalnum() or state.src[state.pos - 1] in "._-@/"):
        return False
    found = MENTION.match(state.src, state.pos)
    known = state.env["names"].people.get(username_key(found[1])) if found else None
    if not found or known is None:
        return False
    if not silent:
        address = reverse("profile", args=[known])
        _link(state, address, f"@{known}", "mention")
        state.env["mentioned"].append((found[1], known))
    state.pos = found.end()
    return True


def reference(state: StateInline, silent: bool) -> bool:
    """`[quote 12]`: who is quoted; `[game 123 move 45]`: a slot for what another app shows."""
    if state.src[state.pos] != "[" or state.linkLevel:
        return False
    if quoted := QUOTATION.match(state.src, state.pos):
        author = state.env["names"].authors.get(int(quoted[1]))
        if author is None:
            return False
        if not silent:
            state.push("cite_open", "cite", 1)
            _link(state, reverse("forum_post", args=[int(quoted[1])]), author, "from")
            state.push("cite_close", "cite", -1)
            state.env["quoted"].append(int(quoted[1]))
        state.pos = quoted.end()
        return True
    if found := reference_at(state.src, state.pos):
        if not silent:
            for token in _slot(found[1], found[2], found[0]):
                made = state.push(token.type, token.tag, token.nesting)
                made.attrs, made.content = token.attrs, token.content
        state.pos = found.end()
        return True
    return False


def _slot(kind: str, words: str, written: str) -> list[Token]:
    """What stands in a text until the thing is shown: the words, as a link where there is one."""
    slot = Token("embed_open", "span", 1, {"class": "embed", "title": f"{kind} {words}"})
    inner = [Token("text", "", 0, content=written)]
    if address := embed_address(kind, words):
        opening = Token("link_open", "a", 1, {"href": address})
        inner = [opening, *inner, Token("link_close", "a", -1)]
    return [slot, *inner, Token("embed_close", "span", -1)]


def veil(state: StateInline, silent: bool) -> bool:
    """`||words||`: hidden until looked at (hover, focus)."""
    if not state.src.startswith("||", state.pos):
        return False
    end = state.src.find("||", state.pos + 2, state.posMax)
    if end <= state.pos + 2 or "\n\n" in state.src[state.pos : end]:
        return False
    if not silent:
        opening = state.push("veil_open", "span", 1)
        opening.attrs = {"class": "veil", "tabindex": "0"}
        rest, state.posMax, state.pos = state.posMax, end, state.pos + 2
        state.md.inline.tokenize(state)
        state.posMax = rest
        state.push("veil_close", "span", -1)
    state.pos = end + 2
    return True


def spoiler(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`::: spoiler Title` … `:::` becomes a closed box that opens without scripts."""
    if state.is_code_block(start):
        return False
    head = SPOILER_OPEN.match(_line(state, start))
    if not head:
        return False
    if silent:
        return True
    line, depth = start + 1, 1
    while line < end:
        if state.sCount[line] < state.blkIndent:
            break
        words = _line(state, line)
        if SPOILER_OPEN.match(words):
            depth += 1
        elif SPOILER_CLOSE.match(words):
            depth -= 1
            if depth == 0:
                break
        line += 1
    state.push("spoiler_open", "details", 1).attrs = {"class": "spoiler"}
    state.push("summary_open", "summary", 1)
    title = state.push("inline", "", 0)
    title.content = ""
    label = Token("text", "", 0)
    # The same word in all our languages: the HTML is cached for readers of any.
    label.content = head[1].strip() if head[1] else "Spoiler"
    title.children = [label]
    state.push("summary_close", "summary", -1)
    kind, state.parentType = state.parentType, "spoiler"
    last, state.lineMax = state.lineMax, line
    state.md.block.tokenize(state, start + 1, line)
    state.parentType, state.lineMax = kind, last
    state.push("spoiler_close", "details", -1)
    state.line = min(line + 1, end)
    return True


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def headings(state: StateCore) -> None:
    """Headings go on where the page's own end (h2), and never skip a level."""
    level = 2
    for token in state.tokens:
        if token.type == "heading_open":
            level = min(int(token.tag[1]) + 2, level + 1, 6)
            token.tag = f"h{level}"
        elif token.type == "heading_close":
            token.tag = f"h{level}"


def own_links(state: StateCore) -> None:
    """A bare link to something of ours that posts can show becomes the thing."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = _with_slots(token.children)


def _with_slots(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    place = 0
    while place < len(tokens):
        head = tokens[place]
        # A link that was given words of its own is meant to be read with them.
        bare = head.type == "link_open" and head.markup in ("linkify", "autolink")
        found = reference_of(str(head.attrs.get("href", ""))) if bare else None
        out += [head] if found is None else _slot(*found, tokens[place + 1].content)
        place += 1 if found is None else 3
    return out
