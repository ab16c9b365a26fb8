"""Provides games in which every option of a ruleset meets every other option, every map, every module and helper.

`pairs` lists what can meet; `covering` puts all of it into few games, `alone` gives each pair a game of its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, Final

from domain.catan import CATAN
from domain.catan.combinations import compose
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.terms import EFFECTS
from domain.catan.modules.helpers.using import HelperExchanged
from domain.catan.options import VARIABLE_ONLY
from domain.dice import DICE
from domain.elasund import ELASUND
from domain.elasund.options import SWITCHES
from tests.cells import playable
from tests.laws.cases import CASES, Case, of_catan
from tests.laws.playing import Played, open_position, play_on

Word = tuple[str, Any]
"""An option with its value, `map` with a name, or `module` with a name."""
Pair = frozenset[Word]

NUMBERS: Final[Mapping[str, Any]] = {"victory_points": 8, "hand_limit": 5, "token_corner": 3, "starting_seat": 2}
LEFT_OUT: Final = {"colors", "edition"}  # colors change pictures alone, an edition the switches that are left out
STEPS: Final = 400  # of a game with a certain helper


@dataclass(frozen=True)
class Room:
    """Represents a table that options can be set at: its case without options, what it is, and what fits it."""

    case: Case
    words: frozenset[Word]
    values: Mapping[str, tuple[Any, ...]]

    def pairs(self) -> set[Pair]:
        """Return what can meet here: two options, or an option and what the table is."""
        options = [(name, value) for name, values in self.values.items() for value in values]
        apart = {frozenset((a, b)) for a, b in combinations(options, 2) if a[0] != b[0]}
        return apart | {frozenset((word, option)) for word in self.words for option in options}

    def unusual(self) -> set[Pair]:
        """Return what can meet here and has no option as it is by itself."""
        usual = {(name, values[0]) for name, values in self.values.items()}
        return {pair for pair in self.pairs() if not pair & usual}

    def with_options(self, options: Mapping[str, Any]) -> Case:
        """Return the case with some options, named after it and them."""
        told = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
        return replace(self.case, name=f"{self.case.name} with {told}", options={**self.case.options, **options})


def values_of(schema: Mapping[str, Any], name: str) -> tuple[Any, ...]:
    """Return the values of an option that are tried, first the one that a game has by itself."""
    if name in NUMBERS:
        return schema["default"], NUMBERS[name]
    if name in SWITCHES:
        return SWITCHES[name]
    words = schema.get("enum", (False, True))
    return (schema["default"], *[value for value in words if value != schema["default"]])


def catan_rooms() -> list[Room]:
    """Return every playable cell of Catan with the options of its modules, the fullest first."""
    schemas = CATAN.describe()["options"]["properties"]
    rooms = []
    for cell in playable():
        config = CATAN.configure(cell["seats"], cell["map"], cell["modules"], {})
        known = [name for name in compose(config.modules).options if name not in LEFT_OUT]
        fitting = [name for name in known if cell["map"] == "variable" or name not in VARIABLE_ONLY]
        case = of_catan(f"{cell['map']} {'+'.join(cell['modules'])} {cell['seats']}", cell["seats"], cell["map"])
        words = frozenset([("map", cell["map"]), *(("module", module) for module in config.modules)])
        values = {name: values_of(schemas[name], name) for name in fitting}
        rooms.append(Room(replace(case, modules=tuple(cell["modules"])), words, values))
    return sorted(rooms, key=lambda room: (-len(room.words), room.case.seats))


def other_rooms() -> list[Room]:
    """Return a table of the dice game, and one of Elasund, where every switch is set and the edition sets nothing."""
    rooms = []
    for ruleset in (DICE, ELASUND):
        case = next(case for case in CASES if case.ruleset is ruleset and case.seats == 3)
        schemas = ruleset.describe()["options"]["properties"]
        values = {name: values_of(schemas[name], name) for name in schemas if name not in LEFT_OUT}
        rooms.append(Room(replace(case, name=ruleset.name, options={}), frozenset(), values))
    return rooms


def pairs(rooms: list[Room]) -> set[Pair]:
    """Return everything that can meet in some rooms."""
    return {pair for room in rooms for pair in room.pairs()}


def covering(rooms: list[Room]) -> Iterator[Case]:
    """Yield few cases in which every pair meets: each time the room where most meets beside the next pair."""
    left, here = pairs(rooms), [(room, room.pairs()) for room in rooms]
    while left:
        pair = min(left, key=_told)
        found = [_fullest(room, left & known, pair) for room, known in here if pair in known]
        case, met = max(found, key=lambda one: len(one[1]))
        left -= met
        yield case


def _told(pair: Pair) -> list[str]:
    return sorted(map(str, pair))


def _fullest(room: Room, open_pairs: set[Pair], first: Pair) -> tuple[Case, set[Pair]]:
    """Return a case of a room with a pair, and which of `open_pairs` meet there; options are chosen one by one."""
    here = set(room.words) | first
    chosen = {name: value for name, value in first if name in room.values}
    for name, values in sorted(room.values.items(), key=lambda item: -_open(item[0], open_pairs)):
        if name not in chosen:
            counts = [sum(frozenset(((name, value), word)) in open_pairs for word in here) for value in values]
            chosen[name] = values[counts.index(max(counts))]
            here.add((name, chosen[name]))
    return room.with_options(chosen), {pair for pair in open_pairs if pair <= here}


def _open(name: str, open_pairs: set[Pair]) -> int:
    return sum(any(word[0] == name for word in pair) for pair in open_pairs)


def alone(rooms: list[Room]) -> Iterator[Case]:
    """Yield for every pair that is more than a default a case with nothing else set, in the smallest room."""
    smallest: dict[Pair, Room] = {}
    for room in sorted(rooms, key=lambda room: -len(room.words)):
        smallest |= dict.fromkeys(room.unusual(), room)
    for pair in sorted(smallest, key=_told):
        room = smallest[pair]
        yield room.with_options({name: value for name, value in pair if (name, value) not in room.words})


def with_every_helper(*, at_once: bool) -> Iterator[tuple[str, Case]]:
    """Yield every helper with the options that change more than the set-up, all at once or one at a time."""
    schemas = CATAN.describe()["options"]["properties"]
    flags = [name for name in schemas if schemas[name].get("type") == "boolean" and name not in VARIABLE_ONLY]
    for effect in EFFECTS:
        for names in [flags] if at_once else [[name] for name in flags]:
            told = "every option" if at_once else names[0]
            modules = ("favors", "helpers", "erie-canal")
            options = dict.fromkeys(names, True)
            yield effect, of_catan(f"{effect} with {told}", 3, "new-york", *modules, **options)


def play_helper(effect: str, case: Case, seed: int, every: int) -> Played:
    """Play some commands of a game, after its founding, in which a seat holds a certain helper."""
    state, chance = open_position(case, seed)
    rng = Random(seed)
    while not state.turn:
        seat = case.ruleset.awaiting(state)[0].seat
        state = case.ruleset.decide(state, seat, rng.choice(case.ruleset.actions(state, seat).commands), chance).state
    number, held = EFFECTS.index(effect), helper_cards(state).helpers
    if number not in held:
        case.ruleset.evolve(state, HelperExchanged(0, held[0], number))
    return play_on(case, state, chance, seed, every=every, most=STEPS)
