"""Turns sets of bits and flat rows into lists of numbers."""


def numbers(mask: int) -> list[int]:
    """Return the numbers in a mask, the smallest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def rows(flat: "list[int] | tuple[int, ...]", seats: int) -> list[list[int]]:
    """Return a flat row, ordered by seat and kind, as one list for each seat."""
    size = len(flat) // seats
    return [list(flat[seat * size : seat * size + size]) for seat in range(seats)]
