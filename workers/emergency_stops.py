"""Counts the emergency stops of agents in memory that a pool of workers shares."""

from typing import Final

from eventstore.append_counts import Tally

STOPPED: Final = b"STOPPED"

STOPS: Final = Tally((STOPPED,))
"""Represents the stops of this process; those of a pool share it."""
