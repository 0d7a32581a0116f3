"""Standing orders: read, checked, played once in their moment, switched off with a reason."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from games.errors import BadOrder, NoSuchOrder, NotYourSeat
from games.models import Game, Move, OpenDecision, StandingOrder
from games.orders.language import OfferRule, OrderError, order_read
from games.orders.meaning import PowerOffer, answer_of, is_free
from games.services.orders import order_cancel, order_from_text, orders_play, orders_sweep
from games.services.undo import undo_request
from games.signals import order_switched_off
from tests.factories import UserFactory
from tests.games.played import KEPT, RULES, offered, on_turn, states, stored

# ---- the language ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("offers: up to 2", "offers: up to 2"),
        ("Offer:  accept up to 2 VP", "offers: up to 2"),
        ("offers from nomads: never", "offers from nomads: never"),
        ("offers from Tomasz in rounds 1-3: always", "offers from Tomasz in rounds 1-3: always"),
        ("offers in round 6: ask me", "offers in round 6: ask"),
        (
            "if act4 is still free: burn 2. action ACT4; else ask me",
            "if ACT4 is free: burn 2. action ACT4; else ask me",
        ),
        (
            "if BON5 is taken and it is round 3: pass BON1; else pass BON2",
            "if BON5 is taken and round is 3: pass BON1; else pass BON2",
        ),
        ("next turn: burn 1", "next turn: burn 1; else ask me"),
    ],
)
def test_an_order_is_written_back_in_one_spelling(text, written):
    order = order_read(text)
    assert order.write() == written
    assert order_read(written) == order


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        ("offers: up to 2\noffers: never", "not-one-line"),
        ("pass BON5", "not-an-order"),
        ("whenever I like: pass BON5", "not-an-order"),
        ("offers: perhaps", "offer-answer"),
        ("offers in rounds 3-1: never", "offer-rounds"),
        ("if the moon shines: burn 1", "condition"),
        ("if ACT4 is free: ; else ask me", "no-line"),
        ("if ACT4 is free", "not-an-order"),
        ("next turn: ask me", "else-last"),
        ("next turn: burn 1; else burn 2", "else-last"),
        ("x" * 1001 + ":", "too-long"),
        ("; else ".join(["if ACT4 is free: burn 1"] * 8), "too-many-branches"),
    ],
)
def test_what_is_no_order_says_why(text, problem):
    with pytest.raises(OrderError) as refusal:
        order_read(text)
    assert refusal.value.problem == problem


def test_the_first_rule_that_fits_an_offer_counts():
    texts = [
        "offers from nomads: never",
        "offers in rounds 5-6: ask",
        "offers: up to 2",
    ]
    rules = [rule for rule in map(order_read, texts) if isinstance(rule, OfferRule)]

    def answer(source: str = "giants", turn: int = 1, price: int = 0) -> str:
        offer = PowerOffer(
            source=source,
            names=frozenset({source}),
            round=turn,
            price=price,
            accept="leech",
            decline="decline",
        )
        return answer_of(rules, offer)

    assert answer() == "accept"
    assert answer(price=2) == "accept"
    assert answer(price=3) == "decline"
    assert answer(source="nomads") == "decline"
    assert answer(turn=5) == "ask"
    assert (
        answer_of(
            [], PowerOffer(source="x", names=frozenset(), round=1, price=0, accept="", decline="")
        )
        == "ask"
    )


def test_what_is_free_is_what_everybody_sees():
    view = RULES.view(states()[on_turn(0, after=80)], None)
    taken = {row["action"]: row["taken"] for row in view["actions"]}
    assert {name: is_free(view, name) for name in taken} == {
        name: not state for name, state in taken.items()
    }
    held = next(row["card"] for row in view["seats"] if row["card"])
    assert is_free(view, held) is False
    assert is_free(view, view["cards"][0]["card"]) is True
    built = next(row["name"] for row in view["hexes"] if row["building"])
    assert is_free(view, built) is False
    assert is_free(view, "FAV5") is True
    assert is_free(view, "ACT99") is None


# ---- at a table --------------------------------------------------------------------------------


@pytest.fixture
def marta(db):
    return UserFactory(username="Marta")


def table(marta, seat: int, upto: int) -> Game:
    holders: list = ["random"] * KEPT["seats"]
    holders[seat] = marta
    return stored(holders, upto)


def order(game: Game, marta, text: str) -> StandingOrder:
    return order_from_text(game_id=game.pk, user=marta, text=text)


def test_an_offer_is_answered_once_and_marked_in_the_log(marta):
    game = table(marta, 1, offered(1))
    asked = OpenDecision.objects.get(game=game, kind="leech", seat__number=1)
    row = order(game, marta, "offers: up to 2")
    assert orders_play(game_id=game.pk) == 1
    assert orders_play(game_id=game.pk) == 0
    move = Move.objects.filter(game=game).latest("sequence")
    assert (move.line, move.door, move.user) == ("leech 1 from nomads", "standing-order", marta)
    assert not OpenDecision.objects.filter(pk=asked.pk).exists()
    row.refresh_from_db()
    assert row.state == StandingOrder.State.ACTIVE, "it stays for the next offer"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("offers: never", "decline 1 from nomads"),
        ("offers from nomads: always", "leech 1 from nomads"),
        ("offers from giants in round 1: never", None),
        ("offers: ask", None),
    ],
)
def test_what_offers_are_answered_with(marta, text, line):
    game = table(marta, 1, offered(1))
    factions = {row["faction"] for row in RULES.view(states()[offered(1)], None)["seats"]}
    if "giants" in text and "giants" not in factions:
        text = text.replace("giants", next(iter(factions - {"nomads", "witches"})))
    order(game, marta, text)
    assert orders_play(game_id=game.pk) == (line is not None)
    newest = Move.objects.filter(game=game).latest("sequence")
    assert (newest.line if newest.door == "standing-order" else None) == line


def test_a_conditional_turn_is_played_when_its_moment_comes(marta):
    game = table(marta, 0, on_turn(0, after=80))
    view = RULES.view(states()[on_turn(0, after=80)], None)
    card = view["cards"][0]["card"]
    row = order(game, marta, f"if {card} is free: pass {card}; else ask me")
    assert orders_play(game_id=game.pk) == 1
    row.refresh_from_db()
    assert row.state == StandingOrder.State.PLAYED
    assert row.move is not None
    assert row.move.line.startswith(f"pass {card}")
    assert row.move.door == "standing-order"


def test_if_nothing_holds_the_player_is_asked_and_told(marta):
    told = []

    def hear(order, **_):
        told.append(order.reason["code"])

    order_switched_off.connect(hear)
    game = table(marta, 0, on_turn(0, after=80))
    row = order(game, marta, "if round is 1: pass; else ask me")
    assert orders_play(game_id=game.pk) == 0
    row.refresh_from_db()
    assert (row.state, told) == ("off", ["asked"])


def test_what_the_rules_refuse_is_switched_off_with_the_reason(marta):
    game = table(marta, 0, on_turn(0, after=80))
    row = order(game, marta, "if round is 1: pass; else ask me")
    StandingOrder.objects.filter(pk=row.pk).update(text="next turn: action ACT4; else ask me")
    before = game.length
    assert orders_play(game_id=game.pk) == 0
    row.refresh_from_db()
    assert row.reason["code"] == "refused"
    assert Game.objects.get(pk=game.pk).length == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense", "begins neither"),
        ("offers from the moon: never", "neither a faction nor a player"),
        ("if ACT99 is free: burn 1", "ACT99"),
        ("next turn: gibberish", "gibberish"),
        ("next turn: burn 99", "burn 99"),
    ],
)
def test_an_order_is_checked_when_it_is_written(marta, text, says):
    game = table(marta, 0, on_turn(0, after=80))
    with pytest.raises(BadOrder) as refusal:
        order(game, marta, text)
    assert says in refusal.value.sentence
    assert not StandingOrder.objects.exists()


def test_nobody_orders_for_others(marta):
    game = table(marta, 0, on_turn(0, after=80))
    with pytest.raises(NotYourSeat):
        order(game, UserFactory(), "offers: never")
    row = order(game, marta, "offers: never")
    with pytest.raises(NoSuchOrder):
        order_cancel(order_id=row.pk, user=UserFactory())
    order_cancel(order_id=row.pk, user=marta)
    with pytest.raises(NoSuchOrder):
        order_cancel(order_id=row.pk, user=marta)


def test_the_sweep_finds_what_a_process_left_undone(marta):
    game = table(marta, 1, offered(1))
    order(game, marta, "offers: always")
    asked = OpenDecision.objects.get(game=game, kind="leech", seat__number=1)
    later = asked.opened_at + timedelta(seconds=11)
    assert orders_sweep(asked.opened_at) == 0
    assert orders_sweep(later) == 1
    assert orders_sweep(later) == 0


def test_what_was_taken_back_is_not_played_again(marta):
    game = table(marta, 1, offered(1))
    row = order(game, marta, "offers: always")
    orders_play(game_id=game.pk)
    game.refresh_from_db()
    undo_request(game_id=game.pk, user=marta, after=game.revision)
    row.refresh_from_db()
    assert row.reason == {"code": "taken-back"}
    assert orders_play(game_id=game.pk) == 0


def test_the_page_writes_an_order_down_and_switches_it_off(client, marta):
    game = table(marta, 0, on_turn(0, after=80))
    client.force_login(marta)
    page = reverse("orders", args=[game.pk])
    wrong = client.post(page, {"text": "offers: maybe"})
    assert wrong.status_code == 422
    assert "offers: maybe" in wrong.content.decode()
    assert client.post(page, {"text": "offers: up to 3"}).status_code == 302
    row = StandingOrder.objects.get()
    assert "offers: up to 3" in client.get(page).content.decode()
    client.post(page, {"off": row.pk})
    row.refresh_from_db()
    assert row.state == "off"
