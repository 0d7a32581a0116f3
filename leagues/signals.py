"""What other apps may listen to. All are sent inside the transaction of their cause."""

from django.dispatch import Signal

people_told = Signal()
"""Somebody is to be told something: `kind` (one of `KINDS`), `users`, `key` (names the cause;
together with the user it is unique), `title`, `paragraphs`, `url` (without the site's address),
`button`, `about` (0, or for "check-in" the id of the season: a reply answers its question),
`until` (None, or when the news become useless).

`title`, each of `paragraphs` and `button` are lazy: `str()` of them speaks the language, and the
time zone, that are active when it is called. So call it once for each reader."""

KINDS = (
    "season-open",
    "check-in",
    "season-start",
    "season-news",
    "league-result",
    "league-ruling",
    "league-message",
    "league-nudge",
    "substitute-wanted",
    "substitute-briefing",
)

season_opened = Signal()
"""`season`: people may sign up."""

season_state_changed = Signal()
"""`season`, `before`: it went on to its next state."""

result_final = Signal()
"""`table`: the result of a league table can no longer change but by a ruling."""

tournament_opened = Signal()
"""`tournament`: people may enter. Whoever keeps threads may open one for it."""

tournament_round_published = Signal()
"""`round`: its tables are drawn."""

tournament_ended = Signal()
"""`tournament`."""
