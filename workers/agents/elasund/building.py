"""In phase 2 the agent chooses which tile to build, and when to keep the gold."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from domain.elasund.board import FOOTPRINTS, FOUNDATION, bit, squares_of, wall_price
from domain.elasund.claims import compensation
from domain.elasund.commands import BuildChurch, BuildTile, BuildWall, ChooseChurchTile, EndBuilding
from domain.elasund.pieces import CHURCH_PRICE, KINDS_OF_BUILDING, TOWER, WALL_TILES
from domain.elasund.terms import COVER_PRICE, GOLD_TAKEN, NO_COLOR
from workers.agents.elasund.sites import Waiting, best_waiting
from workers.agents.elasund.situation import CUBE, INFLUENCE, Situation

TOWER_EVERY: Final = 3


class Offer(NamedTuple):
    """Represents a tile that could be built: the gold it takes, and what it is worth beyond that."""

    command: Any
    gold: int
    gain: float


def _tile(now: Situation, command: BuildTile) -> Offer:
    footprint = FOOTPRINTS[command.building][command.square]
    gold = KINDS_OF_BUILDING[command.building].gold + compensation(now.view, now.seat, footprint)
    cards = 0.0 if command.color == NO_COLOR else COVER_PRICE * INFLUENCE
    return Offer(command, gold, now.tile_worth(command.building, command.square) - gold - cards)


def _wall(now: Situation, command: BuildWall) -> Offer:
    """Count every wall tile as a share of the next tower; the tower itself as all of a cube."""
    gives = WALL_TILES[now.view.wall_counts[now.seat]]
    gold = wall_price(command.space)
    worth = now.cubes(1) if gives == TOWER else gives * INFLUENCE + CUBE / TOWER_EVERY
    return Offer(command, gold, worth - gold)


def _church(now: Situation, command: BuildChurch) -> Offer:
    return Offer(command, CHURCH_PRICE, now.cubes(1) - CHURCH_PRICE)


_OFFERS: Final[dict[Any, Callable[[Situation, Any], Offer]]] = {
    BuildTile: _tile,
    BuildWall: _wall,
    BuildChurch: _church,
}


def choose_tile(now: Situation, commands: Sequence[Any]) -> Any:
    """Build the tile worth most beyond its price, unless the gold is needed for a better one that waits."""
    offers = [_OFFERS[type(command)](now, command) for command in commands if type(command) in _OFFERS]
    waiting = best_waiting(now)
    left = now.gold - max(0, waiting.gold - GOLD_TAKEN)
    free = [offer for offer in offers if offer.gain > 0 and (_is_better(offer, waiting) or offer.gold <= left)]
    best = max(free, key=lambda offer: offer.gain, default=None)
    return best.command if best else EndBuilding()


def _is_better(offer: Offer, waiting: Waiting) -> bool:
    """Say whether an offer brings a cube now and is worth no less than what waits."""
    return offer.gain >= CUBE or (offer.gain + offer.gold >= CUBE and offer.gain >= waiting.worth)


def choose_church_tile(now: Situation, commands: Sequence[ChooseChurchTile]) -> ChooseChurchTile:
    """Choose the tile whose church spares the own buildings."""
    return min(commands, key=lambda command: _own_squares(now, command.tile))


def _own_squares(now: Situation, tile: int) -> int:
    """Count the squares of the church, as a first tile fixes it, that lie under own buildings."""
    view = now.view
    corner = FOUNDATION - 10 * (tile % 3) - tile // 3
    area = bit(*(corner + 10 * x + y for x in range(3) for y in range(3)))
    return sum(1 for at in squares_of(area & view.built) if view.holders[view.grid[at] - 1] == now.seat)
