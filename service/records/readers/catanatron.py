"""Reads the JSON of Catanatron 3.2, the program's own `GameEncoder` (catanatron/json.py).

Such a file holds a position and all actions that led to it, with what chance brought.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from service.records.catanatron.board_in import FAR, MOST_NODES, RESOURCES, BoardIn
from service.records.foreign import Brought, Lost, Part, Step
from service.records.island import SEATS, Seated, Standing, found_settlement

NAME: Final = "Catanatron 3.2"
PARTS: Final = ("tiles", "nodes", "edges", "actions", "player_state", "colors", "current_prompt", "robber_coordinate")
CARDS: Final = {
    "KNIGHT": "knight",
    "YEAR_OF_PLENTY": "year_of_plenty",
    "MONOPOLY": "monopoly",
    "ROAD_BUILDING": "road_building",
    "VICTORY_POINT": "victory_point",
}
BARE: Final = {"PLAY_KNIGHT_CARD": "PlayKnight", "PLAY_ROAD_BUILDING": "PlayRoadBuilding", "END_TURN": "EndTurn"}
"""The actions that name nothing, with their commands."""
ACTIONS: Final = (
    *("ROLL", "MOVE_ROBBER", "DISCARD", "BUILD_ROAD", "BUILD_SETTLEMENT", "BUILD_CITY", "BUY_DEVELOPMENT_CARD"),
    *("PLAY_YEAR_OF_PLENTY", "PLAY_MONOPOLY", "MARITIME_TRADE", *BARE),
)
MOST_ACTIONS: Final = 10_000
MOST_CARDS: Final = 95
HAND_LIMIT: Final = 7
_FREE_ROADS: Final = 2
_Command = tuple[dict[str, Any], list[dict[str, Any]]]
"""Holds a command as JSON, and the draws that it makes."""


def read(file: Part) -> Brought:
    """Return the position and the game of a file; raises Problem (422) for anything else."""
    return _reading(file).brought()


def read_choice(file: Part) -> tuple[Standing, list[list[dict[str, Any]]]]:
    """Return the position of a file, and the commands that each of its playable actions means; raises Problem (422).

    An action whose cards chance or the other program chooses, such as its discards, means none.
    """
    reading = _reading(file)
    return reading.standing(), [
        reading.choice(part) for part in file.at("current_playable_actions").items(MOST_ACTIONS)
    ]


def _reading(file: Part) -> "_Reading":
    if file.has("action_records") or not all(file.has(name) for name in PARTS):
        raise file.fault("import.other", program=NAME)
    return _Reading(file)


@dataclass(frozen=True, slots=True)
class _Action:
    """Holds an action: the seat and the kind, and the part of the file that holds what it does."""

    seat: int
    kind: str
    value: Part
    place: str


class _Reading:
    """Holds what is read of one file."""

    def __init__(self, file: Part) -> None:
        self.file = file
        colors = file.at("colors")
        names = [part.text() for part in colors.items(FAR)]
        if not SEATS[0] <= len(names) <= SEATS[1]:
            raise colors.fault("import.seats", minimum=SEATS[0], maximum=SEATS[1])
        self.seat_of = {name: seat for seat, name in enumerate(names)}
        self.seats = len(names)
        if len(self.seat_of) < self.seats:
            raise colors.fault("import.twice")
        self.board = BoardIn(file, self.seats)
        self.actions = [self._read_action(part) for part in file.at("actions").items(MOST_ACTIONS)]

    def brought(self) -> Brought:
        """Return what the file brings."""
        ending = self.standing()
        for owner, left in (("bank", ending.bank()), ("deck", ending.deck())):
            if min(left.values()) < 0:
                raise self.file.at("player_state").fault("import.cards", owner=owner)
        start = Standing(
            [Seated() for _ in range(self.seats)],
            self.board.tiles,
            self.board.harbors,
            self.board.desert(),
            [found_settlement(0, 0)],
        )
        lost = [Lost("document", "rules"), Lost("document", "conclusions")]
        if any(part.value for part in [self.file.at("bot_colors")] if self.file.has("bot_colors")):
            lost.append(Lost("document.bot_colors", "people"))
        document = ending.document()
        for seat, own in enumerate(document["state"]["seats"]):
            told = self._of(seat, "LONGEST_ROAD_LENGTH")
            if told.number(0, MOST_CARDS) != own["route_length"]:
                lost.append(Lost(told.place, "route", {"found": told.value, "due": own["route_length"]}))
        return Brought(document, lost, start.document(), self._steps())

    # the position

    def standing(self) -> Standing:
        """Return the position where the file stands."""
        prompt = self.file.at("current_prompt")
        seats = [self._seated(seat) for seat in range(self.seats)]
        self._place_pieces(seats)
        turn = self._latest_turn()
        is_founding = prompt.value in ("BUILD_INITIAL_SETTLEMENT", "BUILD_INITIAL_ROAD")
        ended = sum(action.kind == "END_TURN" for action in self.actions)
        is_discarding = prompt.value == "DISCARD"
        current = self.file.at("current_color").word(self.seat_of)
        active = None if is_founding else ended % self.seats if is_discarding else current
        rolls = [action.value for action in turn if action.kind == "ROLL"]
        if active is not None:
            bought = Counter(action.value.word(CARDS) for action in turn if action.kind == "BUY_DEVELOPMENT_CARD")
            seats[active].fresh = {name: min(count, seats[active].cards[name]) for name, count in bought.items()}
        return Standing(
            seats,
            self.board.tiles,
            self.board.harbors,
            self.board.tile(self.file.at("robber_coordinate")),
            self._agenda(prompt, active),
            0 if is_founding or active is None else ended + 1 if self.actions else active + 1,
            active,
            _dice(rolls[-1]) if rolls and active is not None else None,
            active is not None and self._of(active, "HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN").flag(),
            self._holder("HAS_ROAD"),
            self._holder("HAS_ARMY"),
        )

    def _of(self, seat: int, name: str) -> Part:
        return self.file.at("player_state").at(f"P{seat}_{name}")

    def _holder(self, award: str) -> int | None:
        holders = [seat for seat in range(self.seats) if self._of(seat, award).flag()]
        if len(holders) > 1:
            raise self._of(holders[1], award).fault("import.twice")
        return holders[0] if holders else None

    def _seated(self, seat: int) -> Seated:
        def count(names: Mapping[str, str], pattern: str) -> dict[str, int]:
            return {ours: self._of(seat, pattern.format(name)).number(0, MOST_CARDS) for name, ours in names.items()}

        hand, cards = count(RESOURCES, "{}_IN_HAND"), count(CARDS, "{}_IN_HAND")
        return Seated(hand=hand, cards=cards, played=count(CARDS, "PLAYED_{}"))

    def _place_pieces(self, seats: Sequence[Seated]) -> None:
        for _, part in self.file.at("nodes").members():
            if part.at("building").value is not None:
                own = seats[part.at("color").word(self.seat_of)]
                kinds = {"SETTLEMENT": own.settlements, "CITY": own.cities}
                part.at("building").word(kinds).append(self.board.node(part.at("id")))
        for part in self.file.at("edges").items(MOST_NODES):
            if part.at("color").value is not None:
                seats[part.at("color").word(self.seat_of)].roads.append(self.board.edge(part.at("id")))

    def _latest_turn(self) -> list[_Action]:
        """Return the actions of the present turn."""
        ends = [at for at, action in enumerate(self.actions) if action.kind == "END_TURN"]
        return self.actions[ends[-1] + 1 :] if ends else self.actions

    def _agenda(self, prompt: Part, active: int | None) -> list[dict[str, Any]]:
        """Return what the game waits for."""
        if self.file.has("winning_color") and self.file.at("winning_color").value is not None:
            return []
        known = ("BUILD_INITIAL_SETTLEMENT", "BUILD_INITIAL_ROAD", "PLAY_TURN", "DISCARD", "MOVE_ROBBER")
        kind, current = prompt.word({name: name for name in known}), self.file.at("current_color").word(self.seat_of)
        if active is None:
            return [self._founding(kind, current)]
        has_rolled = self._of(active, "HAS_ROLLED").flag()
        agenda: list[dict[str, Any]] = [{"frame": "trade_build" if has_rolled else "roll", "seats": [active]}]
        if kind in ("MOVE_ROBBER", "DISCARD"):
            agenda.append({"frame": "move_robber", "seats": [active]})
        if kind == "DISCARD":
            owing = [seat for seat in range(current, self.seats) if self._size(seat) > HAND_LIMIT]
            agenda.append({"frame": "discard", "seats": owing})
        free = self._free_roads() if kind == "PLAY_TURN" else 0
        return [*agenda, {"frame": "road_building", "seats": [active], "roads": free}] if free else agenda

    def _founding(self, kind: str, current: int) -> dict[str, Any]:
        step = len(self.actions) // 2
        if kind == "BUILD_INITIAL_SETTLEMENT":
            return found_settlement(current, step)
        if not self.actions or self.actions[-1].kind != "BUILD_SETTLEMENT":
            raise self.file.at("actions").fault("import.prompt")
        node = self.board.node(self.actions[-1].value)
        return found_settlement(current, step) | {"frame": "found_road", "node": node}

    def _size(self, seat: int) -> int:
        return sum(self._of(seat, f"{name}_IN_HAND").number(0, MOST_CARDS) for name in RESOURCES)

    def _free_roads(self) -> int:
        """Return how many free roads the active seat still lays: while it does, it can do nothing else."""
        laid = 0
        for action in reversed(self.actions):
            if action.kind != "BUILD_ROAD":
                break
            laid += 1
        is_owed = len(self.actions) > laid and self.actions[-1 - laid].kind == "PLAY_ROAD_BUILDING"
        if not is_owed or laid >= _FREE_ROADS:
            return 0
        offered = [part.exactly(3)[1].text() for part in self.file.at("current_playable_actions").items()]
        return 0 if "END_TURN" in offered else _FREE_ROADS - laid

    # the game

    def _read_action(self, part: Part) -> _Action:
        color, kind, value = part.exactly(3)
        named = kind.word({name: name for name in ACTIONS})
        return _Action(color.word(self.seat_of), named, value, part.place)

    def _steps(self) -> list[Step]:
        """Return the actions as commands."""
        founding = 4 * self.seats
        return [
            Step(action.seat, command, draws, action.place)
            for number, action in enumerate(self.actions)
            for command, draws in self._commands(action, is_founding=number < founding)
        ]

    def _commands(self, action: _Action, *, is_founding: bool) -> list[_Command]:
        """Return the commands that an action means, each with its draws."""
        kind, value = action.kind, action.value
        if kind in BARE:
            return [({"type": BARE[kind]}, [])]
        if kind == "MOVE_ROBBER":
            return self._robbery(value)
        if kind.startswith("BUILD"):
            return [(self._building(kind, value, "Found" if is_founding else "Build"), [])]
        if kind == "ROLL":
            return [({"type": "RollDice"}, [{"stream": "dice", "outcome": _dice(value)}])]
        if kind == "BUY_DEVELOPMENT_CARD":
            return [({"type": "BuyDevelopmentCard"}, [{"stream": "deck", "outcome": value.word(CARDS)}])]
        return [(_exchange(kind, value), [])]

    def choice(self, part: Part) -> list[dict[str, Any]]:
        """Return the commands of an action that was not carried out yet."""
        action = self._read_action(part)
        kind, value = action.kind, action.value
        if kind == "DISCARD":
            return []
        if kind in ("ROLL", "BUY_DEVELOPMENT_CARD"):
            return [{"type": "RollDice" if kind == "ROLL" else "BuyDevelopmentCard"}]
        if kind != "MOVE_ROBBER":
            is_founding = self.file.at("current_prompt").value in ("BUILD_INITIAL_SETTLEMENT", "BUILD_INITIAL_ROAD")
            return [command for command, _ in self._commands(action, is_founding=is_founding)]
        place, victim, _ = value.exactly(3)
        moved: dict[str, Any] = {"type": "MoveRobber", "tile": self.board.tile_number(place)}
        return [moved] if victim.value is None else [moved, {"type": "Steal", "victim": victim.word(self.seat_of)}]

    def _building(self, kind: str, value: Part, verb: str) -> dict[str, Any]:
        if kind == "BUILD_ROAD":
            return {"type": f"{verb}Road", "edge": self.board.edge(value)}
        return {"type": "BuildCity" if kind == "BUILD_CITY" else f"{verb}Settlement", "node": self.board.node(value)}

    def _robbery(self, value: Part) -> list[_Command]:
        place, victim, card = value.exactly(3)
        moved: dict[str, Any] = {"type": "MoveRobber", "tile": self.board.tile_number(place)}
        if victim.value is None:
            return [(moved, [])]
        stolen = {"stream": "robber", "outcome": card.word(RESOURCES)}
        return [(moved, []), ({"type": "Steal", "victim": victim.word(self.seat_of)}, [stolen])]


def _dice(part: Part) -> list[int]:
    return [die.number(1, 6) for die in part.exactly(2)]


def _exchange(kind: str, value: Part) -> dict[str, Any]:
    """Return the command of an action that gives or takes cards of kinds that the seat names."""
    if kind == "PLAY_MONOPOLY":
        return {"type": "PlayMonopoly", "resource": value.word(RESOURCES)}
    if kind == "MARITIME_TRADE":
        *given, taken = value.exactly(5)
        paid = Counter(part.word(RESOURCES) for part in given if part.value is not None)
        return {"type": "MaritimeTrade", "give": dict(paid), "take": taken.word(RESOURCES)}
    return {"type": "Discard" if kind == "DISCARD" else "PlayYearOfPlenty", "cards": _count(value)}


def _count(part: Part) -> dict[str, int]:
    return dict(Counter(card.word(RESOURCES) for card in part.items(MOST_CARDS)))
