"""Says what only a module of Catan can say about itself: its points, what it conserves, and its commands out of thin
air.

One file a module; this list alone names them.
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
"""By the name of the module's slice of the position."""
