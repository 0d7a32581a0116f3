"""The words of the game as the rulebooks have them (../docs: glossary), and their icons."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

FACTIONS: Mapping[str, Promise] = {
    "alchemists": _("Alchemists"),
    "darklings": _("Darklings"),
    "cultists": _("Cultists"),
    "halflings": _("Halflings"),
    "engineers": _("Engineers"),
    "dwarves": _("Dwarves"),
    "mermaids": _("Mermaids"),
    "swarmlings": _("Swarmlings"),
    "auren": _("Auren"),
    "witches": _("Witches"),
    "chaosmagicians": _("Chaos Magicians"),
    "giants": _("Giants"),
    "fakirs": _("Fakirs"),
    "nomads": _("Nomads"),
    "icemaidens": _("Ice Maidens"),
    "yetis": _("Yetis"),
    "dragonlords": _("Dragonlords"),
    "acolytes": _("Acolytes"),
    "shapeshifters": _("Shapeshifters"),
    "riverwalkers": _("Riverwalkers"),
}
TERRAIN: Mapping[str, Promise] = {
    "yellow": _("desert"),
    "brown": _("plains"),
    "black": _("swamp"),
    "blue": _("lakes"),
    "green": _("forest"),
    "gray": _("mountains"),
    "red": _("wasteland"),
    "ice": _("ice"),
    "volcano": _("volcano"),
    "river": _("river"),
}
BUILDINGS: Mapping[str, Promise] = {
    "D": _("dwelling"),
    "TP": _("trading post"),
    "TE": _("temple"),
    "SH": _("stronghold"),
    "SA": _("sanctuary"),
}
CULTS: Mapping[str, Promise] = {
    "fire": pgettext_lazy("cult", "Fire"),
    "water": pgettext_lazy("cult", "Water"),
    "earth": pgettext_lazy("cult", "Earth"),
    "air": pgettext_lazy("cult", "Air"),
}
RESOURCES: Mapping[str, Promise] = {
    "vp": _("points"),
    "c": _("coins"),
    "w": _("workers"),
    "p": _("priests"),
    "pw": _("power"),
    "tokens": _("power tokens"),
    "keys": _("keys"),
    "spades": _("spades"),
    "bridges": _("bridges"),
    "shipping": _("shipping"),
    "dig": _("digging"),
    "p1": _("power in bowl I"),
    "p2": _("power in bowl II"),
    "p3": _("power in bowl III"),
    "priest_limit": _("places for priests"),
    "range": _("range of the carpet"),
}
ICONS = {
    "vp": "r-vp",
    "c": "r-coin",
    "w": "r-worker",
    "p": "r-priest",
    "pw": "r-power",
    "tokens": "r-power",
    "keys": "r-key",
    "spades": "r-spade",
    "bridges": "r-bridge",
    "shipping": "r-ship",
    "dig": "a-dig",
    "fire": "c-fire",
    "water": "c-water",
    "earth": "c-earth",
    "air": "c-air",
    "SPADE": "r-spade",
    "TOWN": "r-town",
    "priests": "r-priest",
}
BONUS_CARDS: Mapping[str, Promise] = {
    "BON1": _("Spade"),
    "BON2": _("Cult step"),
    "BON3": _("Six coins"),
    "BON4": _("Shipping"),
    "BON5": _("Worker, power"),
    "BON6": _("Strongholds"),
    "BON7": _("Trading posts"),
    "BON8": _("Priest"),
    "BON9": _("Dwellings"),
    "BON10": _("Ships"),
}
ACTIONS: Mapping[str, Promise] = {
    "ACT1": _("bridge"),
    "ACT2": _("1 priest"),
    "ACT3": _("2 workers"),
    "ACT4": _("7 coins"),
    "ACT5": _("1 spade"),
    "ACT6": _("2 spades"),
    "ACTA": _("two cult steps"),
    "ACTC": _("double turn"),
    "ACTE": _("bridge for workers"),
    "ACTG": _("2 free spades"),
    "ACTN": _("sandstorm"),
    "ACTH1": _("new home terrain"),
    "ACTH2": _("new home terrain"),
    "ACTH3": _("new home terrain"),
    "ACTH4": _("new home terrain"),
    "ACTH5": _("new home for power"),
    "ACTH6": _("new home for tokens"),
    "ACTS": _("free trading post"),
    "ACTW": _("Witches' ride"),
    "BON1": _("spade of the bonus card"),
    "BON2": _("cult step of the bonus card"),
    "FAV6": _("cult step of the favor tile"),
}
ACTION_ICONS = {
    "ACT1": "r-bridge",
    "ACT2": "r-priest",
    "ACT3": "r-worker",
    "ACT4": "r-coin",
    "ACT5": "r-spade",
    "ACT6": "r-spade",
    "ACTA": "r-cult",
    "ACTC": "a-special",
    "ACTE": "r-bridge",
    "ACTG": "r-spade",
    "ACTN": "t-yellow",
    "ACTH1": "a-special",
    "ACTH2": "a-special",
    "ACTH3": "a-special",
    "ACTH4": "a-special",
    "ACTH5": "a-special",
    "ACTH6": "a-special",
    "ACTS": "b-TP",
    "ACTW": "b-D",
    "BON1": "r-spade",
    "BON2": "r-cult",
    "FAV6": "r-cult",
}
MAPS: Mapping[str, Promise] = {
    "original": _("Original map"),
    "fire-and-ice-1": _("Fire & Ice, side 1"),
    "fire-and-ice-2": _("Fire & Ice, side 2"),
    "loon-lakes": _("Loon Lakes"),
    "fjords": _("Fjords"),
    "archipelago": _("Archipelago"),
}
FINAL_TILES: Mapping[str, Promise] = {
    "building-on-edge": _("Outposts"),
    "connected-clusters": _("Settlements"),
    "connected-distance": _("Greatest distance"),
    "connected-sa-sh-distance": _("Stronghold and sanctuary"),
    "network": _("Largest area"),
    "resources": _("Resources left over"),
}
PHASES: Mapping[str, Promise] = {
    "deal": _("Dealing"),
    "auction": _("Auction of factions"),
    "sealed-bids": _("Sealed bids"),
    "factions": _("Choosing factions"),
    "terrain": _("Choosing terrain"),
    "dwellings": _("First dwellings"),
    "cards": _("First bonus cards"),
    "unlock-income": _("Income"),
    "play": _("Actions"),
    "spades": _("Spades of the cults"),
    "unlock-cults": _("Cult bonuses"),
    "over": _("The game is over"),
}
OWED: Mapping[str, Promise] = {
    "spades": _("use the spades"),
    "bridge": _("place the bridge"),
    "cult-step": _("place the cult steps"),
    "sandstorm": _("choose the hex of the sandstorm"),
    "free-dwelling": _("choose where to build"),
    "free-upgrade": _("choose the dwelling to upgrade"),
    "new-home": _("choose the new home terrain"),
    "volcano": _("choose the hex of the volcano"),
    "payment": _("pay the cult steps"),
    "favor": _("take a favor tile"),
    "town": _("take a town tile"),
    "claim": _("choose the cult for the key"),
    "unlock": _("decide what the priest is for"),
    "conversion": _("turn workers into priests, or decline"),
    "token": _("buy a power token, or decline"),
    "SPADE": _("a spade"),
    "CULT": _("a cult step"),
    "FREE_TF": _("the sandstorm"),
    "FREE_TP": _("the free trading post"),
    "FREE_D": _("the free dwelling"),
    "BRIDGE": _("the bridge"),
    "GAIN_FAVOR": _("a favor tile"),
    "GAIN_TW": _("a town tile"),
    "CONVERT_W_TO_P": _("workers into priests"),
    "GAIN_P3_FOR_VP": _("a power token for a point"),
    "UNLOCK": _("a terrain"),
    "P1": _("a power token"),
    "P2": _("a power token"),
    "P3": _("a power token"),
    "KEY": _("a key"),
    "home": _("choose the home terrain"),
    "favor-at-start": _("take the first favor tile"),
    "terrain": _("choose a terrain"),
}


def faction_name(key: str) -> str:
    return str(FACTIONS.get(key, key)) if key else gettext("no faction yet")


def position_name(number: object) -> str:
    return gettext("position %(number)s") % {"number": number}


def terrain_name(key: str) -> str:
    return str(TERRAIN.get(key, key))


def building_name(key: str) -> str:
    return str(BUILDINGS.get(key, key))


def cult_name(key: str) -> str:
    return str(CULTS.get(key.lower(), key))


def resource_name(key: str) -> str:
    if key in CULTS:
        return cult_name(key)
    return str(RESOURCES.get(key) or BUILDINGS.get(key) or key)


def tile_name(key: str) -> str:
    """A card by its name, a tile by its code."""
    if key.startswith("FAV"):
        return gettext("favor tile %(code)s") % {"code": key}
    if key.startswith("TW"):
        return gettext("town tile %(code)s") % {"code": key}
    if key.startswith("SCORE"):
        return gettext("scoring tile %(code)s") % {"code": key}
    if key in BONUS_CARDS:
        return f"{BONUS_CARDS[key]} ({key})"
    return str(ACTIONS.get(key, key))


def amount(kind: str, count: int) -> str:
    """ "3 workers": a number with its noun in the right form."""
    match kind:
        case "vp":
            text = ngettext("%(count)s point", "%(count)s points", abs(count))
        case "c":
            text = ngettext("%(count)s coin", "%(count)s coins", abs(count))
        case "w":
            text = ngettext("%(count)s worker", "%(count)s workers", abs(count))
        case "p":
            text = ngettext("%(count)s priest", "%(count)s priests", abs(count))
        case "spades":
            text = ngettext("%(count)s spade", "%(count)s spades", abs(count))
        case "keys":
            text = ngettext("%(count)s key", "%(count)s keys", abs(count))
        case "tokens":
            text = ngettext("%(count)s power token", "%(count)s power tokens", abs(count))
        case "pw":
            text = ngettext("%(count)s power", "%(count)s power", abs(count))
        case _:
            return f"{count} {resource_name(kind)}"
    return text % {"count": count}


def counted(kind: str, count: int) -> tuple[str, str]:
    """ "3" and "workers": for a big number above its small noun."""
    number, _blank, noun = amount(kind, count).partition(" ")
    return number, noun


def amounts(bag: Mapping[str, int]) -> str:
    """ "2 workers, 3 coins"."""
    return ", ".join(amount(kind, count) for kind, count in bag.items() if count)


def signed(kind: str, count: int) -> str:
    """ "+10 points", "−2 workers"; the minus is a real one."""
    return ("+" if count > 0 else "−") + amount(kind, abs(count))


def sign(count: int) -> str:
    return f"+{count}" if count > 0 else f"−{-count}" if count < 0 else "0"
