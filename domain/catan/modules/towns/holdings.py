"""Holds the Catan tokens of a map with towns."""

from random import Random
from typing import Final

from domain.catan.modules.towns.town_map import TownMap, ground_of
from domain.catan.slices import Slice
from domain.catan.state import Public, Setting
from domain.core.documents import JsonObject, JsonValue
from domain.core.masks import bits
from domain.core.rows import Row
from domain.core.table_state import TableState

NAME: Final = "towns"


class Towns(Slice):
    """Holds the tokens still on the board, as a mask of nodes, and how many each seat took; all of it is public."""

    def __init__(self, map_name: str, ground: TownMap, seats: int, tokens: int, taken: tuple[int, ...]) -> None:
        self.map_name = map_name
        self.ground = ground
        self.seats = seats
        self.sites = ground.sites(seats)
        self.tokens = tokens
        self.taken = taken

    def copy(self) -> "Towns":
        """Return an independent copy; the board is shared."""
        return Towns(self.map_name, self.ground, self.seats, self.tokens, self.taken)

    def pack(self) -> object:
        """Return everything as JSON; a mask may be too long for a JSON number."""
        return [self.map_name, self.seats, str(self.tokens), self.taken]

    def observed(self, seat: int) -> "Towns":
        """Return all of it."""
        return self.copy()

    def render(self, view: TableState, seat: int) -> JsonObject:
        """Return the nodes with a token, and the tokens of each seat."""
        seats = [{"seat": seat, "tokens": count} for seat, count in enumerate(self.taken)]
        return {"tokens": bits(self.tokens), "seats": seats}

    def determinized(self, state: TableState, rng: Random, noted: Row = ()) -> "Towns":
        """Return all of it, since nothing is unknown."""
        return self.copy()


def open_towns(setting: Setting) -> Towns:
    """Return the board before the first event."""
    ground = ground_of(setting.config.map)
    return Towns(setting.config.map, ground, setting.seats, ground.laid_tokens(setting.seats), (0,) * setting.seats)


def unpack_towns(packed: JsonValue, state: Public) -> Towns:
    """Return the slice from its packed values."""
    map_name, seats, tokens, taken = packed
    return Towns(map_name, ground_of(map_name), seats, int(tokens), tuple(taken))


def towns_of(state: Public) -> Towns:
    """Return this module's part of a position."""
    towns = state.slices[NAME]
    assert isinstance(towns, Towns)
    return towns
