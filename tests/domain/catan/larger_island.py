"""Provides the island for five and six players."""

from domain.catan import maps
from tests.domain.catan.boards import laid
from tests.domain.catan.table import Table

TOPOLOGY = maps.topology_of("variable", 5)


def founding(seats: int = 6, seed: int = 1) -> Table:
    """Return a table with a laid island where nothing has been founded; seat 0 begins."""
    board = laid(seed, seats)
    fields = ("terrain", "tokens", "harbor_edges", "harbor_kinds", "robber")
    return Table(seats, "variable", empty=False, board={name: getattr(board, name) for name in fields})
