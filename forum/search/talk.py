"""The index of what was said at finished games: one row per line, as for posts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection

from forum.search.words import folded, words_of

TABLE = "forum_talkindex"
WINDOW = 300
"""A search looks at the newest so many hits."""

_KEY = {"postgresql": "line_id", "sqlite": "rowid"}
_PUT = {
    "postgresql": f"INSERT INTO {TABLE} (line_id, words) VALUES (%s, to_tsvector('simple', %s))",
    "sqlite": f"INSERT INTO {TABLE} (rowid, body) VALUES (%s, %s)",
}
_READABLE = "game.status = 'finished' AND line.removed_at IS NULL {author}"
_SQLITE = f"""
    SELECT id FROM (
        SELECT {TABLE}.rowid AS id, bm25({TABLE}) AS score FROM {TABLE}
        JOIN games_chatline line ON line.id = {TABLE}.rowid
        JOIN games_game game ON game.id = line.game_id
        WHERE {TABLE} MATCH %s AND {_READABLE} ORDER BY {TABLE}.rowid DESC LIMIT {WINDOW}
    ) hits ORDER BY score, id DESC
"""
# As for posts, the limit inside makes it a look at each hit, newest first, until there are enough.
_POSTGRESQL = f"""
    WITH found AS MATERIALIZED (
        SELECT line_id, words FROM {TABLE} WHERE words @@ to_tsquery('simple', %s)
    ), chosen AS MATERIALIZED (
        SELECT hit.line_id AS id, hit.words
        FROM (SELECT line_id, words FROM found ORDER BY line_id DESC LIMIT {10 * WINDOW}) hit
        CROSS JOIN LATERAL (
            SELECT FROM games_chatline line JOIN games_game game ON game.id = line.game_id
            WHERE line.id = hit.line_id AND {_READABLE} LIMIT 1
        ) readable ORDER BY hit.line_id DESC LIMIT {WINDOW}
    )
    SELECT id FROM chosen ORDER BY ts_rank(words, to_tsquery('simple', %s)) DESC, id DESC
"""


def talk_put(*, lines: Iterable[tuple[int, str]]) -> None:
    """Make lines findable: id and text."""
    rows = list(lines)
    if not rows:
        return
    marks = ", ".join(["%s"] * len(rows))
    with connection.cursor() as cursor:
        key = _KEY[connection.vendor]
        cursor.execute(f"DELETE FROM {TABLE} WHERE {key} IN ({marks})", [pk for pk, _ in rows])
        cursor.executemany(_PUT[connection.vendor], [(pk, folded(text)) for pk, text in rows])


def talk_find(*, query: str, author_id: int | None = None) -> list[int]:
    """Ids of lines that hold every word, best of the newest first."""
    words = words_of(query)
    if not words:
        return []
    author = "AND line.author_id = %s" if author_id is not None else ""
    values: list[Any] = [author_id] if author_id is not None else []
    if connection.vendor == "sqlite":
        wanted = " ".join([*(f'"{word}"' for word in words[:-1]), f'"{words[-1]}"*'])
        return _ids(_SQLITE.format(author=author), [wanted, *values])
    wanted = " & ".join([*words[:-1], f"{words[-1]}:*"])
    return _ids(_POSTGRESQL.format(author=author), [wanted, *values, wanted])


def _ids(statement: str, values: list[Any]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [row[0] for row in cursor.fetchall()]
