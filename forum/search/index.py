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
DEEPER = 4 * PROBE
ENOUGH = WINDOW // 3
"""A word with so many hits among the newest posts is common enough not to look further."""
PROMISING = ENOUGH // 3
"""With so many it is likely to have enough among somewhat older ones."""

_PUT = {
    "postgresql": (
        f"INSERT INTO {TABLE} (post_id, words) VALUES (%s,"
        " setweight(to_tsvector('simple', %s), 'A') || to_tsvector('simple', %s))"
    ),
    "sqlite": f"INSERT INTO {TABLE} (rowid, title, body) VALUES (%s, %s, %s)",
}
_KEY = {"postgresql": "post_id", "sqlite": "rowid"}
_READABLE = (
    "{category} IN ({categories}) {author}"
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
# not are rare, and the index of words finds all of them quickly. Where only a few topics or one
# author are searched, their posts are looked through instead.
#
# Where "chosen" has no order of its own, it keeps that of the rows it looks at one by one and stops
# at the last one wanted; with an order it would look at all of them first.
_MAY_BE_READ = """
    CROSS JOIN LATERAL (
        SELECT FROM forum_post post JOIN forum_topic topic ON topic.id = post.topic_id
        WHERE post.id = hit.post_id AND {where} LIMIT 1
    ) readable
"""
# The limit makes it a look at each hit: a join might be planned as a walk through all posts. And
# the category is written as a sum, which no index knows: so the topic is looked up by its id.
_AMONG_THE_NEWEST = f"""
    WITH chosen AS MATERIALIZED (
        SELECT hit.post_id, hit.words
        FROM (SELECT post_id, words FROM {TABLE} ORDER BY post_id DESC LIMIT {{depth}}) hit
        {_MAY_BE_READ} WHERE hit.words @@ to_tsquery('simple', %s) LIMIT {WINDOW}
    )
    SELECT post_id FROM chosen ORDER BY ts_rank(words, to_tsquery('simple', %s)) DESC, post_id DESC
"""
_AMONG_ALL = f"""
    WITH found AS MATERIALIZED (
        SELECT post_id FROM {TABLE} WHERE words @@ to_tsquery('simple', %s)
    ), hit AS MATERIALIZED (
        SELECT post_id FROM (SELECT post_id FROM found LIMIT {PROBE}) bounded
        ORDER BY post_id DESC LIMIT {10 * WINDOW}
    ), chosen AS MATERIALIZED (
        SELECT hit.post_id FROM hit {_MAY_BE_READ} LIMIT {WINDOW}
    )
    SELECT post_id FROM chosen JOIN {TABLE} USING (post_id)
    ORDER BY ts_rank(words, to_tsquery('simple', %s)) DESC, post_id DESC
"""
_AMONG_FEW = f"""
    WITH readable AS MATERIALIZED (
        SELECT post.id FROM forum_post post
        JOIN forum_topic topic ON topic.id = post.topic_id WHERE {{where}}
        ORDER BY post.id DESC LIMIT {PROBE}
    ), chosen AS MATERIALIZED (
        SELECT hit.post_id, hit.words FROM readable
        CROSS JOIN LATERAL (
            SELECT post_id, words FROM {TABLE}
            WHERE post_id = readable.id AND words @@ to_tsquery('simple', %s) LIMIT 1
        ) hit LIMIT {WINDOW}
    )
    SELECT post_id FROM chosen ORDER BY ts_rank(words, to_tsquery('simple', %s)) DESC, post_id DESC
"""
_BY_AUTHOR = f"""
    WITH written AS MATERIALIZED (
        SELECT id, topic_id FROM forum_post WHERE author_id = %s AND state = 'shown'
        ORDER BY id DESC LIMIT {PROBE}
    ), chosen AS MATERIALIZED (
        SELECT hit.post_id, hit.words FROM written
        CROSS JOIN LATERAL (
            SELECT post_id, words FROM {TABLE}
            WHERE post_id = written.id AND words @@ to_tsquery('simple', %s) LIMIT 1
        ) hit
        CROSS JOIN LATERAL (
            SELECT FROM forum_topic topic WHERE topic.id = written.topic_id
            AND topic.category_id + 0 IN ({{categories}})
            AND topic.state = 'open' AND topic.listed LIMIT 1
        ) readable LIMIT {WINDOW}
    )
    SELECT post_id FROM chosen ORDER BY ts_rank(words, to_tsquery('simple', %s)) DESC, post_id DESC
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
    *,
    query: str,
    category_ids: Sequence[int],
    author_id: int | None = None,
    few_topics: bool = False,
) -> list[int]:
    """Ids of posts in these categories that hold every word, best of the newest first.

    `few_topics` says that the categories hold so few that looking through them is the shortest way.
    """
    words = words_of(query)
    if not words or not category_ids:
        return []
    categories = ", ".join(["%s"] * len(category_ids))
    if connection.vendor == "sqlite":
        author = "AND post.author_id = %s" if author_id is not None else ""
        wanted = " ".join([*(f'"{word}"' for word in words[:-1]), f'"{words[-1]}"*'])
        values = [wanted, *category_ids, *([author_id] if author_id is not None else [])]
        where = _READABLE.format(category="topic.category_id", categories=categories, author=author)
        return _ids(_SQLITE.format(where=where), values)
    wanted = " & ".join([*words[:-1], f"{words[-1]}:*"])
    if author_id is not None:
        values = [author_id, wanted, *category_ids, wanted]
        return _ids(_BY_AUTHOR.format(categories=categories), values)
    if few_topics:
        return _among_few(wanted, category_ids, categories)
    return _among_many(wanted, category_ids, categories)


def _among_few(wanted: str, category_ids: Sequence[int], categories: str) -> list[int]:
    where = _READABLE.format(category="topic.category_id", categories=categories, author="")
    return _ids(_AMONG_FEW.format(where=where), [*category_ids, wanted, wanted])


def _among_many(wanted: str, category_ids: Sequence[int], categories: str) -> list[int]:
    where = _READABLE.format(category="topic.category_id + 0", categories=categories, author="")
    for depth, so_many in ((PROBE, PROMISING), (DEEPER, ENOUGH)):
        newest = _AMONG_THE_NEWEST.format(where=where, depth=depth)
        found = _ids(newest, [*category_ids, wanted, wanted])
        if len(found) >= ENOUGH:
            return found
        if len(found) < so_many:
            break
    return _ids(_AMONG_ALL.format(where=where), [wanted, *category_ids, wanted])


def _ids(statement: str, values: list[Any]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [row[0] for row in cursor.fetchall()]
