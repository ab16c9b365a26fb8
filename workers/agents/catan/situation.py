"""Computes figures of a seat's position: income, trading ratios, how far each seat is from winning."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from domain.catan.chapters.building.sites import open_sites, road_starts
from domain.catan.chapters.maritime import bank_rates
from domain.catan.terms import BARREN, FOUND_ROAD, FOUND_SETTLEMENT, KINDS, VICTORY_POINT
from domain.catan.wares import most_held
from domain.core.masks import bits
from workers.agents.catan.board_values import Ground, ground_of
from workers.agents.catan.tactics import Tactics
from workers.agents.catan.weights import FROZEN, Weights

FOUNDING: Final = (FOUND_SETTLEMENT, FOUND_ROAD)


INCOMES_KEPT: Final = 256
"""For how many incomes the waits and the values of sites are cached."""


@lru_cache(INCOMES_KEPT)
def _cache_of(*key: object) -> dict[Any, float]:
    """Return the cache for what depends on the key alone."""
    return {}


class Situation:
    """Adds to a seat's knowledge the figures that decisions need; made for one decision.

    `tactics` are those of the modules that the game is played with; `weights` are those of the agent.
    """

    def __init__(self, view: Any, tactics: "Sequence[Tactics[Situation]]" = (), weights: Weights = FROZEN) -> None:
        self.view = view
        self.tactics = tactics
        self.weights = weights
        self.places = weights.opening if view.agenda and view.agenda[-1].kind in FOUNDING else weights.places
        self.seat: int = view.seat
        self.hand: list[int] = list(view.hand)
        self.ground: Ground = ground_of(view.setting, self.places)
        self.topology = view.setting.board.topology

    def income_of(self, seat: int) -> list[int]:
        """Return the pips of a seat's buildings by kind; cities count twice, the robber's tile does not count."""
        view, yields = self.view, self.ground.yields
        pips = [0] * KINDS
        for mask, times in ((view.settlements[seat], 1), (view.cities[seat], 2)):
            for node in bits(mask):
                for kind in range(KINDS):
                    pips[kind] += yields[node][kind] * times
        self._take_robbed(seat, pips)
        return pips

    def _take_robbed(self, seat: int, pips: list[int]) -> None:
        view, board = self.view, self.view.setting.board
        kind = board.resources[view.robber]
        if kind != BARREN:
            nodes = board.tile_mask[view.robber]
            settled, cities = view.settlements[seat] & nodes, view.cities[seat] & nodes
            pips[kind] -= self.ground.pips[view.robber] * (settled.bit_count() + 2 * cities.bit_count())

    @cached_property
    def income(self) -> list[int]:
        """Return the own income in pips by kind."""
        return self.income_of(self.seat)

    @cached_property
    def income_worth(self) -> float:
        """Return the value of the own income, for comparison with that after a new settlement."""
        return self.ground.worth(self.income)

    @cached_property
    def per_round(self) -> list[float]:
        """Return the expected cards of each kind per round."""
        return [pips * self.view.seats / 36 for pips in self.income]

    @cached_property
    def ratios(self) -> list[int]:
        """Return how many cards of each kind the bank takes for one."""
        return [min(bank_rates(self.view, self.seat, kind)) for kind in range(KINDS)]

    @cached_property
    def waits(self) -> dict[tuple[int, ...], float]:
        """Return the cache of the rounds until a hand pays a cost, by hand and cost; shared while the income lasts."""
        return _cache_of("waits", *self.per_round, *self.ratios)

    @cached_property
    def site_worths(self) -> dict[int, float]:
        """Return the cache of the values of sites, by node; shared while the income lasts."""
        return _cache_of("sites", self.view.setting.packed, self.places, *self.income)

    @cached_property
    def wares(self) -> tuple[int, ...]:
        """Return what the own seat holds of every ware; the numbers of wares begin with the resources."""
        return most_held(self.view.setting.rules.wares, self.view, self.seat)

    @property
    def ware_numbers(self) -> list[int]:
        """List the numbers of the wares that the own seat holds."""
        return [number for number, count in enumerate(self.wares, KINDS) if count]

    @cached_property
    def sites(self) -> int:
        """Return the mask of nodes that are still free for a settlement."""
        return open_sites(self.view)

    @cached_property
    def starts(self) -> int:
        """Return the mask of nodes from which the own seat may build roads."""
        return road_starts(self.view, self.seat, self.view.touched[self.seat], self.view.buildings(self.seat))

    @cached_property
    def prizes(self) -> int:
        """Return the mask of nodes where the next road to arrive brings a point."""
        mask = 0
        for prizes in self.view.setting.rules.points.prizes:
            mask |= prizes(self.view)
        return mask

    @cached_property
    def points(self) -> int:
        """Return the own points, hidden ones included."""
        return int(self.view.points[self.seat] + self.view.cards[VICTORY_POINT])

    @cached_property
    def missing_points(self) -> int:
        """Return the points that the own seat still needs to win."""
        return int(max(0, self.view.setting.target - self.points))

    def threat(self, seat: int) -> float:
        """Return how close another seat is to winning, from 0 to 1, including expected points of unplayed cards."""
        view = self.view
        points = view.points[seat] + self.weights.hidden_card * view.card_counts[seat]
        return float(min(1.0, max(0.0, (points - 2) / (view.setting.target - 2)))) ** 2

    def is_near_the_end(self, seat: int) -> bool:
        """Return whether a seat may win soon, so that others should not help it."""
        return is_near_the_end(self.view, seat)

    def likely(self, seat: int, kind: int) -> float:
        """Return the expected cards of a kind in another hand: the certain ones, and a share of the unknown ones."""
        certain = self.view.lows[seat * KINDS : seat * KINDS + KINDS]
        unknown = max(0, self.view.hand_sizes[seat] - sum(certain))
        income = self.income_of(seat)
        share = (income[kind] + 1) / (sum(income) + KINDS)
        return certain[kind] + unknown * share

    def mercy(self, tile: int) -> float:
        """Return the total value, from all modules, of placing the robber on a tile without robbing."""
        return sum([tactics.mercy(self, tile) for tactics in self.tactics if tactics.mercy])


def is_near_the_end(view: Any, seat: int) -> bool:
    """Return whether a seat lacks at most two points, as far as everybody sees."""
    return bool(view.points[seat] >= view.setting.target - 2)
