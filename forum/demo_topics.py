"""The words of the demo content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from forum.models import Level


class DemoCategory(TypedDict, total=False):
    slug: str
    name: str
    name_cs: str
    name_pl: str
    description: str
    description_cs: str
    description_pl: str
    start_by: str
    has_votes: bool
    has_solutions: bool
    read_by: str
    reply_by: str


@dataclass(frozen=True)
class DemoTopic:
    category: str
    title: str
    posts: tuple[tuple[str, str], ...]
    """Name and text; the first one opens the topic."""
    hours_ago: int
    tags: tuple[str, ...] = ()
    pin: int = 0
    locked: bool = False
    answer: int = 0
    """The number of the post that is marked as the answer."""
    poll: tuple[str, ...] = ()
    """A question and its answers."""
    votes: tuple[str, ...] = ()


@dataclass(frozen=True)
class DemoStudy:
    author: str
    title: str
    intro: str
    steps: tuple[tuple[int, str], ...]
    """After how many hundredths of the game, and what is to be said."""


STUDY = DemoStudy(
    author="jun",
    title="A long winter, looked at again",
    intro="Three moments of this game that I would play *differently* today.",
    steps=(
        (20, "Everybody has settled. Who has room to the south, who has not?"),
        (50, "Half-time: count the **towns**, then the spades that are still to be paid."),
        (90, "The last round is for the cults and the largest area. Who saw it coming?"),
    ),
)

CATEGORIES: tuple[DemoCategory, ...] = (
    {
        "slug": "news",
        "name": "News",
        "name_cs": "Novinky",
        "name_pl": "Aktualności",
        "description": "What the operators and organisers have to say.",
        "description_cs": "Co chtějí říct správci a organizátoři.",
        "description_pl": "Co mają do powiedzenia operatorzy i organizatorzy.",
        "start_by": Level.ORGANISERS,
    },
    {
        "slug": "strategy",
        "name": "Strategy",
        "name_cs": "Strategie",
        "name_pl": "Strategia",
        "description": "Openings, factions, maps: how to play better.",
        "description_cs": "Zahájení, národy, mapy: jak hrát lépe.",
        "description_pl": "Otwarcia, rasy, mapy: jak grać lepiej.",
    },
    {
        "slug": "rules",
        "name": "Rules",
        "name_cs": "Pravidla",
        "name_pl": "Zasady",
        "description": "Questions about the rules, with an answer marked.",
        "description_cs": "Otázky k pravidlům, s vyznačenou odpovědí.",
        "description_pl": "Pytania o zasady, z zaznaczoną odpowiedzią.",
        "has_solutions": True,
    },
    {
        "slug": "cesky",
        "name": "Česky",
        "description": "Všechno, o čem se lépe mluví česky nebo slovensky.",
    },
    {
        "slug": "po-polsku",
        "name": "Po polsku",
        "description": "Rozmowy po polsku: strategia, zasady, stoły.",
    },
    {
        "slug": "feedback",
        "name": "Wishes",
        "name_cs": "Přání",
        "name_pl": "Życzenia",
        "description": "What the site should be able to do. Vote for what you want too.",
        "description_cs": "Co by měl web umět. Hlasujte pro to, co chcete i vy.",
        "description_pl": "Co strona powinna umieć. Głosujcie na to, czego też chcecie.",
        "has_votes": True,
    },
    {
        "slug": "desk",
        "name": "Moderators",
        "name_cs": "Moderátoři",
        "name_pl": "Moderatorzy",
        "description": "For moderators and operators only.",
        "description_cs": "Jen pro moderátory a správce.",
        "description_pl": "Tylko dla moderatorów i operatorów.",
        "read_by": Level.MODERATORS,
        "start_by": Level.MODERATORS,
        "reply_by": Level.MODERATORS,
    },
)

TOPICS: tuple[DemoTopic, ...] = (
    DemoTopic(
        category="news",
        title="Welcome, and how a turn works by e-mail",
        pin=2,
        hours_ago=96,
        posts=(
            (
                "otto",
                "Welcome to the table.\n\n"
                "1. A mail tells you that it is your turn.\n"
                "2. Open the page from the mail, or answer the mail with your move.\n"
                "3. The next player is told within a minute.\n\n"
                "Questions are welcome here. There are no stupid ones.",
            ),
            (
                "alice",
                "> [quote 1]\n> Questions are welcome here.\n\n"
                "Thank you! Does the clock stop when I sleep?",
            ),
            ("ilse", "It will: you can set your night in the preferences, @alice."),
        ),
    ),
    DemoTopic(
        category="strategy",
        title="Engineers on the base map: early sanctuary or bridges first?",
        hours_ago=52,
        tags=("engineers", "base map"),
        posts=(
            (
                "alice",
                "With cheap upgrades the sanctuary can stand in round 2. But the two workers for a "
                "bridge look better when the river splits you.\n\n"
                "**What do you open with when the stronghold scores in round 4?**",
            ),
            (
                "tomasz",
                "> [quote 1]\n> the two workers for a bridge look better when the river splits "
                "you\n\n"
                "It depends on which building scores first. My rule of thumb:\n\n"
                "| scoring in round 1–2 | I open with |\n| --- | --- |\n"
                "| dwelling | bridges |\n| trading post | sanctuary |\n| stronghold | stronghold |",
            ),
            (
                "jun",
                "I count it like this:\n\n"
                "::: spoiler My numbers\nThree bridges by round 5 gave me 27 points in the end. "
                "The sanctuary gave 12, and a favor tile.\n:::\n\n"
                "So @tomasz is right, but only on maps with two rivers.",
            ),
            ("marta", "Thank you, the table helps a lot."),
        ),
        poll=("What do you open with?", "Sanctuary", "Bridges", "Stronghold", "It depends"),
    ),
    DemoTopic(
        category="rules",
        title="Is a bridge allowed over two river hexes?",
        hours_ago=30,
        tags=("bridges",),
        answer=2,
        posts=(
            (
                "jun",
                "The two hexes I want to connect lie on one line, with two river hexes between.",
            ),
            (
                "ilse",
                "No. A bridge joins two land hexes across *one* edge between two river hexes: both "
                "ends touch the same pair of river hexes.",
            ),
            ("jun", "Clear now, thank you."),
        ),
    ),
    DemoTopic(
        category="cesky",
        title="Hrajete raději rychle, nebo pomalu?",
        hours_ago=20,
        posts=(
            (
                "marta",
                "Zajímalo by mě, kolik času si necháváte na tah. Já hraju večer, takže jeden den "
                "mi stačí, ale o víkendu bývám pryč.",
            ),
            ("mira", "Dva dny na tah a rezerva pro dovolenou. Nikdo pak nemusí spěchat."),
        ),
    ),
    DemoTopic(
        category="po-polsku",
        title="Nomadzi na mapie podstawowej – od czego zacząć?",
        hours_ago=9,
        posts=(
            (
                "tomasz",
                "Gram Nomadami od lat i prawie zawsze zaczynam od twierdzy w drugiej rundzie. "
                "A wy? Piszcie, co u was działa, i na której mapie.",
            ),
            ("mira", "Na małej mapie wolę najpierw dwa domy handlowe, bo sąsiedzi są blisko."),
        ),
    ),
    DemoTopic(
        category="feedback",
        title="Show how far each colour is on the wheel",
        hours_ago=40,
        votes=("marta", "tomasz", "jun", "ilse"),
        posts=(
            ("alice", "When I plan a dig I always count on my fingers. A small number would do."),
            ("otto", "Good idea. It is on our list."),
        ),
    ),
    DemoTopic(
        category="feedback",
        title="Keyboard shortcut for the next game that waits",
        hours_ago=70,
        votes=("jun",),
        posts=(("marta", "Jedna klávesa, a jsem u dalšího stolu. That would save me minutes."),),
    ),
    DemoTopic(
        category="news",
        title="Season 6: final standings",
        hours_ago=140,
        locked=True,
        posts=(
            (
                "ilse",
                "The season is over. Thank you all for playing to the end.\n\n"
                "Promotions and sign-up for the next one follow in a few days.",
            ),
            ("tomasz", "Dziękuję za świetną organizację!"),
        ),
    ),
    DemoTopic(
        category="desk",
        title="How we decide",
        hours_ago=100,
        posts=(
            (
                "mira",
                "First read, then claim, then act. Every action has a reason that its author may "
                "read. Somebody else reviews it.",
            ),
        ),
    ),
)
