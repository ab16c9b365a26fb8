"""The numbers of the canal."""

from typing import Final

NAME: Final = "erie-canal"
TOKEN: Final = 5  # the number of the ware, on from the resources
MOST_TOKENS: Final = 8

Pair = tuple[int, int]
