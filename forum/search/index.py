"""The index: one row per shown post, kept by the services that change posts.

PostgreSQL keeps a `tsvector` with a GIN index, SQLite an FTS5 table. The table has the same name in
both and is made by a migration; Django's models do not know it. The last word of a query may be
the beginning of a word, because people search while they type.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection

from forum.search.words import folded, words_of

TABLE = "forum_postindex"
WINDOW = 300
"""A search looks at the newest so many hits: nobody pages through more, and it bounds the work."""
PROBE = 20_000
ENOUGH = WINDOW // 3
"""A word with so many hits among the newest posts is common enough not to look further."""

_PUT = {
    "postgresql": (
        f"INSERT INTO {TABLE} (post_id, words) VALUES (%s,"
        " setweight(to_tsvector('simple', %s), 'A') || to_tsvector('simple', %s))"
    ),
    "sqlite": f"INSERT INTO {TABLE} (rowid, title, body) VALUES (%s, %s, %s)",
}
_KEY = {"postgresql": "post_id", "sqlite": "rowid"}
_READABLE = (
    "topic.category_id IN ({categories}) {author}"
    " AND topic.state = 'open' AND topic.listed AND post.state = 'shown'"
)
_SQLITE = f"""
    SELECT id FROM (
        SELECT {TABLE}.rowid AS id, bm25({TABLE}, 4.0, 1.0) AS score FROM {TABLE}
        JOIN forum_post post ON post.id = {TABLE}.rowid
        JOIN forum_topic topic ON topic.id = post.topic_id
        WHERE {TABLE} MATCH %s AND {{where}}
        ORDER BY {TABLE}.rowid DESC LIMIT {WINDOW}
    ) hits ORDER BY score, id DESC
"""  # SQLite's measure is smaller for better hits
# PostgreSQL cannot tell how often a word or a beginning occurs, and then walks through everything.
# So the way is chosen here: words that are common are found among the newest posts; those that are
# not are rare, and the index of words finds all of them quickly.
_AMONG_THE_NEWEST = f"""
    WITH newest AS MATERIALIZED (
        SELECT post_id, words FROM {TABLE} ORDER BY post_id DESC LIMIT {PROBE}
    ), found AS MATERIALIZED (
        SELECT post_id, ts_rank(words, wanted) AS score
        FROM newest, to_tsquery('simple', %s) wanted WHERE words @@ wanted
    )
    SELECT id FROM (
        SELECT found.post_id AS id, found.score FROM found
        JOIN forum_post post ON post.id = found.post_id
        JOIN forum_topic topic ON topic.id = post.topic_id
        WHERE {{where}} ORDER BY found.post_id DESC LIMIT {WINDOW}
    ) hits ORDER BY score DESC, id DESC
"""
_AMONG_ALL = f"""
    WITH found AS MATERIALIZED (
        SELECT post_id FROM {TABLE} WHERE words @@ to_tsquery('simple', %s)
    ), newest AS MATERIALIZED (
        SELECT post_id FROM found ORDER BY post_id DESC LIMIT {10 * WINDOW}
    ), readable AS MATERIALIZED (
        SELECT post.id FROM newest
        JOIN forum_post post ON post.id = newest.post_id
        JOIN forum_topic topic ON topic.id = post.topic_id
        WHERE {{where}} ORDER BY post.id DESC LIMIT {WINDOW}
    )
    SELECT readable.id FROM readable JOIN {TABLE} hit ON hit.post_id = readable.id
    ORDER BY ts_rank(hit.words, to_tsquery('simple', %s)) DESC, readable.id DESC
"""
_OF_AN_AUTHOR = f"""
    WITH readable AS MATERIALIZED (
        SELECT post.id FROM forum_post post
        JOIN forum_topic topic ON topic.id = post.topic_id WHERE {{where}}
    )
    SELECT hit.post_id FROM {TABLE} hit JOIN readable ON readable.id = hit.post_id
    WHERE hit.words @@ to_tsquery('simple', %s) ORDER BY hit.post_id DESC LIMIT {WINDOW}
"""


def index_put(*, post_id: int, title: str, text: str) -> None:
    """Make a post findable; the title is given for the first post of a topic only."""
    index_drop(post_ids=[post_id])
    with connection.cursor() as cursor:
        cursor.execute(_PUT[connection.vendor], [post_id, folded(title), folded(text)])


def index_drop(*, post_ids: Iterable[int]) -> None:
    ids = list(post_ids)
    if ids:
        marks = ", ".join(["%s"] * len(ids))
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {TABLE} WHERE {_KEY[connection.vendor]} IN ({marks})", ids)


def index_find(
    *, query: str, category_ids: Sequence[int], author_id: int | None = None
) -> list[int]:
    """Ids of posts in these categories that hold every word, best of the newest first."""
    words = words_of(query)
    if not words or not category_ids:
        return []
    where = _READABLE.format(
        categories=", ".join(["%s"] * len(category_ids)),
        author="AND post.author_id = %s" if author_id is not None else "",
    )
    values = [*category_ids, *([author_id] if author_id is not None else [])]
    if connection.vendor == "sqlite":
        wanted = " ".join([*(f'"{word}"' for word in words[:-1]), f'"{words[-1]}"*'])
        return _ids(_SQLITE.format(where=where), [wanted, *values])
    wanted = " & ".join([*words[:-1], f"{words[-1]}:*"])
    if author_id is not None:
        return _ids(_OF_AN_AUTHOR.format(where=where), [*values, wanted])
    found = _ids(_AMONG_THE_NEWEST.format(where=where), [wanted, *values])
    if len(found) < ENOUGH:
        found = _ids(_AMONG_ALL.format(where=where), [wanted, *values, wanted])
    return found


def _ids(statement: str, values: list[Any]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [row[0] for row in cursor.fetchall()]
