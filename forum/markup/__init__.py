"""From what people write to what pages show: Markdown, then a sanitiser that trusts nobody.

`render` is pure. It asks the caller who is meant by a mention and who wrote a quoted post.
"""

from forum.markup.render import VERSION, Rendered, render
from forum.markup.scan import Names, links_in, names_in, plain_text, without_spoilers

__all__ = [
    "VERSION",
    "Names",
    "Rendered",
    "links_in",
    "names_in",
    "plain_text",
    "render",
    "without_spoilers",
]
