"""Lists changes that make a position impossible, each with the law that it breaks and the place that is to blame."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from domain.catan import maps
from domain.core.chance import SampledChance
from domain.core.knowledge import Known
from domain.core.ruleset import Ruleset
from tests.laws.cases import CASES
from tests.laws.playing import open_position, uniform


class Change(NamedTuple):
    """Describes a change to the state of a case's position, and how it is refused."""

    case: str
    name: str
    change: Callable[[dict[str, Any]], None]
    key: str
    pointer: str


def put(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change that puts a value at a place of the state."""

    def change(state: dict[str, Any]) -> None:
        holder: Any = state
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = to

    return change


def add(*path: str | int, more: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change that adds to a number, or an entry to a list."""

    def change(state: dict[str, Any]) -> None:
        holder: Any = state
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = holder[path[-1]] + more

    return change


def both(*changes: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    """Return a change that makes several."""

    def change(state: dict[str, Any]) -> None:
        for one in changes:
            one(state)

    return change


CATAN, DICE, ELASUND, GOOFSPIEL = "catan-4", "dice-2", "elasund-german-3", "goofspiel-2"
CHANGES: Final = [
    Change(CATAN, "a card too many in the bank", add("bank", "ore", more=1), "resources", "/seats/2/resource_count"),
    Change(CATAN, "a card too few in the bank", add("bank", "ore", more=-1), "resources", "/bank"),
    Change(CATAN, "a full bank beside full hands", put("bank", "wool", to=19), "cards", "/bank/wool"),
    Change(
        CATAN,
        "a hand larger than its cards",
        add("seats", 0, "resource_count", more=1),
        "count",
        "/seats/0/resource_count",
    ),
    Change(
        CATAN,
        "a rival's hand larger than the supply",
        put("seats", 1, "resource_count", to=90),
        "resources",
        "/seats/1/resource_count",
    ),
    Change(
        CATAN, "more cards known than a hand has", put("seats", 1, "at_least", "brick", to=18), "cards", "/bank/brick"
    ),
    Change(
        CATAN,
        "an own card that was never there",
        add("seats", 0, "resources", "grain", more=1),
        "count",
        "/seats/0/resource_count",
    ),
    Change(CATAN, "a development card too many in the deck", add("deck", more=1), "count", "/deck"),
    Change(
        CATAN,
        "more knights played than there are",
        put("played_cards", "knight", to=15),
        "cards",
        "/played_cards/knight",
    ),
    Change(
        CATAN,
        "own development cards that are not counted",
        add("seats", 0, "development_cards", "monopoly", more=1),
        "count",
        "/seats/0/development_card_count",
    ),
    Change(
        CATAN,
        "more development cards than the deck had",
        put("seats", 2, "development_card_count", to=30),
        "count",
        "/seats/2/development_card_count",
    ),
    Change(
        CATAN,
        "cards bought that are not held",
        put("seats", 0, "bought_this_turn", "knight", to=9),
        "fresh",
        "/seats/0/bought_this_turn",
    ),
    Change(
        CATAN, "a settlement beside another", lambda s: s["seats"][1]["settlements"].append(neighbor(s)), "distance", ""
    ),
    Change(
        CATAN,
        "two settlements on one node",
        lambda s: s["seats"][1]["settlements"].append(s["seats"][0]["settlements"][0]),
        "shared",
        "",
    ),
    Change(
        CATAN, "two roads on one edge", lambda s: s["seats"][1]["roads"].append(s["seats"][0]["roads"][0]), "shared", ""
    ),
    Change(CATAN, "a road off the board", add("seats", 0, "roads", more=[99]), "place", "/seats/0/roads"),
    Change(
        CATAN, "a settlement off the board", add("seats", 0, "settlements", more=[60]), "place", "/seats/0/settlements"
    ),
    Change(CATAN, "a city off the board", add("seats", 0, "cities", more=[60]), "place", "/seats/0/cities"),
    Change(CATAN, "more roads than a seat has", put("seats", 0, "roads", to=list(range(16))), "supply", ""),
    Change(
        CATAN,
        "a road that is longer than its pieces",
        add("seats", 0, "route_length", more=1),
        "route",
        "/seats/0/route_length",
    ),
    Change(CATAN, "points that nothing brings", add("seats", 0, "points", more=1), "points", ""),
    Change(
        CATAN,
        "a Longest Road of two",
        lambda s: s.update(longest_road=2 if s["longest_road"] != 2 else 3),
        "points",
        "",
    ),
    Change(CATAN, "a Largest Army of none", put("largest_army", to=2), "points", ""),
    Change(CATAN, "knights without the Largest Army", put("seats", 3, "knights", to=14), "award", "/largest_army"),
    Change(CATAN, "a robber off the board", put("robber", to=19), "place", ""),
    Change(CATAN, "the turn of a seat that is not there", put("active", to=5), "seats", ""),
    Change(CATAN, "an agenda without an end", put("agenda", to=[]), "agenda", "/agenda"),
    Change(CATAN, "nobody's turn in the middle of one", put("active", to=None), "agenda", "/agenda"),
    Change(
        CATAN,
        "the turn of another than the agenda says",
        lambda s: s.update(active=(s["active"] + 1) % 4),
        "agenda",
        "/agenda",
    ),
    Change(
        CATAN,
        "a founding in a late turn",
        put("agenda", to=[{"frame": "found_settlement", "seats": [0], "step": 0}]),
        "agenda",
        "/agenda",
    ),
    Change(CATAN, "no turn at all", put("turn", to=0), "agenda", "/agenda"),
    Change(
        CATAN,
        "a roll that is due after the dice",
        both(put("agenda", to=[{"frame": "roll", "seats": [0]}]), put("active", to=0), put("dice", to=[3, 4])),
        "agenda",
        "/agenda",
    ),
    Change(CATAN, "a frame that nobody has to act in", lambda s: s["agenda"][-1].update(seats=[]), "agenda", "/agenda"),
    Change(CATAN, "a frame of a seat that is not there", lambda s: s["agenda"][-1].update(seats=[5]), "seats", ""),
    Change(
        CATAN, "an offer of a seat that is not there", lambda s: s["offers"].append(offer(seat=5)), "seats", "/offers/0"
    ),
    Change(
        "dice-deck-4",
        "a dice card that is counted twice",
        lambda s: s["dice_deck"]["left"].append(s["dice_deck"]["left"][0]),
        "module",
        "/dice_deck",
    ),
    Change(
        "dice-deck-4",
        "sums that are not those of the cards",
        add("dice_deck", "sums", 5, "cards", more=1),
        "module",
        "/dice_deck",
    ),
    Change("harbormaster-4", "a Harbormaster with too few points", put("harbormaster", "holder", to=1), "points", ""),
    Change(
        "harbormaster-4",
        "harbor points that the board does not give",
        add("harbormaster", "seats", 0, "points", more=1),
        "module",
        "/harbormaster",
    ),
    Change(
        "helpers-4",
        "a helper that two seats have",
        lambda s: s["helpers"]["seats"][1].update(helper=s["helpers"]["seats"][0]["helper"]),
        "module",
        "",
    ),
    Change(
        "helpers-4", "a helper from the future", put("helpers", "seats", 0, "taken_in_turn", to=10_000), "module", ""
    ),
    Change("favors-4", "a supply that is too large", add("favors", "supply", more=1), "module", ""),
    Change(
        "favors-4", "own tokens that are not counted", add("favors", "own", "tokens", "wagon", more=1), "module", ""
    ),
    Change(
        "favors-4",
        "a Catan token that was not paid for",
        add("favors", "seats", 0, "catan_tokens", more=1),
        "points",
        "",
    ),
    Change("catan-canal-4", "a canal token too many", add("erie_canal", "supply", more=1), "module", ""),
    Change(
        "catan-new-york-4",
        "a map token that is taken and lies there",
        lambda s: s["towns"]["seats"][0].update(tokens=s["towns"]["seats"][0]["tokens"] + 1),
        "points",
        "",
    ),
    Change(DICE, "a road that leads from nowhere", put("seats", 0, "roads", to=[15]), "sheet", ""),
    Change(DICE, "settlements out of order", put("seats", 0, "settlements", to=[4]), "sheet", "/seats/0/settlements"),
    Change(DICE, "a joker of a knight that is not built", put("seats", 0, "jokers_used", to=[6]), "sheet", ""),
    Change(DICE, "points without a box", add("seats", 0, "points", more=1), "sheet", "/seats/0/points"),
    Change(DICE, "a box too many", lambda s: s["seats"][1]["boxes"].extend([-2] * 15), "sheet", "/seats/1/points"),
    Change(DICE, "a turn that has not come", add("turn", more=5), "turn", "/turn"),
    Change(DICE, "the turn of the other seat", lambda s: s.update(active=1 - s["active"]), "agenda", "/agenda"),
    Change(
        DICE,
        "a build frame without a building",
        lambda s: s.update(agenda=[{"frame": "build", "seats": [s["active"]]}], turn_pieces=0, turn_points=0),
        "agenda",
        "/agenda",
    ),
    Change(
        DICE,
        "seven dice",
        both(
            put("dice", to=dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 1) | {"gold": 2}),
            put("rolls", to=1),
        ),
        "dice",
        "",
    ),
    Change(ELASUND, "gold that was never minted", add("bank", more=1), "cards", ""),
    Change(ELASUND, "an influence card too many in the deck", add("deck", more=1), "count", "/deck"),
    Change(ELASUND, "a hand that is not its cards", add("seats", 0, "hand", more=1), "count", "/seats/0/hand"),
    Change(ELASUND, "trade points that no building brings", add("seats", 0, "trade", "points", more=1), "trade", ""),
    Change(ELASUND, "points without cubes", add("seats", 0, "points", more=1), "points", ""),
    Change(
        ELASUND,
        "two buildings on one square",
        lambda s: s["buildings"].append(
            {"building": "well", "seat": 1, "square": s["buildings"][0]["square"], "cubes": 0}
        ),
        "shared",
        "/buildings/21/square",
    ),
    Change(
        ELASUND, "a building twice", lambda s: s["buildings"].append(dict(s["buildings"][0])), "supply", "/buildings/21"
    ),
    Change(ELASUND, "a pile of church tiles too high", add("church", "pile", more=1), "count", "/church/pile"),
    Change(
        ELASUND,
        "a wall twice",
        lambda s: s["walls"].extend(s["walls"][:1] or [{"space": 100, "seat": 0, "tile": 1, "cube": False}] * 2),
        "shared",
        "",
    ),
    Change(ELASUND, "no turn at all", put("turn", to=0), "turn", "/turn"),
    Change(
        ELASUND,
        "an agenda of another seat",
        lambda s: s["agenda"][0].update(seats=[(s["active"] + 1) % 3]),
        "agenda",
        "/agenda",
    ),
    Change(GOOFSPIEL, "a card twice", lambda s: s["seats"][0]["cards"].pop(), "hand", "/seats/0/cards"),
    Change(
        GOOFSPIEL,
        "the open prize among those to come",
        lambda s: s["prizes"].append(s["prize"]),
        "hand",
        "/seats/0/cards",
    ),
    Change(
        GOOFSPIEL,
        "a bid of a card that is gone",
        lambda s: s["seats"][0].update(bid=next(c for c in range(1, 14) if c not in s["seats"][0]["cards"])),
        "bid",
        "/seats/0/bid",
    ),
    Change(GOOFSPIEL, "a turn that has not come", add("turn", more=1), "turn", "/turn"),
    Change(GOOFSPIEL, "prizes that nobody turned", put("seats", 0, "points", to=91), "prizes", "/seats"),
    Change(GOOFSPIEL, "nobody to bid", put("agenda", to=[]), "agenda", "/agenda"),
]


def neighbor(state: dict[str, Any]) -> int:
    """Return a node next to a settlement of the first seat."""
    topology = maps.topology_of("variable", 4)
    near = topology.reach[state["seats"][0]["settlements"][0]]
    return int(near[0][1])


def offer(seat: int) -> dict[str, Any]:
    """Return an open offer of a seat."""
    return {
        "offer": 1,
        "seat": seat,
        "give": {"ore": 1},
        "take": {"wool": 1},
        "to": [1],
        "accepted": [],
        "declined": [],
    }


STEPS: Final = {GOOFSPIEL: 9, DICE: 40}
USUAL_STEPS: Final = 220


@cache
def middle_of(name: str) -> tuple[Ruleset, Known]:
    """Return what the first seat knows in the middle of a random game of a case."""
    case = next(case for case in CASES if case.name == name)
    rules, rng = case.ruleset, Random(name)
    state, _ = open_position(case, 1)
    for _ in range(STEPS.get(name, USUAL_STEPS)):
        seat = rng.choice([awaited.seat for awaited in rules.awaiting(state)])
        draft = rules.draft(state, SampledChance(rng))
        rules.play(draft, seat, uniform(rules, state, seat, rules.actions(state, seat), rng))
    config = rules.configure(case.seats, case.map, case.modules, dict(case.options))
    return rules, Known(config, rules.render(rules.observe(state, 0)), 0, rules.layout(state))
