"""Pays exact costs from the own hand, without credit (rulebook 003, Construction)."""

from domain.catan.state import State
from domain.catan.terms import KINDS, RESOURCES
from domain.core.errors import IllegalCommand
from domain.core.rows import Row


def can_pay(state: State, seat: int, cost: Row) -> bool:
    """Return whether a seat holds the complete cost."""
    hands = state.hands
    at = seat * KINDS
    return (
        hands[at] >= cost[0]
        and hands[at + 1] >= cost[1]
        and hands[at + 2] >= cost[2]
        and hands[at + 3] >= cost[3]
        and hands[at + 4] >= cost[4]
    )


def check_payment(state: State, seat: int, cost: Row, rule: str) -> None:
    """Refuse under `rule` what a seat cannot pay, telling what it misses."""
    if not can_pay(state, seat, cost):
        raise IllegalCommand(rule, missing=missing(state, seat, cost))


def missing(state: State, seat: int, cost: Row) -> dict[str, int]:
    """Return the cards a seat lacks, by word."""
    hand = state.hand(seat)
    return {RESOURCES[k]: cost[k] - hand[k] for k in range(KINDS) if cost[k] > hand[k]}
