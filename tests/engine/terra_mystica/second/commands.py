"""The commands of a row, one after the other (N3)."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.engine.terra_mystica.second.board import WHEEL, steps
from tests.engine.terra_mystica.second.game import Table
from tests.engine.terra_mystica.second.side import Side, Wrong, check
from tests.engine.terra_mystica.second.tables import (
    CULTS,
    FACTIONS,
    FAVORS,
    POWER_ACTIONS,
    RATES,
    TOWN_STEPS,
    TOWNS,
)

KINDS = {
    "d": "D",
    "dwelling": "D",
    "tp": "TP",
    "trading post": "TP",
    "te": "TE",
    "temple": "TE",
    "sh": "SH",
    "stronghold": "SH",
    "sa": "SA",
    "sanctuary": "SA",
}
THINGS = {"coin": "C", "coins": "C", "worker": "W", "workers": "W", "priest": "P", "priests": "P"}
THINGS |= {"power": "PW"} | {name.lower(): name for name in ("C", "W", "P", "PW", "VP")}
Do = Callable[..., None]


def execute(table: Table, name: str, commands: str) -> None:
    """One row of a record."""
    if commands.strip() == "setup":
        points = 20
        if "starting-vp-2017" in table.options:
            points = FACTIONS[name]["vp_2017"]
        table.sides.append(Side(name, table.points.get(name, points)))
        if name == "icemaidens":
            table.sides[-1].owes["favor"] = 1
        return
    me = table.side(name)
    texts = [text.strip() for text in commands.split(".") if text.strip()]
    for index, text in enumerate(texts):
        table_down(table, text, texts[index + 1 :])
        command(table, me, text)


def table_down(table: Table, text: str, after: list[str]) -> None:
    """Steps down belong to a tile that follows in the same row (R8.4)."""
    if table.act.debt or not re.fullmatch(r"-\d*(fire|water|earth|air)", text):
        return
    check(any(re.fullmatch(r"\+\d?tw[56]", later) for later in after), "no town tile follows")


def command(table: Table, me: Side, text: str) -> None:
    for pattern, do in COMMANDS:
        if found := re.fullmatch(pattern, text):
            do(table, me, *found.groups())
            return
    raise ValueError(f"unreadable: {text}")


def number(text: str | None) -> int:
    return int((text or "").strip() or 1)


# ---- building -------------------------------------------------------------------------------


def build(table: Table, me: Side, place: str) -> None:
    place = place.upper()
    check(place not in table.owner, f"{place} is taken")
    if table.phase == "setup":
        check(table.terrain[place] == me.chosen, "starting terrain")
        if me.home in ("ice", "volcano"):
            table.terrain[place] = me.home
        me.buildings[place] = "D"
        table.owner[place] = me
        return
    act, cost = table.act, me.data["buildings"]["D"]["cost"]
    if act.ride:
        act.ride, cost = False, {}
    elif act.may_build:
        if act.storm or act.volcano or (act.spades and table.terrain[place] != me.home):
            transform(table, me, place, me.home)
        check(not act.spades, "spades are left")
        check(place in act.home_hexes, f"{place} was not made home in this action")
        act.may_build = False
    else:
        table.begin(me, "build")
        table.travel(me, place)
        fits = {table.terrain[place]} & (me.unlocked if me.name == "riverwalkers" else {me.home})
        check(bool(fits), f"{place} is {table.terrain[place]}")
    raise_building(table, me, place, "D", cost)


def raise_building(table: Table, me: Side, place: str, kind: str, cost: dict[str, int]) -> None:
    """A dwelling or an upgrade with everything that follows (R6.4a)."""
    sizes: dict[Side, int] = {}
    for other in table.beside(place):
        owner = table.owner.get(other)
        if owner and owner is not me and not owner.dropped:
            sizes[owner] = sizes.get(owner, 0) + owner.strength(other)
    check(me.count(kind) < {"D": 8, "TP": 4, "TE": 3}.get(kind, 1), f"no {kind} left")
    me.pay(cost)
    me.buildings[place] = kind
    table.owner[place] = me
    if kind == "SH":
        stronghold(table, me)
    if kind in ("TE", "SA"):
        table.owe_favors(me, 2 if me.name == "chaosmagicians" else 1)
    what, points, *_ = table.tile
    if kind in what.split():
        me.VP += points
    me.VP += 2 if kind == "D" and "FAV11" in me.favors else 0
    me.VP += 3 if kind == "TP" and "FAV10" in me.favors else 0
    table.founded(me)
    table.offers.make(me, sizes)


def stronghold(table: Table, me: Side) -> None:
    match me.name:
        case "alchemists":
            me.power(12)
        case "cultists":
            me.VP += 7
        case "halflings":
            table.spades(me, 3)
        case "mermaids":
            table.raise_ship(me)
        case "auren":
            table.owe_favors(me, 1)
        case "darklings":
            me.owes["change"] = 3
        case "dragonlords":
            me.bowls[0] += len(table.sides)
        case "riverwalkers":
            table.act.bridges = 2


def upgrade(table: Table, me: Side, place: str, wanted: str) -> None:
    place, kind = place.upper(), KINDS[wanted]
    old = {"TP": "D", "TE": "TP", "SH": "TP", "SA": "TE"}[kind]
    check(me.buildings.get(place) == old, f"no {old} on {place}")
    prices = me.data["buildings"][kind]
    cost = prices["cost"]
    if table.act.free_post:
        check(kind == "TP", "only a trading post is free")
        table.act.free_post, cost = False, {}
    else:
        table.begin(me, "upgrade")
        rivals = {table.owner.get(other, me) for other in table.beside(place)} - {me}
        if kind == "TP" and rivals:
            cost = prices["cost_with_neighbour"]
    raise_building(table, me, place, kind, cost)


def bridge(table: Table, me: Side, a: str, b: str) -> None:
    site = frozenset((a.upper(), b.upper()))
    check(table.act.bridges > 0 and me.bridges > 0, "no bridge is owed")
    check(site in table.board.sites and site not in table.bridges, "no site for a bridge")
    check(any(end in me.buildings for end in site), "no own building at an end")
    table.bridges[site] = me
    table.act.bridges -= 1
    me.bridges -= 1
    table.founded(me)


# ---- land -----------------------------------------------------------------------------------


def dig(table: Table, me: Side, count: str | None) -> None:
    spades = number(count)
    if me.home == "volcano":
        check(spades == 1, "one volcano")
        act = table.begin(me, "dig")
        act.volcano = act.may_build = True
        return
    if not table.act.spades:
        table.begin(me, "dig")
    price = me.data["dig"]["spade_cost_by_level"][me.dig]
    me.pay({what: amount * spades for what, amount in price.items()})
    table.spades(me, spades)
    table.act.bought += spades
    if me.name == "darklings":
        me.VP += 2 * spades


def transform(table: Table, me: Side, place: str, colour: str | None) -> None:
    place = place.upper()
    act, old = table.act, table.terrain[place]
    check(place not in table.owner, f"{place} is taken")
    check(old in WHEEL, f"{place} is {old}")
    new = {"grey": "gray"}.get(colour or "", colour) or nearest(table, me, old)
    if table.phase == "spades":
        table.travel(me, place)
        me.owes["dig"] -= spades_for(me, old, new, me.owes["dig"])
        check(me.owes["dig"] >= 0, "too few spades")
        table.terrain[place] = new
        return
    if act.storm:
        check(any(own in table.board.near[place] for own in me.buildings), "no edge neighbour")
        act.storm = False
    elif act.volcano:
        table.travel(me, place)
        act.volcano = False
        rivals = {foreign_home(side) for side in table.sides if side is not me}
        dear = old in rivals
        if me.name == "dragonlords":
            me.remove_tokens(2 if dear else 1)
        else:
            act.debt = 4 if dear else 3
    else:
        table.travel(me, place)
        act.spades -= spades_for(me, old, new, act.spades)
        check(act.spades >= 0, "too few spades")
    table.terrain[place] = new
    if new == me.home:
        act.home_hexes.add(place)


def nearest(table: Table, me: Side, old: str) -> str:
    """Home, or as near to it as the spades reach."""
    at_hand = me.owes["dig"] if table.phase == "spades" else table.act.spades
    turn = (WHEEL.index(me.chosen) - WHEEL.index(old)) % 7
    way = min(turn, 7 - turn)
    if table.act.storm or table.act.volcano or way <= at_hand:
        return me.home
    return WHEEL[(WHEEL.index(old) + (at_hand if turn <= 3 else -at_hand)) % 7]


def spades_for(me: Side, old: str, new: str, at_hand: int) -> int:
    check(old != new, "no change")
    if me.name == "giants":
        return 2
    if new == "ice":
        return max(1, steps(old, me.chosen, me.chosen, 0)) if old != me.chosen else 1
    return steps(old, new, me.chosen, at_hand)


def foreign_home(side: Side) -> str:
    """What raises the price of a volcano (R12.4)."""
    if side.name == "shapeshifters":
        return side.chosen
    return side.data["color"] if side.data["home_mode"] == "fixed" else ""


# ---- actions and tracks ---------------------------------------------------------------------


def action(table: Table, me: Side, key: str) -> None:
    key = key.upper()
    act = table.begin(me, key)
    if key in POWER_ACTIONS:
        again = me.name == "yetis" and me.count("SH")
        check(bool(again) or key not in table.taken, f"{key} is taken")
        table.taken.add(key)
        me.spend(POWER_ACTIONS[key] - (me.name == "yetis"))
    elif key not in ("ACTE", "ACTH5", "ACTH6"):
        check(key not in me.used, f"{key} is used")
        check(key in (me.card, *me.favors) or key.startswith("ACT"), f"no {key}")
        me.used.add(key)
    match key:
        case "ACT1":
            act.bridges = 1
        case "ACTE":
            me.pay({"W": 2})
            act.bridges = 1
        case "ACT2":
            me.gain("P", 1)
        case "ACT3":
            me.W += 2
        case "ACT4":
            me.C += 7
        case "ACT5" | "BON1":
            table.spades(me, 1)
        case "ACT6" | "ACTG":
            table.spades(me, 2)
        case "BON2" | "FAV6":
            act.steps = 1
        case "ACTA":
            act.steps = 2
        case "ACTC":
            table.left += 2
        case "ACTN":
            act.storm = act.may_build = True
        case "ACTS":
            act.free_post = True
        case "ACTW":
            act.ride = True
        case "ACTH5":
            me.spend(5)
            act.new_home = True
        case "ACTH6":
            me.remove_tokens(5)
            act.new_home = True


def advance(table: Table, me: Side, track: str) -> None:
    table.begin(me, "advance")
    if track == "ship":
        check(me.ship < me.data["shipping"]["max"], "the end of the track")
        me.pay({"P": 1, "C": 4})
        table.raise_ship(me)
        return
    check(me.dig < me.data["dig"]["max_level"], "the end of the track")
    me.pay(me.data["dig"]["advance_cost"])
    me.dig += 1
    me.VP += me.data["dig"]["vp_per_advance"]


def send(table: Table, me: Side, cult: str, wanted: str | None) -> None:
    cult = cult.upper()
    table.begin(me, "send")
    me.pay({"P": 1})
    free = table.spaces[cult]
    value = int(wanted) if wanted else (free[0] if free else 1)
    if value > 1:
        check(value in free, "the space is taken")
        free.remove(value)
        me.sent += 1
        me.limit -= 1
    table.climb(me, cult, value + (me.name == "acolytes" and me.count("SH")))


def leave_round(table: Table, me: Side, card: str | None) -> None:
    if table.phase == "setup":
        me.card = str(card).upper()
        del table.cards[me.card]
        return
    table.begin(me, "pass")
    kinds = {kind: me.count(kind) for kind in ("D", "TP", "TE", "SH", "SA")}
    me.VP += {
        "BON6": 4 * (kinds["SH"] + kinds["SA"]),
        "BON7": 2 * kinds["TP"],
        "BON9": kinds["D"],
        "BON10": 3 * me.ship,
    }.get(me.card, 0)
    if "FAV12" in me.favors:
        me.VP += [0, 2, 3, 3, 4][kinds["TP"]]
    if me.name == "engineers" and kinds["SH"]:
        own = [site for site, builder in table.bridges.items() if builder is me]
        me.VP += 3 * sum(all(end in me.buildings for end in site) for site in own)
    if me.name == "icemaidens" and kinds["SH"]:
        me.VP += 3 * kinds["TE"]
    if table.round < 6:
        taken = str(card).upper()
        me.C += table.cards.pop(taken)
        if me.card:
            table.cards[me.card] = 0
        me.card = taken
    me.passed = True
    table.left = 0
    table.passed.append(me)


# ---- answers and free commands --------------------------------------------------------------


def leech(table: Table, me: Side, size: str, by: str | None) -> None:
    table.offers.accept(table.offers.find(me, int(size), by or ""))


def decline(table: Table, me: Side, size: str | None = None, by: str | None = None) -> None:
    answered = [table.offers.find(me, int(size), by or "")] if size else table.offers.of(me)
    for offer in answered:
        table.offers.decline(offer)


def burn(table: Table, me: Side, count: str | None) -> None:
    tokens = int((count or "1").strip())
    check(table.actor is me and me.bowls[1] >= 2 * tokens, "nothing to burn")
    me.bowls[1] -= 2 * tokens
    me.bowls[2] += tokens


def convert(table: Table, me: Side, give: str, what: str, take: str, wanted: str) -> None:
    check(table.actor is me, "not on turn")
    given, taken, old, new = number(give), number(take), THINGS[what], THINGS[wanted]
    if me.owes["change"] and (old, new) == ("W", "P"):
        check(given == taken <= me.owes["change"], "at most three")
        me.owes["change"] = 0
    else:
        check("VP" not in (old, new) or me.name == "alchemists", "not Alchemists")
        rate = RATES[f"{old}>{new}"]
        check(given * rate[1] == taken * rate[0], "ratio")
        if me.owes["change"]:
            me.owes["change"] = 0
    me.pay({old: given})
    me.gain(new, taken)
    table.offers.spoil(me)


def buy_token(table: Table, me: Side) -> None:
    check(me.owes["token"] > 0, "no token is due")
    me.pay({"VP": 1})
    me.bowls[2] += 1
    me.owes["token"] -= 1


# ---- tiles, steps, waivers ------------------------------------------------------------------


def favor(table: Table, me: Side, tile: str) -> None:
    tile = tile.upper()
    check(me.owes["favor"] > 0 and tile not in me.favors and table.favors[tile] > 0, tile)
    check(not table.act.debt, "the volcano is not paid")
    table.favors[tile] -= 1
    me.favors.append(tile)
    me.owes["favor"] -= 1
    table.climb(me, *FAVORS[tile])
    if tile == "FAV5" and table.phase == "play":
        table.founded(me)


def town(table: Table, me: Side, count: str, tile: str, place: str | None) -> None:
    for _ in range(number(count)):
        if me.contest_due and (place or me.owes["town"] == me.contest_due):
            settle_contest(me, place and place.upper())
        take_town(table, me, tile.upper())


def settle_contest(me: Side, place: str | None) -> None:
    """One of the clusters that compete for the last tiles; a record need not say which (R8.6)."""
    cluster = next((c for c in me.contest if place is None or place in c), None)
    check(cluster is not None, f"{place} is in no such cluster")
    me.in_town |= cluster
    me.contest_due -= 1
    me.contest = [c for c in me.contest if c is not cluster] if me.contest_due else []


def take_town(table: Table, me: Side, tile: str) -> None:
    check(me.owes["town"] > 0 and table.towns.get(tile, 0) > 0, tile)
    check(not table.act.debt, "the volcano is not paid")
    table.towns[tile] -= 1
    me.owes["town"] -= 1
    me.towns.append(tile)
    me.VP += 5 if table.tile[0] == "TOWN" else 0
    me.VP += 5 if me.name == "witches" else 0
    me.W += 3 if me.name == "swarmlings" else 0
    me.keys += 2 if tile == "TW6" else 1
    claim(table, me, tile)
    for what, amount in TOWNS[tile].items():
        me.gain(what, amount)
    if tile in TOWN_STEPS:
        rise = {cult: TOWN_STEPS[tile] - table.down.get(cult, 0) for cult in CULTS}
        tops = [
            cult
            for cult in CULTS
            if me.cults[cult] < 10 <= me.cults[cult] + rise[cult]
            and all(side.cults[cult] < 10 for side in table.sides)
        ]
        check(len(tops) <= me.keys, "the tracks for the keys are not chosen")
        for cult, amount in rise.items():
            table.climb(me, cult, amount)
        table.down = {}
    if tile == "TW7":
        table.raise_ship(me)


def claim(table: Table, me: Side, tile: str) -> None:
    """Steps lost for want of a key are made up for (R8.3)."""
    lost = [
        cult
        for cult in CULTS
        if cult in me.lost_steps
        and me.cults[cult] == 9
        and cult not in table.down
        and all(side.cults[cult] < 10 for side in table.sides)
    ]
    if len(lost) <= me.keys:
        me.claims = 0
        for cult in lost:
            table.climb(me, cult, 1)
    elif tile not in TOWN_STEPS:
        me.claims = me.keys


def connect(table: Table, me: Side, river: str) -> None:
    check(me.name == "mermaids" and table.actor is me, "no connection")
    before = me.owes["town"]
    me.rivers.append(river)
    table.founded(me)
    check(me.owes["town"] == before + 1, "no town is founded")


def connect_land(table: Table, me: Side, *named: str | None) -> None:
    """By the land around it: the lowest river hex that founds a town."""
    lands = [name.upper() for name in named if name]
    shared = [r for r in table.board.at if table.board.is_river(r)]
    shared = [r for r in shared if all(land in table.board.near[r] for land in lands)]
    for river in sorted(shared, key=lambda name: int(name[1:])):
        before = dict(me.owes), set(me.in_town), list(me.rivers)
        try:
            connect(table, me, river)
        except Wrong:
            me.owes, me.in_town, me.rivers = before
        else:
            return
    raise Wrong("no river hex founds a town")


def up(table: Table, me: Side, count: str, cult: str) -> None:
    amount, cult = number(count), cult.upper()
    check(not table.act.debt, "the volcano is not paid")
    if me.claims and cult in me.lost_steps:
        me.claims -= 1
        table.climb(me, cult, 1)
        return
    now = min(amount, table.act.steps) if table.actor is me else 0
    table.act.steps -= now
    me.owes["step"] -= amount - now
    check(me.owes["step"] >= 0, "no step is owed")
    table.climb(me, cult, amount)


def down(table: Table, me: Side, count: str, cult: str) -> None:
    amount, cult = number(count), cult.upper()
    if table.act.debt and table.actor is me:
        check(amount == table.act.debt and me.cults[cult] >= amount, "payment")
        me.keys += me.cults[cult] == 10
        me.cults[cult] -= amount
        table.act.debt = 0
    else:
        table.down[cult] = table.down.get(cult, 0) + amount


def waive(table: Table, me: Side, count: str, what: str) -> None:
    amount, act = number(count), table.act
    match what:
        case "spade" if table.phase == "spades":
            me.owes["dig"] -= amount
        case "spade":
            check(not act.bought, "bought spades")
            act.spades -= amount
        case "bridge":
            act.bridges -= amount
        case "cult" if table.actor is me and act.steps:
            act.steps -= amount
        case "cult":
            me.owes["step"] -= amount
        case "free_tf":
            act.storm = act.may_build = False
        case "free_tp":
            act.free_post = False
        case "free_d":
            act.ride = False
        case "convert_w_to_p":
            me.owes["change"] = 0
        case "gain_p3_for_vp":
            me.owes["token"] -= amount
        case "gain_favor" | "gain_tw":
            # It never counted what nobody can take (R6.4a).
            pass
        case _:
            me.pay({THINGS[what]: amount})
    check(act.spades >= 0 and act.bridges >= 0 and act.steps >= 0, f"no {what}")
    check(min(me.owes.values()) >= 0, f"no {what} is owed")


# ---- terrain --------------------------------------------------------------------------------


def pick(table: Table, me: Side, colour: str) -> None:
    me.chosen = {"grey": "gray"}.get(colour, colour)
    if me.name == "riverwalkers":
        me.unlocked = {me.chosen}
    table.act.new_home = False


def unlock(table: Table, me: Side, what: str) -> None:
    check(me.owes["priest"] > 0, "no priest to decide about")
    me.owes["priest"] -= 1
    if what == "gain-priest":
        me.P = min(me.limit, me.P + 1)
        return
    colour = {"grey": "gray"}.get(what, what)
    check(colour in WHEEL and colour not in me.unlocked, f"{colour} is unlocked")
    rivals = {foreign_home(side) for side in table.sides if side is not me}
    me.pay({"C": 2 if colour in rivals else 1})
    me.unlocked.add(colour)
    me.limit += 1


def nothing(table: Table, me: Side) -> None:
    """`wait` and `done`."""


CULT = "(fire|water|earth|air)"
COMMANDS: list[tuple[str, Do]] = [
    (r"build (\w+)", build),
    (r"upgrade (\w+) to ([\w ]+)", upgrade),
    (r"bridge (\w+):(\w+)", bridge),
    (r"dig( \d+)?", dig),
    (r"transform (\w+)(?: to (\w+))?", transform),
    (r"action (\w+)", action),
    (r"advance (ship|dig)(?:ping|ging)?", advance),
    (rf"send p(?:riest)? to {CULT}(?: for (\d))?", send),
    (r"pass(?: (bon\d+))?", leave_round),
    (r"leech (\d+)(?: from (\w+))?", leech),
    (r"decline (\d+) from (\w+)", decline),
    (r"decline", decline),
    (r"burn( \d+)?", burn),
    (r"convert (\d*) ?([a-z]+) to (\d*) ?([a-z]+)", convert),
    (r"gain p3 for vp", buy_token),
    (r"\+(fav\d+)", favor),
    (r"\+(\d?)(tw\d)(?: (\w+))?", town),
    (r"connect (r\d+)", connect),
    (r"connect (\w+):(\w+)(?::(\w+))?", connect_land),
    (rf"\+(\d*){CULT}", up),
    (rf"-(\d*){CULT}", down),
    (r"-(\d*) ?([a-z_][a-z_0-9]*)", waive),
    (r"pick-color (\w+)", pick),
    (r"unlock-terrain ([\w-]+)", unlock),
    (r"(?:wait|done)", nothing),
]
