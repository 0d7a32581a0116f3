"""All commands of the game; a new one is a class and a line here."""

from __future__ import annotations

from typing import TypeAlias

from engine.terra_mystica.commands.act import Act, AdvanceDigging, AdvanceShipping
from engine.terra_mystica.commands.auction import Bid, BidOnFaction, BidOnPosition, TakeToken
from engine.terra_mystica.commands.choose import ChooseFaction, PickColour, Unlock
from engine.terra_mystica.commands.construct import Bridge, Build, Upgrade
from engine.terra_mystica.commands.cult import Send, StepDown, StepUp
from engine.terra_mystica.commands.exchange import Burn, BuyToken, Convert, GiveBack, Grab
from engine.terra_mystica.commands.flow import (
    DealBonus,
    DealColours,
    DealDraft,
    DealFactions,
    DealFinal,
    DealOpener,
    DealScoring,
    DealTokens,
    Done,
    Resign,
    Wait,
)
from engine.terra_mystica.commands.leech import Decline, Leech
from engine.terra_mystica.commands.pass_ import Pass
from engine.terra_mystica.commands.terraform import Dig, Transform
from engine.terra_mystica.commands.tiles import Connect, ConnectLand, TakeFavor, TakeTown
from engine.terra_mystica.commands.waive import Waive

Command: TypeAlias = (
    Act
    | AdvanceDigging
    | AdvanceShipping
    | Bid
    | BidOnFaction
    | BidOnPosition
    | Bridge
    | Build
    | Burn
    | BuyToken
    | ChooseFaction
    | Connect
    | ConnectLand
    | Convert
    | DealBonus
    | DealColours
    | DealDraft
    | DealFactions
    | DealFinal
    | DealOpener
    | DealScoring
    | DealTokens
    | Decline
    | Dig
    | Done
    | GiveBack
    | Grab
    | Leech
    | Pass
    | PickColour
    | Resign
    | Send
    | StepDown
    | StepUp
    | TakeFavor
    | TakeToken
    | TakeTown
    | Transform
    | Unlock
    | Upgrade
    | Wait
    | Waive
)
