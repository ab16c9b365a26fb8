"""Writes amounts of things in English, for commands and logs."""


def write_amount(count: int, singular: str, plural: str = "") -> str:
    """Write a number with its noun: "1 game", "1,200 games"; by default the plural takes an s."""
    return f"{count:,} {singular if count == 1 else plural or f'{singular}s'}"
