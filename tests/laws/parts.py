"""Provides what every module of Catan adds to the laws: its points, what it conserves, and invented commands.

Each module has a file of its own; this list alone names them all.
"""

from typing import Final

from tests.laws import canal, dice_deck, favors, helpers, towns
from tests.laws.part import Part

PARTS: Final[dict[str, Part]] = {
    "favors": favors.PART,
    "erie-canal": canal.PART,
    "helpers": helpers.PART,
    "towns": towns.PART,
    "dice-deck": dice_deck.PART,
}
"""The parts of the modules, by the name of the module's slice of the position."""
