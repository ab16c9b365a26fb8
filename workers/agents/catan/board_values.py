"""Computes the value of a board's places before anything is built, once per board."""

from collections.abc import Sequence
from typing import Final

from domain.catan.board import Board
from domain.catan.state import Setting
from domain.catan.terms import BARREN, GENERIC, KINDS
from workers.agents.catan.weights import FROZEN, Places

BOARDS_KEPT: Final = 64

_seen: dict[tuple[bytes, tuple[float, ...], float], "Ground"] = {}


class Ground:
    """Holds pips (36ths of a card per roll) by tile and by node and kind, and each node's kind of harbor (-1: none)."""

    def __init__(self, board: Board, places: Places) -> None:
        self.pips = tuple(6 - abs(7 - token) if token else 0 for token in board.tokens)
        self.yields = tuple(self._node_yields(board, node) for node in range(board.topology.nodes))
        self.harbors = tuple(_harbor(board, node) for node in range(board.topology.nodes))
        total = [sum(p for p, kind in zip(self.pips, board.resources, strict=True) if kind == k) for k in range(KINDS)]
        mean = sum(total) / KINDS
        self.beyond_five, wanted = places.beyond_five, places.wanted
        self.weights = tuple(wanted[k] * (mean / max(total[k], 3)) ** 0.3 for k in range(KINDS))

    def _node_yields(self, board: Board, node: int) -> tuple[int, ...]:
        pips = [0] * KINDS
        for tile in board.topology.node_tiles[node]:
            if board.resources[tile] != BARREN:
                pips[board.resources[tile]] += self.pips[tile]
        return tuple(pips)

    def worth(self, yields: Sequence[float]) -> float:
        """Value an income: pips weighted by kind, less from the sixth pip of a kind on."""
        weights, beyond = self.weights, self.beyond_five
        return sum(weights[k] * y * (1.0 if y <= 5 else (5 + (y - 5) * beyond) / y) for k, y in enumerate(yields) if y)


def _harbor(board: Board, node: int) -> int:
    return next((kind for kind in range(GENERIC + 1) if board.harbor_mask[kind] >> node & 1), -1)


def ground_of(setting: Setting, places: Places = FROZEN.places) -> Ground:
    """Return the ground of a game's board, with places valued by `places`; cached for the latest boards."""
    key = (setting.packed, places.wanted, places.beyond_five)
    ground = _seen.get(key)
    if ground is None:
        if len(_seen) >= BOARDS_KEPT:
            _seen.clear()
        ground = _seen[key] = Ground(setting.board, places)
    return ground
