"""Provides what every module of Catan adds to the laws: invented commands, and what beliefs note.

Each module has a file of its own; this list alone names them all.
"""

from typing import Final

from tests.laws import canal, favors, helpers
from tests.laws.part import Part

PARTS: Final[dict[str, Part]] = {
    "favors": favors.PART,
    "erie-canal": canal.PART,
    "helpers": helpers.PART,
    "towns": Part(),
    "dice-deck": Part(),
}
"""The parts of the modules, by the name of the module's slice of the position."""
