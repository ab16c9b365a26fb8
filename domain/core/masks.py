"""Represents sets of small numbers as bit masks: bit n is set if n belongs to the set."""


def bits(mask: int) -> list[int]:
    """Return the numbers of the set bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
