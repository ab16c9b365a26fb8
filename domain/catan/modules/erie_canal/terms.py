"""Defines the numbers of the canal."""

from typing import Final

NAME: Final = "erie-canal"
TOKEN: Final = 5  # the number of the ware, on from the resources
MOST_TOKENS: Final = 8

SETTLED_ENDS: Final = "canal_settled_ends"
FOUNDING_CLOSES: Final = "canal_founding_closes"

Pair = tuple[int, int]
