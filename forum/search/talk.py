"""The index of what was said at finished games: one row per line, as for posts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection

from forum.search.index import ENOUGH, PROBE, WINDOW
from forum.search.words import folded, words_of

TABLE = "forum_talkindex"

_KEY = {"postgresql": "line_id", "sqlite": "rowid"}
_PUT = {
    "postgresql": f"INSERT INTO {TABLE} (line_id, words) VALUES (%s, to_tsvector('simple', %s))",
    "sqlite": f"INSERT INTO {TABLE} (rowid, body) VALUES (%s, %s)",
}
_READABLE = "game.status = 'finished' AND line.removed_at IS NULL"
_SQLITE = f"""
    SELECT id FROM (
        SELECT {TABLE}.rowid AS id, bm25({TABLE}) AS score FROM {TABLE}
        JOIN games_chatline line ON line.id = {TABLE}.rowid
        JOIN games_game game ON game.id = line.game_id
        WHERE {TABLE} MATCH %s AND {_READABLE} {{author}}
        ORDER BY {TABLE}.rowid DESC LIMIT {WINDOW}
    ) hits ORDER BY score, id DESC
"""
# As for posts: common words are found among the newest lines, rare ones by the index of words, and
# those of one author among his own; hits are looked at newest first, until there are enough.
_POSTGRESQL = f"""
    WITH hit AS MATERIALIZED (
        {{hits}}
    ), chosen AS MATERIALIZED (
        SELECT hit.line_id, hit.words FROM hit
        CROSS JOIN LATERAL (
            SELECT FROM games_chatline line JOIN games_game game ON game.id = line.game_id
            WHERE line.id = hit.line_id AND {_READABLE} LIMIT 1
        ) readable LIMIT {WINDOW}
    )
    SELECT line_id FROM chosen
    ORDER BY ts_rank(words, to_tsquery('simple', %s)) DESC, line_id DESC
"""
_AMONG_THE_NEWEST = f"""
    SELECT line_id, words
    FROM (SELECT line_id, words FROM {TABLE} ORDER BY line_id DESC LIMIT {PROBE}) newest
    WHERE words @@ to_tsquery('simple', %s) ORDER BY line_id DESC LIMIT {10 * WINDOW}
"""
_AMONG_ALL = f"""
    SELECT line_id, words
    FROM (SELECT line_id, words FROM {TABLE} WHERE words @@ to_tsquery('simple', %s) LIMIT {PROBE})
        found
    ORDER BY line_id DESC LIMIT {10 * WINDOW}
"""
_BY_AUTHOR = f"""
    SELECT spoken.line_id, spoken.words
    FROM (
        SELECT id FROM games_chatline WHERE author_id = %s ORDER BY id DESC LIMIT {PROBE}
    ) said
    CROSS JOIN LATERAL (
        SELECT line_id, words FROM {TABLE}
        WHERE line_id = said.id AND words @@ to_tsquery('simple', %s) LIMIT 1
    ) spoken
    ORDER BY spoken.line_id DESC LIMIT {10 * WINDOW}
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
    values: list[Any] = [author_id] if author_id is not None else []
    if connection.vendor == "sqlite":
        author = "AND line.author_id = %s" if author_id is not None else ""
        wanted = " ".join([*(f'"{word}"' for word in words[:-1]), f'"{words[-1]}"*'])
        return _ids(_SQLITE.format(author=author), [wanted, *values])
    wanted = " & ".join([*words[:-1], f"{words[-1]}:*"])
    if author_id is not None:
        return _ids(_POSTGRESQL.format(hits=_BY_AUTHOR), [author_id, wanted, wanted])
    found = _ids(_POSTGRESQL.format(hits=_AMONG_THE_NEWEST), [wanted, wanted])
    if len(found) < ENOUGH:
        found = _ids(_POSTGRESQL.format(hits=_AMONG_ALL), [wanted, wanted])
    return found


def _ids(statement: str, values: list[Any]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [row[0] for row in cursor.fetchall()]
