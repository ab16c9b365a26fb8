"""Wins within the turn if the missing cubes can be placed in it."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from domain.elasund.board import FOOTPRINTS
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.pieces import PIECES_OF, TOWER, WALL_TILES
from domain.elasund.terms import COVER_PRICE, MOST_BUILDS, NO_COLOR
from workers.agents.elasund.offers import Offer
from workers.agents.elasund.situation import Situation

Way = tuple[Offer, ...]


def win_this_turn(now: Situation, offers: Sequence[Offer]) -> Any | None:
    """Return the first build of the cheapest way to win within the turn; None if there is none."""
    ways = [way for way in _ways(now, offers) if _brings(now, way) >= now.cubes_left]
    best = min(ways, key=lambda way: sum(offer.gold for offer in way), default=None)
    return best[0].command if best else None


def _ways(now: Situation, offers: Sequence[Offer]) -> Iterator[Way]:
    """Yield what can be built in the rest of the turn: one offer, or two that can both be built."""
    yield from ((offer,) for offer in offers)
    if now.view.builds + 1 < MOST_BUILDS and now.cubes_left <= _MOST_BY_TWO:
        useful = [offer for offer in offers if isinstance(offer.command, BuildWall) or _brings(now, (offer,)) > 0]
        yield from (pair for pair in combinations(useful, 2) if _fit(now, *pair))


def together(now: Situation, offers: Sequence[Offer]) -> list[Way]:
    """List the pairs of offers that can both be built in the rest of the turn."""
    if now.view.builds + 1 >= MOST_BUILDS:
        return []
    return [pair for pair in combinations(offers, 2) if _fit(now, *pair)]


_MOST_BY_TWO = 8  # two of the large buildings, each with two spaces of the trade track


def _brings(now: Situation, way: Way) -> int:
    """Return the cubes of a way; of two wall tiles the second is the next in the stack."""
    walls = [offer for offer in way if isinstance(offer.command, BuildWall)]
    first = now.view.wall_counts[now.seat]
    towers = sum(1 for gives in WALL_TILES[first : first + len(walls)] if gives == TOWER)
    return towers + sum(_cubes(now, offer.command) for offer in way if not isinstance(offer.command, BuildWall))


def _cubes(now: Situation, command: Any) -> int:
    """Return the cubes of a building, or the one of a church tile."""
    return now.new_cubes(command.building, command.square) if isinstance(command, BuildTile) else 1


def _fit(now: Situation, one: Offer, other: Offer) -> bool:
    """Return whether one offer can be built after the other."""
    if one.gold + other.gold > now.gold:
        return False
    if not isinstance(one.command, BuildTile) or not isinstance(other.command, BuildTile):
        return True
    return _are_apart(now, one.command, other.command) and _has_cards(now, one.command, other.command)


def _are_apart(now: Situation, one: BuildTile, other: BuildTile) -> bool:
    """Return whether there are pieces for both offers, and no square and no covered building is common to both."""
    first, second = (FOOTPRINTS[tile.building][tile.square] for tile in (one, other))
    if first & second or set(now.view.pieces_on(first)) & set(now.view.pieces_on(second)):
        return False
    return one.building != other.building or _count_left(now, one.building) > 1


def _has_cards(now: Situation, one: BuildTile, other: BuildTile) -> bool:
    """Return whether the influence is enough if both cover buildings of their size with one color."""
    if one.color == NO_COLOR or one.color != other.color:
        return True
    return now.view.influence[one.color] >= 2 * COVER_PRICE


def _count_left(now: Situation, kind: int) -> int:
    return (PIECES_OF[now.seat][kind] & ~now.view.standing).bit_count()
