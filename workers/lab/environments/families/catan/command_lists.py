"""Lists the commands of Catan: what their members may be, and the fixed lists of trades and discards."""

from collections.abc import Sequence
from typing import Any, Final

from domain.catan import CATAN
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.robber.messages import Discard
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.trading.rules import MOST_OFFERS
from domain.catan.combinations import compose
from domain.catan.terms import KINDS, RESOURCES
from workers.lab.environments.families.catan.layout import OWN, board_part, state_part
from workers.lab.environments.families.catan.modules import list_added
from workers.lab.environments.family import Family, Sizes
from workers.lab.environments.layout import Record
from workers.lab.environments.open_lists import CardChoices, Swaps, choices

RATES: Final = (2, 3, 4)
SLOTS: Final = {"offer": ("offers", MOST_OFFERS)}
"""The offers of a view are named by their place in it; those after the eighth have no action."""


def family(sizes: Sizes) -> Family:
    """Return the description of Catan for so many seats, on a map with some modules."""
    rules = compose(sizes.config.modules)
    wares = rules.wares
    goods = [*RESOURCES, *(wares[number].name for number in sorted(wares))]
    return Family(
        Record(state_part(sizes, goods)),
        board_part(sizes),
        _values(sizes),
        {MaritimeTrade: _maritime_trades()},
        SLOTS,
        [CardChoices(Discard, "cards", RESOURCES), Swaps(OfferTrade, goods)],
        [row.cls for row in CATAN.commands.rows if row.cls not in rules.rules],
        [*(f"seats.*.{name}" for name in OWN), *_own_of_modules(sizes)],
    )


def _own_of_modules(sizes: Sizes) -> list[str]:
    return [f"{name}.{member}" for name, one in list_added(sizes).items() for member in one.own]


def _values(sizes: Sizes) -> dict[str, Sequence[Any]]:
    values: dict[str, Sequence[Any]] = dict.fromkeys(("victim", "partner", "owner", "to"), sizes.seats)
    values["PlayYearOfPlenty.cards"] = [*choices(KINDS, 1, 2)]
    for one in list_added(sizes).values():
        values |= one.values(sizes)
    return values


def _maritime_trades() -> list[MaritimeTrade]:
    """Return every trade with the bank: so many of one kind for one of another."""
    return [
        MaritimeTrade(tuple(rate if kind == give else 0 for kind in range(KINDS)), take)
        for give in range(KINDS)
        for rate in RATES
        for take in range(KINDS)
        if take != give
    ]
