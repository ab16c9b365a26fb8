"""Defines the numbers of the canal."""

from typing import Final

from domain.catan.terms import KINDS, ware_of

NAME: Final = "erie-canal"
TOKEN: Final = ware_of(0)
MOST_TOKENS: Final = 8

SETTLED_ENDS: Final = "canal_settled_ends"
FOUNDING_CLOSES: Final = "canal_founding_closes"
ANY_KIND: Final = "canal_any_kind"

ANY: Final = KINDS
"""Stands for a token in use that serves every resource."""

Pair = tuple[int, int]
