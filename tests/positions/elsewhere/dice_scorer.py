"""Keeps the sheets of a dice game as a page that scores it would: it rolls, strikes off and adds up.

It knows what is printed on a sheet and what buildings cost; where something may be built it leaves to the advice.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.positions.elsewhere.asking import Server

SYMBOLS: Final = ("brick", "lumber", "wool", "grain", "ore", "gold")
SETTLEMENTS: Final = (3, 4, 5, 7, 9, 11)
CITIES: Final = (7, 12, 20, 30)
KNIGHTS: Final = (1, 2, 3, 4, 5, 6)
COSTS: Final = {
    "DiceBuildRoad": ("brick", "lumber"),
    "DiceBuildSettlement": ("brick", "lumber", "wool", "grain"),
    "DiceBuildCity": ("grain", "grain", "ore", "ore", "ore"),
    "BuildKnight": ("wool", "grain", "ore"),
}
DICE: Final = 6
ROLLS: Final = 3
BOXES: Final = 15
CROSS: Final = -2
LIKELY: Final = 40
"""More commands in a turn than any turn has."""


@dataclass
class Sheet:
    """Holds what a player has struck off."""

    boxes: list[int] = field(default_factory=list)
    roads: list[int] = field(default_factory=list)
    settlements: list[int] = field(default_factory=list)
    cities: list[int] = field(default_factory=list)
    knights: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)

    def document(self, seat: int) -> dict[str, Any]:
        """Return the sheet as a position shows it."""
        return {
            "seat": seat,
            "points": sum(self.boxes),
            "boxes": self.boxes,
            "roads": sorted(self.roads),
            "settlements": self.settlements,
            "cities": self.cities,
            "knights": self.knights,
            "jokers": [knight for knight in self.knights if knight not in self.used],
            "jokers_used": sorted(self.used),
        }


class Scorer:
    """Represents a game between seats that a server advises."""

    def __init__(self, server: Server, seats: int, seed: int) -> None:
        self.server, self.rng = server, Random(seed)
        self.sheets = [Sheet() for _ in range(seats)]
        self.turn, self.active, self.commands = 1, 0, 0
        self._begin()

    def _begin(self) -> None:
        self.rolls, self.frame, self.has_converted = 0, "roll", False
        self.dice: Counter[str] = Counter()
        self.points = self.pieces = self.fresh = 0

    def play(self) -> list[int]:
        """Play to the end, and return the totals."""
        while any(len(sheet.boxes) < BOXES for sheet in self.sheets):
            for _ in range(LIKELY):
                command = self.server.advise(self.document(), self.active)
                self.commands += 1
                if command["type"] == "EndTurn":
                    break
                self._carry_out(command)
            else:
                raise AssertionError("the turn does not end")
            self.sheets[self.active].boxes.append(self.points if self.pieces else CROSS)
            if any(len(sheet.boxes) < BOXES for sheet in self.sheets):
                self.turn, self.active = self.turn + 1, (self.active + 1) % len(self.sheets)
            self._begin()
        return [sum(sheet.boxes) for sheet in self.sheets]

    def document(self) -> dict[str, Any]:
        """Return the position."""
        state = {
            "turn": self.turn,
            "active": self.active,
            "rolls": self.rolls,
            "dice": {symbol: self.dice[symbol] for symbol in SYMBOLS} if self.rolls else None,
            "converted": self.has_converted,
            "turn_points": self.points,
            "turn_pieces": self.pieces,
            "turn_knights": self.fresh,
            "agenda": [{"frame": self.frame, "seats": [self.active]}],
            "seats": [sheet.document(seat) for seat, sheet in enumerate(self.sheets)],
        }
        return {"edition": 1, "ruleset": "catan-dice", "state": state}

    def _carry_out(self, command: dict[str, Any]) -> None:
        kind = command["type"]
        if kind == "DiceRollDice":
            self._roll(Counter(command.get("keep", {})))
        elif kind == "StopRolling":
            self.frame = "convert"
        elif kind == "UseJoker":
            self._take(Counter(command["dice"]))
            self.dice[command["resource"]] += sum(command["dice"].values())
            self.sheets[self.active].used.append(command["knight"])
            self.has_converted = True
        elif kind == "ExchangeGold":
            self._take(Counter({"gold": 2}))
            self.dice[command["resource"]] += 1
            self.has_converted = True
        else:
            self._build(kind, command)

    def _roll(self, kept: Counter[str]) -> None:
        assert kept <= self.dice, "dice are kept that are not there"
        assert self.rolls < ROLLS, "there is no fourth roll"
        thrown = self.rng.choices(SYMBOLS, k=DICE - kept.total())
        self.dice, self.rolls = kept + Counter(thrown), self.rolls + 1
        self.frame = "reroll" if self.rolls < ROLLS else "convert"

    def _take(self, wanted: Counter[str]) -> None:
        assert wanted <= self.dice, f"{wanted} is not among {self.dice}"
        self.dice -= wanted

    def _build(self, kind: str, command: dict[str, Any]) -> None:
        """Strike off the next piece of its kind, and pay."""
        sheet = self.sheets[self.active]
        self._take(Counter(COSTS[kind]))
        if kind == "DiceBuildRoad":
            assert command["road"] not in sheet.roads, "the road is there"
            sheet.roads.append(command["road"])
            points = 1
        else:
            points = command["knight"] if kind == "BuildKnight" else command["points"]
            built, printed = {
                "DiceBuildSettlement": (sheet.settlements, SETTLEMENTS),
                "DiceBuildCity": (sheet.cities, CITIES),
                "BuildKnight": (sheet.knights, KNIGHTS),
            }[kind]
            assert points == printed[len(built)], "it is not the next of its kind"
            built.append(points)
            self.fresh += kind == "BuildKnight"
        self.points, self.pieces, self.frame = self.points + points, self.pieces + 1, "build"
