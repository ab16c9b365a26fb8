"""Replaces rows: tuples of numbers that copies of a position share."""

Row = tuple[int, ...]


def add(row: Row, at: int, count: int) -> Row:
    """Return a row with one entry changed by `count`."""
    return (*row[:at], row[at] + count, *row[at + 1 :])


def replace_entry(row: Row, at: int, value: int) -> Row:
    """Return a row with one entry replaced."""
    return (*row[:at], value, *row[at + 1 :])
