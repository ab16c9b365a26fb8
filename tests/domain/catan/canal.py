"""Provides the tokens of the canal, as everybody sees them."""

from tests.domain.catan.table import Table


def tokens(table: Table) -> list[int]:
    """Return the canal tokens of the seats, as everybody sees them."""
    return [seat["tokens"] for seat in table.view(None)["erie_canal"]["seats"]]


def supply(table: Table) -> int:
    """Return the canal tokens in the supply."""
    return int(table.view(None)["erie_canal"]["supply"])
