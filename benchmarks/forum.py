"""How fast the forum is when it is full: `python -m benchmarks.forum`.

Loads 100,000 topics and 1,000,000 posts by SQL into a PostgreSQL database of its own (started like
those of the tests), then asks for pages as a member with a history of reading, through the whole
stack of middleware and templates. Beside each figure stands a naive way of getting the same rows.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tooling import services
from tooling.bootstrap import say

# fmt: off
WORDS = [
    "bridge", "river", "town", "temple", "priest", "spade", "dwelling", "stronghold",
    "sanctuary", "favor", "power", "bowl", "scoring", "round", "shipping", "terraform",
    "witches", "nomads", "giants", "mermaids", "engineers", "alchemists", "halflings",
    "cultists", "auren", "dwarves", "fakirs", "swarmlings", "darklings", "chaos", "income",
    "worker", "coin", "bonus", "tile", "pass", "leech", "action",
]
# fmt: on


def main() -> int:
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.test")
    with services.postgresql() as database, services.redis_server() as (redis, prefix):
        os.environ.update(DATABASE_URL=database, REDIS_URL=redis, REDIS_PREFIX=prefix)
        import django

        django.setup()
        with own_database():
            _load(options.topics, options.posts)
            return _measure(options.runs)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed of a full forum.")
    parser.add_argument("--topics", type=int, default=100_000)
    parser.add_argument("--posts", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=60, help="visits of each page")
    return parser.parse_args()


@contextmanager
def own_database() -> Iterator[None]:
    """A database beside the one named, removed in the end."""
    from django.db import connection

    name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _load(topics: int, posts: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import User
    from forum.models import Category

    began = time.monotonic()
    call_command("createcachetable", verbosity=0)
    User.objects.bulk_create(_people(500))
    Category.objects.bulk_create(
        Category(slug=f"c{n}", name=f"Category {n}", order=n, topic_count=topics // 8)
        for n in range(8)
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT setseed(0.5)")
        for statement in _statements(topics, posts):
            cursor.execute(statement)
    say(f"loaded {topics:,} topics and {posts:,} posts in {time.monotonic() - began:.0f} s")


def _people(number: int) -> list[Any]:
    from django.utils import timezone

    from accounts.models import User
    from accounts.usernames import username_key, username_skeleton

    joined = timezone.now() - timedelta(days=2000)
    names = [f"player{n}" for n in range(number)]
    return [
        User(
            username=name,
            username_key=username_key(name),
            username_skeleton=username_skeleton(name) + str(n),
            date_joined=joined,
            password="!",
        )
        for n, name in enumerate(names)
    ]


def _statements(topics: int, posts: int) -> Iterator[str]:
    """Topics over five years, posts spread over them, longer threads being rarer."""
    from forum.markup import VERSION

    words = "ARRAY[" + ",".join(f"'{word}'" for word in WORDS) + "]"
    pick = f"({words})[1 + floor(random() * {len(WORDS)})::int]"
    sentence = " || ' ' || ".join([pick] * 12)
    yield (
        "INSERT INTO forum_topic (category_id, author_id, title, state, pin, locked, subject_kind,"
        " subject_key, listed, created_at, last_number, reply_count, vote_count, last_post_at,"
        " last_poster_id) "
        "SELECT (SELECT min(id) FROM forum_category) + n % 8,"
        " (SELECT min(id) FROM accounts_user) + n % 500,"
        f" 'Topic ' || n || ' ' || {pick} || ' ' || {pick}, 'open', 0, false, '', '', true,"
        f" now() - interval '1 minute' * ({topics} - n) * 25, 0, 0, n % 50,"
        f" now() - interval '1 minute' * ({topics} - n) * 25,"
        " (SELECT min(id) FROM accounts_user) + (n * 7) % 500"
        f" FROM generate_series(1, {topics}) n"
    )
    # The power makes some threads long: the first hundreds of topics get thousands of posts.
    yield (
        "CREATE TEMPORARY TABLE spread AS SELECT n, (SELECT min(id) FROM forum_topic) +"
        f" CASE WHEN n <= {topics} THEN n - 1"
        f" ELSE floor(power(random(), 3) * {topics})::bigint END AS topic_id"
        f" FROM generate_series(1, {posts}) n"
    )
    yield (
        "INSERT INTO forum_post (topic_id, number, author_id, text, html, html_version, state,"
        " created_at, thanks_count, told_at) "
        "SELECT s.topic_id, row_number() OVER (PARTITION BY s.topic_id ORDER BY s.n),"
        " (SELECT min(id) FROM accounts_user) + (s.n * 13) % 500,"
        f" body, '<p>' || body || '</p>', {VERSION}, 'shown',"
        f" now() - interval '1 second' * ({posts} - s.n) * 150, 0, now()"
        f" FROM (SELECT n, topic_id, {sentence} || ' rare' || (n % 5000) AS body FROM spread) s"
    )
    yield (
        "UPDATE forum_topic t SET last_number = p.n, reply_count = p.n - 1, last_post_at = p.at"
        " FROM (SELECT topic_id, count(*) n, max(created_at) at FROM forum_post GROUP BY 1) p"
        " WHERE p.topic_id = t.id"
    )
    yield (
        "INSERT INTO forum_postindex (post_id, words)"
        " SELECT id, to_tsvector('simple', text) FROM forum_post"
    )
    # Twenty people have read a quarter of all topics, so that a topic has the marks of many.
    yield (
        "INSERT INTO forum_topicread (user_id, topic_id, number)"
        " SELECT reader.id, topic.id, greatest(1, topic.last_number - 2) FROM forum_topic topic,"
        " (SELECT id FROM accounts_user ORDER BY id LIMIT 20) reader"
        " WHERE (topic.id + reader.id) % 4 = 0"
    )
    yield "VACUUM ANALYZE"


def _measure(runs: int) -> int:
    from django.db.models import Count

    from accounts.models import User
    from forum.models import Post, Topic

    visit = _reader(User.objects.get(username="player0"))
    chance = random.Random(7)
    some = [pk for (pk,) in Topic.objects.order_by("-last_post_at").values_list("pk")[:2000]]
    long = list(Topic.objects.order_by("-last_number").values_list("pk", "last_number")[:20])
    say(f"longest topic: {long[0][1]:,} posts")

    def naive_list() -> None:
        rows = Topic.objects.annotate(n=Count("posts")).order_by("-last_post_at")[:30]
        for topic in rows:
            str((topic.category.name, topic.author.username, topic.posts.last()))

    def naive_topic() -> None:
        topic = Topic.objects.get(pk=chance.choice(long)[0])
        for post in list(topic.posts.order_by("created_at"))[-20:]:
            str((post.author.username, post.topic.category.name))

    def naive_search() -> None:
        word = f"rare{chance.randrange(5000)}"
        list(Post.objects.filter(text__icontains=word).order_by("-pk")[:20])

    figures: list[tuple[str, Callable[[], str], float, Callable[[], None]]] = [
        ("list of all topics", lambda: "/forum/", 60, naive_list),
        ("list of a category", lambda: f"/forum/c/c{chance.randrange(8)}/", 60, naive_list),
        ("list, page 500", lambda: "/forum/?page=500", 60, naive_list),
        ("list, page 3000", lambda: "/forum/?page=3000", 60, naive_list),
        ("unread topics", lambda: "/forum/unread/", 60, naive_list),
        ("topic", lambda: f"/forum/topics/{chance.choice(some)}/", 60, naive_topic),
        ("long topic, last page", lambda: _last_page(chance.choice(long)), 60, naive_topic),
        ("search, rare", lambda: _search(f"rare{chance.randrange(5000)}"), 200, naive_search),
        ("search, beginning", lambda: _search(f"rare{chance.randrange(9)}"), 200, naive_search),
        ("search, common", lambda: _search(chance.choice(WORDS)), 200, naive_search),
        ("search, two words", lambda: _search(*chance.sample(WORDS, 2)), 200, naive_search),
        ("search, five words", lambda: _search(*chance.sample(WORDS, 5)), 200, naive_search),
        ("search, no such word", lambda: _search("bridge", "nowhere"), 200, naive_search),
        (
            "search, one category",
            lambda: f"{_search(chance.choice(WORDS))}&in=c{chance.randrange(8)}",
            200,
            naive_search,
        ),
        (
            "search, one author",
            lambda: f"{_search(chance.choice(WORDS))}&by=player{chance.randrange(500)}",
            200,
            naive_search,
        ),
    ]
    say(f"{'':24}{'queries':>8}{'CPU':>9}{'median':>9}{'p95':>9}{'goal':>7}{'naive':>10}")
    late = 0
    for name, address, goal, naive in figures:
        queries, cpu, times = visit([address() for _ in range(runs)])
        p95 = quantiles(times, n=20)[-1]
        late += p95 > goal
        slow = _timed(naive)
        say(
            f"{name:24}{queries:8}{cpu:7.1f}ms{median(times):7.1f}ms{p95:7.1f}ms{goal:5.0f}ms{slow:8.0f}ms"
        )
    return 1 if late else 0


def _reader(user: Any) -> Callable[[list[str]], tuple[int, float, list[float]]]:
    """A signed-in client: the most queries a page took, the processor's time, the times of all."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from forum.views import lists

    lists.SEARCHES_A_MINUTE = 1_000_000  # a person asks less often than this does
    client = Client(HTTP_HOST="localhost")
    client.force_login(user)

    def visit(addresses: list[str]) -> tuple[int, float, list[float]]:
        most = 0
        for address in addresses:  # these warm up, too
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(address)
            assert answer.status_code == 200, f"{address}: {answer.status_code}"
            most = max(most, len(queries))
        times: list[float] = []
        worked = -_worked()
        for address in addresses:
            began = time.perf_counter()
            client.get(address)
            times.append(1000 * (time.perf_counter() - began))
        return most, (worked + _worked()) / len(times), times

    return visit


def _worked() -> float:
    """Milliseconds the processor worked for us and, on this machine, for our session's server."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid(), inet_server_addr() <<= '127.0.0.0/8'")
        process, nearby = cursor.fetchone()
    figures = Path(f"/proc/{process}/stat")
    ticks = 0
    if nearby and figures.exists():
        ticks = sum(map(int, figures.read_text().rpartition(")")[2].split()[11:13]))
    return 1000 * (time.process_time() + ticks / os.sysconf("SC_CLK_TCK"))


def _last_page(topic: tuple[int, int]) -> str:
    return f"/forum/topics/{topic[0]}/?page={-(-topic[1] // 20)}"


def _search(*words: str) -> str:
    return f"/forum/search/?q={'+'.join(words)}"


def _timed(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    sys.exit(main())
