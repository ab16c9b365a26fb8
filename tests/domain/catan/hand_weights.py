"""Counts how likely each hand of a seat is in what an observer believes."""

from domain.catan.joint_hands import JointHands
from domain.catan.terms import KINDS
from domain.core.number_rows import Row


def weights_of(hands: JointHands, seat: int) -> dict[Row, float]:
    """Return how likely each hand of a seat is."""
    found: dict[Row, float] = {}
    at = seat * KINDS
    for world, weight in hands.worlds():
        hand = world[at : at + KINDS]
        found[hand] = found.get(hand, 0.0) + weight
    return found
