"""Text put into one shape before anything is looked for in it."""

from __future__ import annotations

import re

_SPACES = re.compile("[\u00a0\u202f\u2000-\u200a\u205f\u3000]")
_INVISIBLE = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\u00ad\u061c\ufffc]")
_MARKS = re.compile(r"^(?:>\s?)+")


def normal(text: str) -> str:
    """Ordinary spaces, nothing invisible, no blanks at line ends, LF."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0c", "\n").replace("\x00", "")
    text = re.sub("[\u2028\u2029]", "\n", text)
    text = text.replace("\u2236", ":")  # GNOME writes times with the sign of a ratio
    text = _INVISIBLE.sub("", _SPACES.sub(" ", text))
    return "\n".join(line.rstrip() for line in text.split("\n"))


def squeezed(lines: list[str]) -> str:
    """Runs of blank lines as one, no blank lines at the ends."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def unflow(text: str, *, delete_space: bool) -> str:
    """Undo format=flowed (RFC 3676): a line that ends in a space goes on in the next one.

    Only within the same depth of quoting: else a quoted line would swallow the answer below it.
    """
    done: list[tuple[str, str]] = []
    flows = False
    for line in text.replace("\r\n", "\n").split("\n"):
        marks, content = _marks_and_content(line)
        if flows and done and done[-1][0] == marks and content != "-- " and content.strip():
            before = done[-1][1]
            done[-1] = (marks, (before[:-1] if delete_space else before) + content)
        else:
            done.append((marks, content))
        flows = content.endswith(" ") and content != "-- "
    return "\n".join(f"{marks} {content}" if marks else content for marks, content in done)


def _marks_and_content(line: str) -> tuple[str, str]:
    marks = re.match(r">*", line)
    depth = marks.end() if marks else 0
    content = line[depth:]
    # One space after the marks is stuffing; without it, leading marks would be read as a quote.
    return line[:depth], content[1:] if content.startswith(" ") else content


def quote_depth(line: str) -> int:
    """How many `>` stand before the line, blanks between them allowed."""
    found = _MARKS.match(line.lstrip())
    return found.group().count(">") if found else 0


def without_marks(line: str) -> str:
    return _MARKS.sub("", line.lstrip()).strip()
