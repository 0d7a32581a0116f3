"""The notation at a glance, for the page beside the input field."""

from __future__ import annotations

from engine.api import HelpEntry

_ROWS = (
    ("build HEX", "build F5", "Dwelling; spades at hand are used on the hex first"),
    ("dig N", "dig 2. build F5", "Buy spades for the hex that follows"),
    ("transform HEX [to COLOUR]", "transform F3 to brown", "Spend spades without building"),
    ("upgrade HEX to BUILDING", "upgrade E6 to TE. +FAV7", "TP, TE, SH or SA"),
    ("send p to CULT [for N]", "send p to FIRE for 2", "Priest to a cult"),
    ("action SPACE", "action ACT5. build E3", "Power action, or one of your own spaces"),
    ("bridge HEX:HEX", "action ACT1. bridge E9:D6", "Place a bridge"),
    ("advance ship | advance dig", "advance ship", "One step on a track"),
    ("pass CARD", "pass BON3", "Leave the round; in round 6 plain `pass`"),
    ("burn N", "burn 3", "Sacrifice 2N tokens of bowl II for N in bowl III"),
    ("convert N RESOURCE to N RESOURCE", "convert 3PW to 1W", "C, W, P, PW at fixed rates"),
    ("leech N from FACTION", "leech 2 from giants", "Take power; N is the size offered"),
    ("decline [N from FACTION]", "decline", "Refuse one offer, or all"),
    ("+TILE", "+FAV5. +TW2", "Take a favor or town tile that is due"),
    (
        "+TW HEX",
        "+FAV5. +TW2 E6",
        "Where more towns come about than tiles are left: a building of the one that gets it",
    ),
    ("+CULT", "+2FIRE", "Place cult steps that are due"),
    ("-CULT", "-WATER. +TW5", "Leave a track at 9 before TW5 or TW6, or pay for a volcano"),
    ("-ITEM", "-SPADE", "Give up something that is owed"),
    ("connect RIVER", "connect r20. +TW3", "Town around a river hex"),
    ("pick-color COLOUR", "pick-color red", "Choose a terrain"),
    ("unlock-terrain COLOUR | gain-priest", "unlock-terrain red", "What a gained priest is for"),
    ("gain P3 for VP", "gain P3 for VP", "A new power token for a point"),
    ("setup FACTION", "setup witches", "Choose a faction"),
    ("bid N | pass", "bid 7", "Auction: raise, or leave this round of bidding"),
    ("take FACTION at N", "take witches at 2", "Auction: what the winner of a round gets"),
    (
        "bid N on FACTION | position N",
        "bid 7 on witches. bid 2 on position 1",
        "Sealed bids: all of yours in one line, the rest is 0; a new line replaces it",
    ),
    ("done", "transform F3. done", "End the turn without building"),
    ("wait", "wait", "No effect: you want others to answer first"),
    ("resign", "resign", "Leave the game"),
)

HELP = tuple(HelpEntry(pattern=p, example=e, meaning=m) for p, e, m in _ROWS)
