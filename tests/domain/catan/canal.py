"""Provides how many canal tokens there are, as everybody sees it."""

from tests.domain.catan.table import Table


def tokens(table: Table) -> list[int]:
    """Return how many canal tokens every seat has, as everybody sees it."""
    return [seat["tokens"] for seat in table.view(None)["erie_canal"]["seats"]]


def supply(table: Table) -> int:
    """Return how many canal tokens are in the supply."""
    return int(table.view(None)["erie_canal"]["supply"])
