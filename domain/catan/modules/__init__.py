"""Lists the modules of Catan in the order in which they are composed; this list alone names them."""

from typing import Final

from domain.catan.module import Module
from domain.catan.modules.dice_deck import DICE_DECK
from domain.catan.modules.erie_canal.chapter import ERIE_CANAL
from domain.catan.modules.favors.chapter import FAVORS
from domain.catan.modules.five_six import FIVE_SIX
from domain.catan.modules.helpers.chapter import HELPERS
from domain.catan.modules.towns.chapter import TOWNS

REGISTRY: Final[tuple[Module, ...]] = (FIVE_SIX, FAVORS, HELPERS, TOWNS, ERIE_CANAL, DICE_DECK)
