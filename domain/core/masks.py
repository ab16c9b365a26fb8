"""Represents sets of small numbers as bit masks: bit n is set if n belongs to the set."""

from collections.abc import Iterable


def mask_of(numbers: Iterable[int]) -> int:
    """Return the mask with the bits of these numbers set."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def bits(mask: int) -> list[int]:
    """Return the numbers of the set bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
