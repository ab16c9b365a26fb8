"""Solves the dice game on a small sheet by brute force: every roll die by die, every conversion and order of building.

It shares no method with the agent; it is slow, and meant to be plain.
"""

from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

from domain.dice.sheet import ANY, START
from domain.dice.terms import CITY_COST, CROSS, GOLD, KNIGHT_COST, ROAD_COST, SETTLEMENT_COST
from workers.agents.dice.sheets import Sheet

Dice = tuple[int, ...]
FACES = range(6)
COSTS = {"road": ROAD_COST, "settlement": SETTLEMENT_COST, "city": CITY_COST, "knight": KNIGHT_COST}


class Position(NamedTuple):
    """Represents a sheet that is being filled in."""

    roads: int = 0
    settlements: int = 0
    cities: int = 0
    knights: int = 0
    used: int = 0


@cache
def throws(count: int) -> dict[Dice, float]:
    """Return the probability of every result of this many dice."""
    seen = Counter(tuple(faces.count(face) for face in FACES) for faces in product(FACES, repeat=count))
    return {dice: number / 6**count for dice, number in seen.items()}


@cache
def parts_of(dice: Dice) -> list[Dice]:
    """Return every selection from the dice, as counts by face."""
    return list(product(*(range(count + 1) for count in dice)))


def plus(dice: Dice, more: Dice) -> Dice:
    return tuple(a + b for a, b in zip(dice, more, strict=True))


def minus(dice: Dice, less: Dice) -> Dice:
    return tuple(a - b for a, b in zip(dice, less, strict=True))


def all_of(face: int, count: int) -> Dice:
    return tuple(count if face == k else 0 for k in FACES)


@cache
def affordable(dice: Dice) -> frozenset[tuple[str, ...]]:
    """Return every sequence of pieces that dice pay for."""
    found = {()}
    for piece, cost in COSTS.items():
        left = minus(dice, cost)
        if min(left) >= 0:
            found |= {(piece, *rest) for rest in affordable(left)}
    return frozenset(found)


class BruteForce:
    """Computes what the rest of a game is worth at a position, under the best play."""

    def __init__(self, sheet: Sheet, one_die: bool) -> None:
        self.sheet = sheet
        self.one_die = one_die
        self.known: dict[tuple[Position, int], float] = {}
        self.built: dict[tuple[Position, tuple[str, ...]], list[tuple[int, Position]]] = {}
        self.uses: dict[tuple[Dice, int], set[tuple[int, tuple[str, ...]]]] = {}

    def worth(self, position: Position, turns: int) -> float:
        """Return the expected points of this many more turns."""
        if not turns:
            return 0.0
        key = (position, turns)
        if key not in self.known:
            final = self._finals(position, turns)
            second = before_roll(final)
            first = before_roll(second)
            self.known[key] = sum(chance * first[dice] for dice, chance in throws(6).items())
        return self.known[key]

    def _finals(self, position: Position, turns: int) -> dict[Dice, float]:
        """Return what every final result of the dice is worth."""
        free = sum(1 << n for n in range(position.knights) if not position.used >> n & 1)
        cross = CROSS + self.worth(position, turns - 1)

        @cache
        def using(used: int, pieces: tuple[str, ...]) -> float:
            sheets = self.build(position._replace(used=position.used | used), pieces)
            return max((points + self.worth(after, turns - 1) for points, after in sheets), default=cross)

        return {
            dice: max([cross, *(using(used, pieces) for used, pieces in self.what_dice_do(dice, free))])
            for dice in throws(6)
        }

    def what_dice_do(self, dice: Dice, free: int) -> set[tuple[int, tuple[str, ...]]]:
        """Return the jokers used and the pieces paid, over all conversions of the dice."""
        if (dice, free) not in self.uses:
            seen, border = {(dice, 0)}, [(dice, 0)]
            while border:
                fresh = set(self._convert(*border.pop(), free)) - seen
                seen |= fresh
                border += fresh
            self.uses[dice, free] = {(used, pieces) for turned, used in seen for pieces in affordable(turned) if pieces}
        return self.uses[dice, free]

    def _convert(self, dice: Dice, used: int, free: int) -> list[tuple[Dice, int]]:
        found = []
        if dice[GOLD] >= 2:
            found += [(plus(minus(dice, all_of(GOLD, 2)), all_of(face, 1)), used) for face in range(5)]
        for joker, resource in enumerate(self.sheet.jokers):
            if free >> joker & 1 and not used >> joker & 1:
                for face in range(5) if resource == ANY else (resource,):
                    found += [(turned, used | 1 << joker) for turned in self._turn(dice, face)]
        return found

    def _turn(self, dice: Dice, face: int) -> list[Dice]:
        most = 1 if self.one_die else 6
        parts = [part for part in parts_of(dice) if 0 < sum(part) <= most and not part[face]]
        return [plus(minus(dice, part), all_of(face, sum(part))) for part in parts]

    def build(self, position: Position, pieces: tuple[str, ...]) -> list[tuple[int, Position]]:
        """Return the points and sheets that a sequence of pieces leads to."""
        if not pieces:
            return [(0, position)]
        if (position, pieces) not in self.built:
            self.built[position, pieces] = [
                (points + more, after)
                for points, here in self._add(position, pieces[0])
                for more, after in self.build(here, pieces[1:])
            ]
        return self.built[position, pieces]

    def _add(self, p: Position, piece: str) -> list[tuple[int, Position]]:
        if piece == "knight":
            return [(p.knights + 1, p._replace(knights=p.knights + 1))] if p.knights < len(self.sheet.jokers) else []
        if piece == "road":
            return [
                (1, p._replace(roads=p.roads | 1 << road))
                for road, parent in enumerate(self.sheet.parents)
                if not p.roads >> road & 1 and self._has(p, parent)
            ]
        places, name = (
            (self.sheet.settlements, "settlements") if piece == "settlement" else (self.sheet.cities, "cities")
        )
        built = getattr(p, name)
        if built == len(places) or not self._has(p, places[built][1]):
            return []
        return [(places[built][0], p._replace(**{name: built + 1}))]

    def _has(self, p: Position, road: int) -> bool:
        return road == START or bool(p.roads >> road & 1)


@cache
def throwing(kept: Dice) -> list[tuple[Dice, float]]:
    """Return what all dice may show, with probabilities, when some are kept and the others thrown."""
    return [(plus(kept, thrown), chance) for thrown, chance in throws(6 - sum(kept)).items()]


def before_roll(after: dict[Dice, float]) -> dict[Dice, float]:
    """Return what each result is worth when some dice may be rolled once more."""
    kept = {part for shown in after for part in parts_of(shown)}
    promise = {part: sum(chance * after[shown] for shown, chance in throwing(part)) for part in kept}
    return {shown: max(promise[part] for part in parts_of(shown)) for shown in after}
