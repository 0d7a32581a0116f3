"""Pages hear of moves: through the hub of their process, whoever made the move."""

from __future__ import annotations

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from redis.asyncio.client import PubSub

from games import live
from games.services.talk import chat_post
from tests.games.scene import scene


@pytest.fixture
def table(transactional_db):
    return scene()


def told(chunk: str) -> dict:
    data = next(line for line in chunk.splitlines() if line.startswith("data: "))
    return json.loads(data.removeprefix("data: "))


async def next_event(stream) -> dict:
    async with asyncio.timeout(20):
        async for chunk in stream:
            if chunk.startswith("id: "):
                return told(chunk)
    raise AssertionError("the stream ended")


def in_a_thread(act, *args):
    def alone():
        try:
            return act(*args)
        finally:
            connections.close_all()

    return asyncio.to_thread(alone)


async def hear(table, act) -> tuple[dict, dict]:
    """What a page hears when it comes, and after something has happened elsewhere."""
    stream = live.stream(game_id=table.pk)
    try:
        first = await next_event(stream)
        await in_a_thread(act)
        return first, await next_event(stream)
    finally:
        await stream.aclose()


def test_a_move_is_heard(table):
    before = table.game.revision
    first, second = asyncio.run(hear(table, lambda: table.plays(0, "setup witches")))
    assert first["revision"] == before
    assert second == {
        "news": first["news"] + 1,
        "revision": before + 1,
        "status": "running",
    }


def test_talk_is_heard_though_the_revision_stays(table):
    first, second = asyncio.run(
        hear(table, lambda: chat_post(game_id=table.pk, user=table.players[1], text="Hello"))
    )
    assert second["revision"] == first["revision"]
    assert second["news"] > first["news"]


def test_a_page_that_is_up_to_date_hears_nothing_until_something_happens(table):
    async def run() -> dict:
        stream = live.stream(game_id=table.pk, seen=table_news)
        try:
            waiting = asyncio.create_task(next_event(stream))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            await in_a_thread(table.plays, 0, "setup witches")
            return await waiting
        finally:
            await stream.aclose()

    table_news = table.game.news
    assert asyncio.run(run())["news"] == table_news + 1


def test_what_happened_before_the_stream_was_opened_is_told_at_once(table):
    seen = table.game.news
    table.plays(0, "setup witches")

    async def run() -> dict:
        stream = live.stream(game_id=table.pk, seen=seen)
        try:
            return await next_event(stream)
        finally:
            await stream.aclose()

    assert asyncio.run(run())["news"] == seen + 1


def test_many_listeners_cost_one_query(table, monkeypatch):
    looks = []
    monkeypatch.setattr(live, "TICK", 0.05)
    monkeypatch.setattr(live, "TICK_WITH_REDIS", 0.05)
    real = live._stand_of

    def counted(game_ids):
        looks.append(game_ids)
        return real(game_ids)

    monkeypatch.setattr(live, "_stand_of", counted)

    async def run() -> None:
        streams = [live.stream(game_id=table.pk) for _ in range(30)]
        try:
            await asyncio.gather(*(next_event(stream) for stream in streams))
        finally:
            for stream in streams:
                await stream.aclose()

    asyncio.run(run())
    assert all(game_ids == [table.pk] for game_ids in looks)
    assert len(looks) < 10


def test_the_hub_rests_when_nobody_listens(table):
    async def run() -> live.Hub:
        stream = live.stream(game_id=table.pk)
        await next_event(stream)
        await stream.aclose()
        return live.hub()

    hub = asyncio.run(run())
    assert hub._tasks == []
    assert hub._listeners == {}


@pytest.mark.servers
def test_the_hub_rests_though_a_library_loses_the_cancellation(table, monkeypatch):
    real, lost = PubSub.get_message, []

    async def deaf(channel, *args, **kwargs):
        try:
            return await real(channel, *args, **kwargs)
        except asyncio.CancelledError as cancelled:
            if lost:
                raise
            lost.append(cancelled)

    monkeypatch.setattr(PubSub, "get_message", deaf)

    async def run() -> None:
        stream = live.stream(game_id=table.pk)
        await next_event(stream)
        await asyncio.sleep(0.5)  # it listens by then
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await stream.aclose()
        _, left = await asyncio.wait(others, timeout=5)
        assert lost
        assert not left

    asyncio.run(run())


@pytest.mark.servers
def test_another_process_is_heard_through_redis(table, monkeypatch):
    """Without waiting for the next look: the hub is woken by the message alone."""
    monkeypatch.setattr(live, "TICK_WITH_REDIS", 3600)
    monkeypatch.setattr(live.Hub, "wake", lambda self: None)
    assert settings.REDIS_URL

    async def run() -> dict:
        stream = live.stream(game_id=table.pk)
        try:
            first = await next_event(stream)
            await asyncio.sleep(1)  # subscribed by then
            await sync_to_async(live._wake_hubs)(table.pk)
            await in_a_thread(table.plays, 0, "setup witches")
            second = await next_event(stream)
            assert second["news"] == first["news"] + 1
            return second
        finally:
            await stream.aclose()

    assert asyncio.run(run())["revision"] == table.game.revision
