"""Holds the canal tokens, and the canal towns of a map that each seat has joined; all of it is public."""

from typing import Final

from domain.catan.module_slices import OpenSlice
from domain.catan.modules.erie_canal.canal_map import canal_tokens, canal_towns
from domain.catan.state import Public, Setting
from domain.catan.terms import KINDS, NOBODY, RESOURCES, ware_of
from domain.core.documents import Document, JsonObject, JsonValue
from domain.core.number_rows import Row
from domain.core.table_state import TableState

NAME: Final = "erie-canal"
TOKEN: Final = ware_of(0)
MOST_TOKENS: Final = 8

SETTLED_ENDS: Final = "canal_settled_ends"
FOUNDING_CLOSES: Final = "canal_founding_closes"
ANY_KIND: Final = "canal_any_kind"

ANY: Final = KINDS
"""Stands for a token in use that serves every resource."""

Pair = tuple[int, int]


class Canal(OpenSlice):
    """Holds supply, tokens by seat, what the one in use serves (-1: none is), and the pairs joined by each seat.

    `towns` are the canal towns of the map, ascending.
    """

    def __init__(
        self, towns: tuple[int, ...], supply: int, held: Row, used: int, linked: tuple[frozenset[Pair], ...]
    ) -> None:
        self.towns = towns
        self.supply = supply
        self.held = held
        self.used = used
        self.linked = linked

    def copy(self) -> "Canal":
        """Return an independent copy."""
        return Canal(self.towns, self.supply, self.held, self.used, self.linked)

    def pack(self) -> object:
        """Return everything as JSON."""
        return [self.supply, self.held, self.used, [sorted(pairs) for pairs in self.linked]]

    def render(self, view: TableState, seat: int) -> JsonObject:
        """Supply and tokens, the resource of the one in use, and the joined pairs of each seat by node."""
        return {
            "supply": self.supply,
            "used": RESOURCES[self.used] if 0 <= self.used < ANY else None,
            **({"used_for_any": True} if self.used == ANY else {}),
            "seats": [
                {"seat": seat, "tokens": held, "links": [list(pair) for pair in sorted(pairs)]}
                for seat, (held, pairs) in enumerate(zip(self.held, self.linked, strict=True))
            ],
        }


def open_canal(setting: Setting) -> Canal:
    """Return the canal before the first event: all tokens in the supply."""
    name = setting.config.map
    return Canal(canal_towns(name), canal_tokens(name), (0,) * setting.seats, NOBODY, (frozenset(),) * setting.seats)


def unpack_canal(packed: JsonValue, state: Public) -> Canal:
    """Return the slice from its packed values."""
    supply, held, used, linked = packed
    joined = tuple(frozenset((a, b) for a, b in pairs) for pairs in linked)
    return Canal(canal_towns(state.setting.config.map), supply, tuple(held), used, joined)


def restore_canal(shown: Document, state: Public, observer: int) -> Canal:
    """Return the slice from what views show of it."""
    used = NOBODY if shown["used"] is None else RESOURCES.index(shown["used"])
    return Canal(
        canal_towns(state.setting.config.map),
        shown["supply"],
        tuple([one["tokens"] for one in shown["seats"]]),
        ANY if shown.get("used_for_any") else used,
        tuple([frozenset((a, b) for a, b in one["links"]) for one in shown["seats"]]),
    )


def canal_of(state: Public) -> Canal:
    """Return this module's part of a position."""
    canal = state.slices[NAME]
    assert isinstance(canal, Canal)
    return canal


def tokens_of(state: Public, seat: int) -> int:
    """Return the unused canal tokens of a seat."""
    return canal_of(state).held[seat]
