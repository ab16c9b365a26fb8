"""Looks up what environments need to know of each family of games: its lists of commands, and its columns.

What can be read from the ruleset itself is not repeated here: the words, places and ranges of its commands.
"""

from typing import Final

from domain.families import doors
from workers.lab.environments.family import FamilyMaker

MAKERS: Final[dict[str, FamilyMaker]] = doors("workers.lab.environments.families", "family")
"""Makes the description of a family for one size of game, by ruleset."""
