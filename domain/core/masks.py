"""Represents sets of small numbers as bit masks: bit n is set if n belongs to the set."""


def bits(mask: int) -> list[int]:
    """Return the numbers of the set bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(*numbers: int) -> int:
    """Return the mask of some numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask
