"""Defines wares: what may change hands in a domestic trade beside resource cards; modules say what there is.

The goods of a trade are counts by number: the resources first, then the wares, left out where there are none.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from domain.catan.terms import KINDS, RESOURCES
from domain.core.documents import JsonValue
from domain.core.kinds import Kind, counts
from domain.core.table_state import TableState

Goods = tuple[int, ...]
P = TypeVar("P", bound=TableState)


class Ware(Generic[P]):
    """Describes a ware: its name, how many of it there are, and how many a seat holds in a position."""

    def __init__(self, name: str, most: int, held: Callable[[P, int], int]) -> None:
        self.name = name
        self.most = most
        self.held = held


def trim(goods: Sequence[int]) -> Goods:
    """Return goods without the wares if none of these is among them."""
    return tuple(goods) if any(goods[KINDS:]) else tuple(goods[:KINDS])


def goods_kind(wares: Mapping[int, Ware[P]], most: int) -> Kind:
    """Return the kind of goods: an object from name to count without zeros; wares are numbered after the resources."""
    names = (*RESOURCES, *(wares[number].name for number in sorted(wares)))
    whole = counts(names, most)

    def encode(value: Sequence[int]) -> JsonValue:
        return whole.encode((*value, *[0] * (len(names) - len(value))))

    def decode(value: JsonValue) -> Goods:
        return trim(whole.decode(value))

    return Kind(whole.schema, encode, decode)


def name_goods(wares: Mapping[int, Ware[P]], goods: Sequence[int]) -> dict[str, int]:
    """Return goods by name, without zeros."""
    return {
        RESOURCES[number] if number < KINDS else wares[number].name: count
        for number, count in enumerate(goods)
        if count
    }


def holds_wares(wares: Mapping[int, Ware[P]], state: P, seat: int, goods: Sequence[int]) -> bool:
    """Return whether a seat holds the wares among some goods; a ware that the game lacks is never held."""
    return all(
        not goods[number] or (number in wares and wares[number].held(state, seat) >= goods[number])
        for number in range(KINDS, len(goods))
    )


def most_held(wares: Mapping[int, Ware[P]], state: P, seat: int) -> Goods:
    """Return how many a seat holds of each ware, by number on from the resources."""
    if not wares:
        return ()
    return tuple(wares[n].held(state, seat) if n in wares else 0 for n in range(KINDS, max(wares) + 1))


def most_asked(wares: Mapping[int, Ware[P]]) -> Goods:
    """Return how many of each ware there are, by number on from the resources."""
    if not wares:
        return ()
    return tuple(wares[n].most if n in wares else 0 for n in range(KINDS, max(wares) + 1))
