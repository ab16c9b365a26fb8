"""Puts figures into words and tables."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown."""
    begin, *others = (f"| {' | '.join(line)} |" for line in (head, *rows))
    return "\n".join((begin, "|" + "---|" * len(head), *others))


def short(value: float) -> str:
    """Return a number with two digits, or whole."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def million(value: float) -> str:
    """Return a number in millions."""
    return f"{value / 1e6:,.0f} million" if value >= 10e6 else f"{value / 1e6:.1f} million"


def bytes_of(value: float) -> str:
    """Return a number of bytes without a unit; an empty text for none."""
    return f"{value:,.0f}" if value >= 0.5 else ""


def hours_of(seconds: float) -> str:
    """Return a time in the unit that fits."""
    for unit, size in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} s"


def size_of(value: float) -> str:
    """Return bytes in the unit that fits."""
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if value >= size:
            return f"{value / size:,.1f} {unit}" if value < 10 * size else f"{value / size:,.0f} {unit}"
    return f"{value:,.0f} bytes"
