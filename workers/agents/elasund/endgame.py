"""With few cubes missing, computes the probability to win in the next turn, and maximizes it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from domain.elasund.board import FOOTPRINTS, ROWS, SHAPES, wall_price
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.permits import PlacePermit, TakeGold, compensation
from domain.elasund.chapters.special import BuyGold, PlaceExtraPermit
from domain.elasund.chapters.walls import BuildWall, growth_points
from domain.elasund.pieces import CHURCH_PRICE, GIVES_GOLD, KINDS_OF_BUILDING, TOWER, WALL_TILES
from domain.elasund.terms import GOLD_TAKEN, MOST_BUILDS, NOBODY
from workers.agents.elasund.offers import Offer
from workers.agents.elasund.sites import KINDS_OF_SHAPE, in_supply, is_ready, own_corners
from workers.agents.elasund.situation import CHANCES, Situation

CLOSE: Final = 2  # cubes missing
LIKELY: Final = 0.2  # below this probability to win in the next turn the agent plays as usual
NEVER: Final = 1000  # more gold than a seat can have
WORSE: Final = 0.05  # how much of that probability a building may cost


class Way(NamedTuple):
    """Represents something to build next turn: its cubes, its gold, its number of builds, and its squares."""

    cubes: int
    gold: int
    builds: int = 1
    ground: int = 0


class Closing:
    """Holds what can be built in the next turn as things stand, and the distribution of gold until then."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.tiles = [way for shape in range(len(SHAPES)) for way in _tiles(now, shape, own_corners(now, shape))]
        self.ways = [*self.tiles, *_for_gold(now)]
        self.price = _cheapest(_groups(self.ways), now.cubes_left)
        self.reached = _reach_chances(now)

    def chance(self, gold: int, permit: tuple[int, int] | None = None) -> float:
        """Return the probability to win in the next turn with this gold and perhaps one more permit (square, value)."""
        price = self.price
        for way in [] if permit is None else _list_opened(self.now, *permit):
            price = min(price, _cheapest(_with(way, self.ways), self.now.cubes_left))
        return self._come(price - gold)

    def chance_after(self, offer: Offer) -> float:
        """Return the probability to win in the next turn if an offer is built now and gold taken after."""
        now, command = self.now, offer.command
        walls, church = int(isinstance(command, BuildWall)), int(isinstance(command, BuildChurch))
        ground = FOOTPRINTS[command.building][command.square] if isinstance(command, BuildTile) else 0
        tiles = [way for way in self.tiles if not way.ground & ground]
        left = now.cubes_left - cubes_of(now, command)
        price = _cheapest(_groups([*tiles, *_for_gold(now, walls, church)]), left)
        return self._come(price - now.gold - GOLD_TAKEN + offer.gold)

    def _come(self, gold: int) -> float:
        """Return the probability that at least this gold is produced until the own next building phase."""
        return self.reached[max(0, gold)] if gold < len(self.reached) else 0.0


def _cheapest(groups: Iterable[tuple[Way, ...]], left: int) -> int:
    """Return the lowest price of the cubes that are left."""
    prices = (sum(way.gold for way in group) for group in groups if sum(way.cubes for way in group) >= left)
    return min(prices, default=NEVER)


def cubes_of(now: Situation, command: Any) -> int:
    """Return the cubes that a command to build brings."""
    if isinstance(command, BuildTile):
        return now.new_cubes(command.building, command.square)
    if isinstance(command, BuildWall):
        return int(WALL_TILES[now.view.wall_counts[now.seat]] == TOWER)
    return 1


def _groups(ways: Sequence[Way]) -> Iterator[tuple[Way, ...]]:
    """Yield what can be built in one turn."""
    yield from ((way,) for way in ways)
    for number, way in enumerate(ways):
        yield from (group for group in _with(way, ways[number + 1 :]) if len(group) > 1)


def _with(way: Way, others: Sequence[Way]) -> Iterator[tuple[Way, ...]]:
    """Yield one thing to build alone, and together with another if both fit into a turn and on the board."""
    yield (way,)
    for other in others:
        if way.builds + other.builds <= MOST_BUILDS and not way.ground & other.ground:
            yield way, other


