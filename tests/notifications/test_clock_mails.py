"""Mails about the time of a table: from what happens there to the mail that its receiver opens."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Game, StandingOrder
from games.services.orders import order_from_text, orders_play
from games.services.stalling import GIVEN_UP_AFTER, WARNED_AFTER, tables_stall
from games.services.substitutes import seat_take
from games.services.timeouts import timeouts_sweep
from games.services.voting import pause_propose
from notifications.models import MailboxMessage, Notification
from notifications.services.outbox import outbox_sweep, parsed
from notifications.services.telling import notifications_sweep
from tests.factories import UserFactory
from tests.games.played import KEPT, stored
from tests.games.scene import Scene, scene
from tests.games.test_orders import on_turn

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "cs", "pl")


def clocked(**policy) -> Scene:
    table = scene(
        seats=3, clock={"kind": "per-move", "hours": 72}, time_out={"forgive": False, **policy}
    )
    for user, language in zip(table.players, LANGUAGES, strict=True):
        user.language = language
        user.save()
    return table


def due(table: Scene) -> datetime:
    due_at = table.game.decisions.get().due_at
    assert due_at is not None
    return due_at


def taken(table: Scene) -> datetime:
    now = due(table)
    timeouts_sweep(now)
    seat_take(game_id=table.pk, number=0, user=UserFactory(username="Olga"), now=now)
    return now


def given_up(table: Scene) -> datetime:
    Game.objects.filter(pk=table.pk).update(clock={"kind": "none"})
    table.game.decisions.update(due_at=None)
    moved = table.game.moved_at
    assert moved is not None
    assert tables_stall(moved + WARNED_AFTER) == 1
    assert tables_stall(moved + GIVEN_UP_AFTER) == 1
    return moved + GIVEN_UP_AFTER


def warned(table: Scene) -> datetime:
    Game.objects.filter(pk=table.pk).update(clock={"kind": "none"})
    table.game.decisions.update(due_at=None)
    moved = table.game.moved_at
    assert moved is not None
    assert tables_stall(moved + WARNED_AFTER) == 1
    return moved + WARNED_AFTER


def timed_out(table: Scene) -> datetime:
    now = due(table)
    assert timeouts_sweep(now) == 1
    return now


def asked_to_pause(table: Scene) -> datetime:
    pause_propose(game_id=table.pk, user=table.players[0])
    return timezone.now()


CASES: dict[str, tuple[dict[str, object], Callable[[Scene], datetime], str, dict[str, str]]] = {
    "a substitute came": (
        {"action": "substitute"},
        taken,
        "seat-taken",
        {
            "Marta": "A substitute plays",
            "Tomasz": "Hraje náhradník",
            "Alice": "Gra zastępca",
        },
    ),
    "a warning that the table will be given up": (
        {},
        warned,
        "stalled",
        {
            "Marta": "The table is about to be given up",
            "Tomasz": "",
            "Alice": "",
        },
    ),
    "given up": (
        {},
        given_up,
        "stalled",
        {"Marta": "The table was given up", "Tomasz": "", "Alice": ""},
    ),
    "a bot plays": (
        {"action": "caretaker"},
        timed_out,
        "away",
        {"Marta": "A bot plays for you"},
    ),
    "the seat looks for somebody": (
        {"action": "substitute"},
        timed_out,
        "away",
        {"Marta": "Your seat looks for a substitute"},
    ),
    "a day more": ({"forgive": True}, timed_out, "forgiven", {"Marta": "One day more"}),
    "the others are asked what shall be done": (
        {"by": "vote"},
        timed_out,
        "vote-wanted",
        {"Tomasz": "", "Alice": ""},
    ),
    "a pause is proposed": ({}, asked_to_pause, "vote-wanted", {"Tomasz": "", "Alice": ""}),
}


def mailbox(kind: str, now: datetime) -> dict[str, object]:
    """What lies in the development mailbox of this kind, by receiver."""
    Notification.objects.exclude(kind=kind).delete()
    notifications_sweep(now + timedelta(minutes=1))
    outbox_sweep(timezone.now() + timedelta(days=60))
    mails = [parsed(row.source) for row in MailboxMessage.objects.all()]
    return {str(mail["To"]).split()[0]: mail for mail in mails}


@pytest.mark.parametrize(("policy", "happens", "kind", "titles"), CASES.values(), ids=CASES.keys())
def test_what_happens_to_the_time_of_a_table_is_mailed(policy, happens, kind, titles):
    table = clocked(**policy)
    now = happens(table)
    mails = mailbox(kind, now)
    assert set(mails) == set(titles)
    for name, title in titles.items():
        mail = mails[name]
        subject = str(mail["Subject"]).strip()
        assert subject.startswith(f"{table.game.name}: ")
        assert subject.endswith(title)
        text = mail.get_body(("plain",)).get_content()
        page = mail.get_body(("html",)).get_content()
        said = subject.removeprefix(f"{table.game.name}: ")
        assert text.startswith(said)
        assert said in page
        assert f"/games/{table.pk}/" in text
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    languages = {str(mail["Subject"]).split(": ", 1)[1] for mail in mails.values()}
    assert len(languages) == len(mails), "each in the language of its reader"


def test_an_order_that_no_longer_fits_is_mailed_with_the_reason():
    marta = UserFactory(username="Marta")
    holders: list = ["random"] * KEPT["seats"]
    holders[0] = marta
    game = stored(holders, on_turn(0, after=80))
    row = order_from_text(game_id=game.pk, user=marta, text="if round is 1: pass; else ask me")
    StandingOrder.objects.filter(pk=row.pk).update(text="next turn: action ACT4; else ask me")
    orders_play(game_id=game.pk)
    row.refresh_from_db()
    assert row.state == "off"
    (mail,) = mailbox("order-off", timezone.now()).values()
    assert str(mail["Subject"]).strip().endswith("A standing order was switched off")
    text = mail.get_body(("plain",)).get_content()
    assert row.text in text
    assert f"/games/{game.pk}/orders/" in text
    assert len(text.split(row.text)[1].strip().split("\n")[0]) > 20, "the reason stands below"
