"""Moves resource cards that change hands openly."""

from domain.catan.inference import lose
from domain.catan.state import State
from domain.catan.terms import KINDS
from domain.core.rows import Row


def gain(s: State, seat: int, cards: Row) -> None:
    """Add cards to a hand openly."""
    at = seat * KINDS
    for kind in range(KINDS):
        count = cards[kind]
        if count:
            s.hands[at + kind] += count
            s.known[at + kind] += count


def part_with(s: State, seat: int, cards: Row) -> None:
    """Remove cards from a hand openly."""
    at = seat * KINDS
    for kind in range(KINDS):
        count = cards[kind]
        if count:
            s.hands[at + kind] -= count
            lose(s, seat, kind, count)


def draw_from_bank(s: State, cards: Row) -> None:
    """Remove cards from the bank."""
    for kind in range(KINDS):
        s.bank[kind] -= cards[kind]


def return_to_bank(s: State, cards: Row) -> None:
    """Add cards to the bank."""
    for kind in range(KINDS):
        s.bank[kind] += cards[kind]


def pay(s: State, seat: int, cost: Row) -> None:
    """Move cards from a hand to the bank."""
    part_with(s, seat, cost)
    return_to_bank(s, cost)