def _for_gold(now: Situation, walls: int = 0, church: int = 0) -> list[Way]:
    """List the towers and church tiles that cost only gold, after some wall and church tiles are built."""
    view = now.view
    left = view.church_owners.count(NOBODY) - church
    ways = [Way(1, CHURCH_PRICE)] * min(left, MOST_BUILDS)
    prices = sorted(map(wall_price, growth_points(view)))[:MOST_BUILDS]
    first = view.wall_counts[now.seat] + walls
    for count in range(1, len(prices) + 1):
        if TOWER in WALL_TILES[first : first + count]:
            return [*ways, Way(1, sum(prices[:count]), count)]
    return ways


def _list_opened(now: Situation, square: int, value: int) -> list[Way]:
    """List the buildings that one more permit makes ready."""
    around = now.view.setting.board.around
    return [way for shape in range(len(SHAPES)) for way in _tiles(now, shape, around[shape][square], value)]


def _tiles(now: Situation, shape: int, corners: Sequence[int] | set[int], more: int | None = None) -> Iterator[Way]:
    """Yield the buildings of a shape that bring cubes and whose permits are ready, perhaps with one permit more."""
    for corner in corners:
        if is_ready(now, KINDS_OF_SHAPE[shape][0], corner, more):
            for kind in in_supply(now, KINDS_OF_SHAPE[shape]):
                footprint = FOOTPRINTS[kind][corner]
                cubes = now.new_cubes(kind, corner)
                if cubes > 0:
                    gold = KINDS_OF_BUILDING[kind].gold + compensation(now.view, now.seat, footprint)
                    yield Way(cubes, gold, 1, footprint)


def _reach_chances(now: Situation) -> tuple[float, ...]:
    """Return, by amount from 0 up, the probability that at least this gold is produced until the own next building."""
    view = now.view
    once = [0.0] * (max(_gold(now, row) for row in range(ROWS)) + 1)
    for row, chance in enumerate(CHANCES):
        once[_gold(now, row)] += chance
    once[0] += 1 - sum(CHANCES)
    total = [1.0]
    for _ in range(view.seats):
        total = [
            sum(once[g] * total[n - g] for g in range(len(once)) if 0 <= n - g < len(total))
            for n in range(len(total) + len(once) - 1)
        ]
    return tuple(min(1.0, sum(total[n:])) for n in range(len(total)))


def _gold(now: Situation, row: int) -> int:
    """Return the gold that a row gives the seat."""
    return now.view.due[(2 * row + GIVES_GOLD) * now.view.seats + now.seat]


def likeliest(now: Situation, commands: Sequence[Any]) -> Sequence[Any]:
    """Return the commands of phases 3 and 4 that make a win in the next turn likeliest; all if none does."""
    if not now.weights.looks_ahead or now.cubes_left > CLOSE:
        return commands
    closing = Closing(now)
    chances = [closing.chance(*_spend(now.gold, command)) for command in commands]
    best = max(chances)
    if best < LIKELY:
        return commands
    return [command for command, chance in zip(commands, chances, strict=True) if chance >= best - 1e-9]


def _spend(gold: int, command: Any) -> tuple[int, tuple[int, int] | None]:
    """Return the gold after a command and the permit that it places."""
    if isinstance(command, PlacePermit | PlaceExtraPermit):
        return gold - command.value, (command.square, command.value)
    return gold + (GOLD_TAKEN if isinstance(command, TakeGold | BuyGold) else 0), None


def harmless(now: Situation, offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers without those that lower the probability to win in the next turn too much."""
    if not now.weights.looks_ahead or now.cubes_left > CLOSE:
        return list(offers)
    closing = Closing(now)
    before = closing.chance(now.gold + GOLD_TAKEN)
    if before < LIKELY:
        return list(offers)
    return [offer for offer in offers if closing.chance_after(offer) >= before - WORSE]
