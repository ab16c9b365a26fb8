"""Values offers, which are tiles that can be built now."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from domain.elasund.board import FOOTPRINTS, wall_price
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.permits import compensation
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.pieces import CHURCH_PRICE, KINDS_OF_BUILDING, TOWER, WALL_TILES
from domain.elasund.terms import COVER_PRICE, NO_COLOR
from workers.agents.elasund.situation import Situation


class Offer(NamedTuple):
    """Represents a tile that can be built: its cost in gold, and its value beyond that."""

    command: Any
    gold: int
    gain: float


def _tile(now: Situation, command: BuildTile) -> Offer:
    footprint = FOOTPRINTS[command.building][command.square]
    gold = KINDS_OF_BUILDING[command.building].gold + compensation(now.view, now.seat, footprint)
    cards = 0.0 if command.color == NO_COLOR else COVER_PRICE * now.weights.influence
    return Offer(command, gold, now.tile_worth(command.building, command.square) - gold - cards)


def _wall(now: Situation, command: BuildWall) -> Offer:
    """Value every wall tile as a share of the next tower, the tower itself as a whole cube."""
    gives = WALL_TILES[now.view.wall_counts[now.seat]]
    gold = wall_price(command.space)
    weights = now.weights
    if gives == TOWER:
        worth = now.cubes(1) + weights.tower
    else:
        worth = gives * weights.influence + weights.cube / weights.tower_every
    return Offer(command, gold, worth - gold)


def _church(now: Situation, command: BuildChurch) -> Offer:
    return Offer(command, CHURCH_PRICE, now.cubes(1) - CHURCH_PRICE + now.weights.church)


_OFFERS: Final[dict[Any, Callable[[Situation, Any], Offer]]] = {
    BuildTile: _tile,
    BuildWall: _wall,
    BuildChurch: _church,
}


def offers_of(now: Situation, commands: Sequence[Any]) -> list[Offer]:
    """Return the offers of all commands to build."""
    return [_OFFERS[type(command)](now, command) for command in commands if type(command) in _OFFERS]
