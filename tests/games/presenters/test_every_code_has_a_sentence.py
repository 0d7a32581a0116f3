"""Whatever the engine says can be read: every code and every kind of event has a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from engine.api import Event, Message, Seat
from engine.terra_mystica import events as engine_events
from engine.terra_mystica.cautions import LOSSES_OF_A_CHANGE
from games.presenters.terra_mystica import choices, names, sources, turn_actions
from games.presenters.terra_mystica.messages import REASONS, REFUSALS, refusal_sentence
from games.presenters.terra_mystica.notes import LOSSES, NOTES, note_sentence
from games.presenters.terra_mystica.sentences import CLAUSES, move_sentence, sentence_of
from tests.games.played import KEPT, ROWS, RULES

ENGINE = Path(engine_events.__file__).parents[1]
PAGES = [
    *ENGINE.glob("*.py"),
    *(path for path in ENGINE.glob("terra_mystica/**/*.py") if path.name != "inspection.py"),
]
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
PLAYERS = {0: "Marta", 1: "Ilse", 2: "Tomasz", 3: "Aiko"}


def codes(*raised: str) -> set[str]:
    pattern = rf"(?:{'|'.join(raised)})\(\s*(?:code=)?\"([a-z][a-z0-9-]*)\""
    return set(re.findall(pattern, SOURCE))


def test_every_refusal_has_a_sentence():
    missing = codes("IllegalMove", "NotationError") - set(REFUSALS)
    assert missing == set()


def test_every_note_has_a_sentence():
    notes = set(re.findall(r"Message\(\s*code=\"([a-z-]+)\"", SOURCE)) - set(REASONS)
    losses = {code for code, _lost, _section in LOSSES_OF_A_CHANGE}
    assert notes | losses == set(NOTES)
    assert set(NOTES) >= LOSSES


def test_every_decision_has_a_sentence():
    asked = set(
        re.findall(r"(?:_first_in_queue|_decision)\(\s*state,(?: \w+,)? \"([a-z-]+)\"", SOURCE)
    )
    asked |= {"leech", "cult-step", "token", "deal-scoring", "deal-bonus", "deal-final"}
    assert asked <= set(REASONS)


def test_every_event_has_a_clause():
    classes = engine_events.Event.__args__
    spoken = {
        re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
        for kind in classes
        if kind not in engine_events._SILENT
    }
    assert spoken == set(CLAUSES)


def test_every_group_of_offers_has_a_title():
    from engine.terra_mystica.compose import GROUPS

    headings = set(choices.TITLES) | {
        kind.key for kind in (*turn_actions.KINDS, *turn_actions.ASIDE)
    }
    assert (
        set(GROUPS.values()) - {"power", "special-action", "advance", "convert", "dig"} <= headings
    )


def test_every_word_of_the_engine_is_known():
    from engine.terra_mystica.factions import FACTIONS
    from engine.terra_mystica.maps import MAPS
    from engine.terra_mystica.state import Phase
    from engine.terra_mystica.terms import TERRAIN_NAMES
    from engine.terra_mystica.tiles.bonus import BONUS_CARDS
    from engine.terra_mystica.words import _ACTIONS, _WAIVABLE

    assert set(FACTIONS) == set(names.FACTIONS)
    assert set(MAPS) == set(names.MAPS)
    assert set(Phase.__args__) == set(names.PHASES)
    assert set(TERRAIN_NAMES) <= set(names.TERRAIN)
    assert set(BONUS_CARDS) == set(names.BONUS_CARDS)
    assert set(_ACTIONS) <= set(names.ACTIONS)
    assert set(_ACTIONS) <= set(names.ACTION_ICONS)
    assert set(_WAIVABLE) <= set(names.OWED)


@pytest.mark.parametrize(
    ("code", "facts", "says"),
    [
        (
            "cannot-pay",
            {"missing": {"c": 1}, "cost": {"w": 2, "c": 6}},
            "You cannot pay this: it costs 2 workers, 6 coins, and you lack 1 coin.",
        ),
        ("not-your-turn", {"seat": 2}, "It is not your turn: Tomasz is to move."),
        ("not-your-turn", {"seat": -1}, "It is not your turn."),
        ("not-reachable", {"place": "H6"}, "H6 is out of reach."),
        (
            "wrong-terrain",
            {"terrain": "red", "home": "green"},
            "This is wasteland; you build on forest. Spades could change it.",
        ),
        (
            "card",
            {"card": "BON4", "cards": ["BON1", "BON2"]},
            "BON4 is not free. You may take: BON1, BON2.",
        ),
        ("space-taken", {"action": "ACT4"}, "7 coins is taken already in this round."),
        ("something-new", {}, "The rules say: something-new"),
    ],
)
def test_a_refusal_in_words(code: str, facts: dict, says: str):
    assert refusal_sentence(Message(code=code, facts=facts), PLAYERS) == says


@pytest.mark.parametrize(
    ("code", "facts", "says"),
    [
        ("offers-power", {"seat": 0, "size": 2}, "Marta may take 2 power"),
        (
            "priest-lost",
            {"count": 1, "source": "ACT2"},
            "1 priest lost for lack of room (1 priest)",
        ),
        ("power-lost", {"count": 3, "source": "fire"}, "3 power lost for lack of room (Fire)"),
        (
            "card-returns",
            {"card": "BON5", "seats": [1, 3]},
            "Worker, power (BON5) goes back: Ilse, Aiko may take it",
        ),
        (
            "bonus-gone",
            {"card": "BON1", "seats": [2]},
            "Spade (BON1) goes back, its action not used: Tomasz may take it",
        ),
        (
            "bonus-gone",
            {"card": "BON1", "seats": []},
            "Spade (BON1) goes back, its action not used",
        ),
        (
            "bonus-missed",
            {"cult": "fire", "steps": 2, "gain": {"w": 1}},
            "2 steps more on Fire would bring 1 worker at the end of the round",
        ),
    ],
)
def test_a_note_in_words(code: str, facts: dict, says: str):
    assert note_sentence(Message(code=code, facts=facts), PLAYERS) == says


def test_every_event_of_a_whole_game_can_be_told():
    state = RULES.setup(KEPT["options"], KEPT["seats"])
    for row in ROWS:
        step = RULES.play(state, row.seat, row.line)
        state = step.state
        for event in step.events:
            sentence = sentence_of(event, PLAYERS)
            assert sentence
            assert "%(" not in sentence
        if row.seat >= 0:
            assert move_sentence(step.events, row.seat, PLAYERS)


def test_a_line_of_conversions_alone_is_told_as_an_exchange():
    changes = [
        Event(kind="changed", seat=Seat(0), source="convert", delta={"w": -1}),
        Event(kind="changed", seat=Seat(0), source="convert", delta={"c": 1}),
        Event(kind="changed", seat=Seat(0), source="convert", delta={"p3": -3}, facts={"pw": -3}),
        Event(kind="changed", seat=Seat(0), source="convert", delta={"w": 1}),
    ]
    assert move_sentence(changes, 0, PLAYERS) == ("turns 1 worker, 3 power into 1 coin, 1 worker")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("income:D", "income: dwelling"),
        ("leech:giants", "power from Giants"),
        ("final:network", "Largest area"),
        ("final:fire", "cult: Fire"),
        ("upgrade:TP", "trading post"),
        ("FAV11", "favor tile FAV11"),
        ("witches", "ability of the Witches"),
        ("BON7", "Trading posts (BON7)"),
    ],
)
def test_a_source_in_words(source: str, says: str):
    with translation.override("en"):
        assert sources.source_name(source) == says
