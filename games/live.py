"""Pages hear of moves without reloading.

What there is to hear is counted in a column (`Game.news`), in the transaction of its cause. One hub
per process asks for the counters of all games that are looked at, with one query for all; Redis,
where there is one, or this process itself wakes it early. A client costs no query.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models import F

from games.models import Game

logger = logging.getLogger(__name__)

HEARTBEAT = 20.0
"""Seconds after which a silent stream says that it is alive."""
TICK = 1.0
"""Seconds between two looks at the counters, unless the hub is woken."""
TICK_WITH_REDIS = 10.0
PAUSE = 0.1
"""At least so long between two looks, however often it is woken."""


class News(NamedTuple):
    """Where a game stands: enough for a page to know that it should ask for its parts."""

    game: int
    news: int
    revision: int
    status: str


# ---- telling -----------------------------------------------------------------------------------


def publish_on_commit(*, game_id: int) -> None:
    """Count the news with its cause; wake the hubs once it is there to be seen."""
    Game.objects.filter(pk=game_id).update(news=F("news") + 1)
    wake_on_commit(game_id=game_id)


def wake_on_commit(*, game_id: int) -> None:
    """For news that were counted with their cause already, as the rows of the log are."""
    transaction.on_commit(partial(_wake_hubs, game_id))


def _wake_hubs(game_id: int) -> None:
    for hub in list(_hubs.values()):
        hub.wake()
    if settings.REDIS_URL:
        try:
            _redis(settings.REDIS_URL).publish(_channel(), game_id)
        except redis.RedisError as error:
            logger.warning("Redis out of reach, pages hear of game %s later: %s", game_id, error)


@cache
def _redis(url: str) -> redis.Redis:
    """One pool of connections per process."""
    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=2)


def _channel() -> str:
    return f"{settings.REDIS_PREFIX}news"


# ---- hearing -----------------------------------------------------------------------------------


class Hub:
    """All streams of one process: who listens to which game, and one task that looks."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._listeners: dict[int, set[asyncio.Queue[News]]] = {}
        self._told: dict[int, News] = {}
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        # A thread of its own: a task must not borrow that of the request it was started from.
        self._database = ThreadPoolExecutor(1, thread_name_prefix="news")

    def wake(self) -> None:
        """From any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._woken.set)

    @asynccontextmanager
    async def listening(self, game_id: int) -> AsyncIterator[asyncio.Queue[News]]:
        """A queue that gets the newest News of a game, beginning with how it stands now."""
        queue: asyncio.Queue[News] = asyncio.Queue()
        self._listeners.setdefault(game_id, set()).add(queue)
        self._told.pop(game_id, None)
        self._start()
        self._woken.set()
        try:
            yield queue
        finally:
            self._listeners[game_id].discard(queue)
            if not self._listeners[game_id]:
                del self._listeners[game_id]
            if not self._listeners:
                self._stop()

    def _start(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._look())]
            if settings.REDIS_URL:
                self._tasks.append(asyncio.create_task(self._hear_redis()))

    def _wanted(self) -> bool:
        """A cancellation can be lost on its way through a library: so who runs asks as well."""
        return asyncio.current_task() in self._tasks

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        self._told.clear()

    async def _look(self) -> None:
        pause = TICK_WITH_REDIS if settings.REDIS_URL else TICK
        while self._wanted():
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._woken.wait()
            self._woken.clear()
            try:
                rows = await self._loop.run_in_executor(
                    self._database, _stand_of, list(self._listeners)
                )
            except Exception:
                # A database that is away for a moment must not end every stream for good.
                logger.exception("the hub cannot look at the games; it tries again")
                rows = []
            for news in rows:
                self._tell(news)
            await asyncio.sleep(PAUSE)

    def _tell(self, news: News) -> None:
        if self._told.get(news.game) == news:
            return
        self._told[news.game] = news
        for queue in self._listeners.get(news.game, ()):
            queue.put_nowait(news)

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "message" and int(message["data"]) in self._listeners:
            self._woken.set()

    async def _hear_redis(self) -> None:
        while self._wanted():
            try:
                async with (
                    redis.asyncio.Redis.from_url(settings.REDIS_URL) as client,
                    client.pubsub() as channel,
                ):
                    await channel.subscribe(_channel())
                    while self._wanted():
                        message = await channel.get_message(timeout=TICK)
                        if message is not None:
                            self._heard(message)
            except redis.RedisError as error:
                logger.warning("Redis out of reach, the hub looks by itself: %s", error)
                await asyncio.sleep(2)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running loop; a process has one loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(loop)
    return _hubs[loop]


def _stand_of(game_ids: list[int]) -> list[News]:
    close_old_connections()
    try:
        rows = Game.objects.filter(pk__in=game_ids)
        return [News(*row) for row in rows.values_list("pk", "news", "revision", "status")]
    finally:
        close_old_connections()


async def stream(*, game_id: int, seen: int = -1) -> AsyncIterator[str]:
    """Server-sent events of one game, for whom the caller has let in.

    `seen` is the counter the page was made with (or the browser's Last-Event-ID): whatever
    happened since then is told at once, so that nothing is lost in between.
    """
    yield "retry: 3000\n\n"
    async with hub().listening(game_id) as queue:
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    news = await queue.get()
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if news.news != seen:
                seen = news.news
                data = json.dumps(
                    {"news": news.news, "revision": news.revision, "status": news.status}
                )
                yield f"id: {news.news}\nevent: table\ndata: {data}\n\n"
