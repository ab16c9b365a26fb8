"""In phase 2 the agent chooses which tile to build, and when to keep the gold."""

from collections.abc import Sequence
from typing import Any

from domain.elasund.board import FOUNDATION, bit, squares_of
from domain.elasund.chapters.church import ChooseChurchTile
from domain.elasund.chapters.turn import EndBuilding
from workers.agents.elasund.closing import harmless
from workers.agents.elasund.offers import Offer, offers_of
from workers.agents.elasund.sites import Waiting, best_waiting
from workers.agents.elasund.situation import Situation
from workers.agents.elasund.winning import together, win_this_turn


def choose_tile(now: Situation, commands: Sequence[Any]) -> Any:
    """Build the tile worth most beyond its price, unless the gold is needed for a better one that waits."""
    offers = offers_of(now, commands)
    if now.weights.looks_ahead:
        last = win_this_turn(now, offers)
        if last is not None:
            return last
    offers = harmless(now, offers)
    waiting = best_waiting(now)
    left = now.gold - max(0, waiting.gold - now.weights.keep)
    free = [offer for offer in offers if offer.gain > 0 and (_is_better(now, offer, waiting) or offer.gold <= left)]
    ways = [(offer,) for offer in free] + (together(now, free) if now.weights.pairs else [])
    best = max(ways, key=lambda way: sum(offer.gain for offer in way), default=None)
    return max(best, key=lambda offer: offer.gain).command if best else EndBuilding()


def _is_better(now: Situation, offer: Offer, waiting: Waiting) -> bool:
    """Say whether an offer brings a cube now and is worth no less than what waits."""
    weights = now.weights
    if offer.gain >= weights.cube * weights.at_once:
        return True
    return offer.gain + offer.gold >= weights.cube and offer.gain >= waiting.worth


def choose_church_tile(now: Situation, commands: Sequence[ChooseChurchTile]) -> ChooseChurchTile:
    """Choose the tile whose church spares the own buildings."""
    return min(commands, key=lambda command: _own_squares(now, command.tile))


def _own_squares(now: Situation, tile: int) -> int:
    """Count the squares of the church, as a first tile fixes it, that lie under own buildings."""
    view = now.view
    corner = FOUNDATION - 10 * (tile % 3) - tile // 3
    area = bit(*(corner + 10 * x + y for x in range(3) for y in range(3)))
    return sum(1 for at in squares_of(area & view.built) if view.holders[view.grid[at] - 1] == now.seat)
