"""Every reason for which a line is refused, with the names of its facts.

A presenter translates these codes; a test compares the list with what the rules really raise.
"""

from __future__ import annotations

import msgspec


class RefusalCode(msgspec.Struct, frozen=True):
    """A stable code. Facts are a promise of names, not that each comes every time."""

    code: str
    meaning: str
    facts: tuple[str, ...] = ()


REFUSAL_CODES = (
    # Reading a line.
    RefusalCode("empty-line", "There is no command in the line"),
    RefusalCode("line-too-long", "The line is longer than any turn", ("length", "limit")),
    RefusalCode("not-one-line-of-text", "The text is not one line"),
    RefusalCode("too-many-commands", "More commands than any turn needs", ("most",)),
    RefusalCode("unknown-command", "No command begins like this", ("text",)),
    RefusalCode("unreadable", "The command goes otherwise", ("text", "pattern")),
    RefusalCode("number", "The number must be at least 1", ("number",)),
    RefusalCode("unknown-item", "These are not among the things to draw", ("items",)),
    # Whose turn, and when.
    RefusalCode("game-over", "The game is over"),
    RefusalCode("not-your-turn", "Somebody else is on turn, or you left", ("seat", "dropped")),
    RefusalCode("phase", "Not in this phase of the game", ("phase",)),
    RefusalCode("passed", "You have passed in this round"),
    RefusalCode("one-action", "One action per turn", ("taken",)),
    RefusalCode("action-due", "An action is still to be taken", ("actions",)),
    RefusalCode("owed", "Something else must be settled first", ("owed", "seat")),
    RefusalCode("not-owed", "Nothing of the kind is due", ("owed", "due", "cult")),
    RefusalCode("not-waivable", "This cannot be given up", ("what", "bought", "resource")),
    RefusalCode(
        "wait-for-step",
        "Somebody may still reach 10 before you",
        ("cult", "faction", "seat"),
    ),
    # Paying.
    RefusalCode("cannot-pay", "Something is missing for the price", ("missing", "cost")),
    RefusalCode("no-conversion", "No such conversion now", ("from", "to", "owed", "most")),
    RefusalCode("ratio", "The amounts do not fit the rate", ("from", "to")),
    # Places.
    RefusalCode("no-such-hex", "The map has no such hex", ("place",)),
    RefusalCode("river", "This is a river hex", ("place",)),
    RefusalCode("occupied", "A building stands there", ("place",)),
    RefusalCode("not-reachable", "Out of reach", ("place",)),
    RefusalCode("one-flight", "One tunnel or carpet flight per action", ("flown",)),
    RefusalCode("bad-site", "No bridge can be placed there", ("a", "b", "bridges")),
    # Land and buildings.
    RefusalCode("wrong-terrain", "The hex is not home terrain", ("terrain", "home")),
    RefusalCode("terrain", "This terrain cannot be chosen or changed", ("terrain", "home")),
    RefusalCode("terrain-taken", "The terrain belongs to somebody", ("terrain",)),
    RefusalCode("no-change", "That would change nothing", ("terrain",)),
    RefusalCode("spades-short", "Too few spades, or steps", ("needed", "spades", "steps")),
    RefusalCode("spades-left", "Spades are left over", ("spades",)),
    RefusalCode("one-hex", "All spades of this action go to one hex", ("place",)),
    RefusalCode("partial-twice", "Only one hex may end as foreign terrain", ("place",)),
    RefusalCode("build-where", "No dwelling there in this action", ("place",)),
    RefusalCode(
        "not-here", "Not with this faction or action", ("action", "place", "terrain", "dig")
    ),
    RefusalCode("no-volcano", "No hex in reach can become a volcano at your price"),
    RefusalCode("wrong-building", "The wrong building stands there", ("place", "old", "new")),
    RefusalCode("no-piece", "All pieces of this kind are on the map", ("building",)),
    # Tiles, tracks and spaces.
    RefusalCode("not-owned", "You do not have this action", ("action",)),
    RefusalCode("space-taken", "The space is taken", ("action", "space")),
    RefusalCode("track", "The track goes no further", ("level",)),
    RefusalCode("card", "This bonus card cannot be taken", ("card", "cards")),
    RefusalCode("tile-gone", "No copy of this tile is left", ("tile",)),
    RefusalCode("tile-owned", "You have this tile", ("tile",)),
    RefusalCode("town", "No town, or fewer than asked for", ("due", "river", "places")),
    RefusalCode("no-priest-or-space", "No priest in hand", ("missing",)),
    RefusalCode("one-track", "All of it goes to one track", ("needed",)),
    RefusalCode(
        "choose-town", "More towns than tiles: name a building of the one", ("clusters", "due")
    ),
    RefusalCode("choose-track", "Too few keys: choose who reaches 10", ("tracks", "keys")),
    RefusalCode("no-offer", "No such offer of power", ("offers",)),
    RefusalCode("spoiled-offer", "This offer can only be declined now", ("size", "from")),
    # Setting up.
    RefusalCode("faction-taken", "The faction or its colour is taken", ("faction", "drawn")),
    RefusalCode("faction-banned", "The faction was left out of this game", ("faction",)),
    RefusalCode("leaves-too-few", "A later seat would find no faction", ("seats",)),
    RefusalCode("not-drawn", "The faction was not drawn", ("faction", "drawn")),
    RefusalCode("colour", "You were dealt another colour", ("colour",)),
    RefusalCode("option", "This game is played without it", ("option",)),
    RefusalCode("draw", "The wrong number was drawn", ("count",)),
    RefusalCode("must-bid", "Who opens must bid", ("least",)),
    RefusalCode("raise-needed", "A raise is at least one more", ("highest",)),
    RefusalCode("bid-too-high", "The bid is above the highest allowed", ("most",)),
    RefusalCode("bids-too-high", "Two bids together are too high", ("most", "together")),
    RefusalCode("bid-twice", "There is a bid on this already", ("on",)),
    RefusalCode("position-taken", "The position is not free", ("position", "free")),
    RefusalCode("no-such-position", "There are not so many positions", ("position", "positions")),
    RefusalCode("redraw", "This draw is not allowed: draw again", ("tile", "factions")),
)
