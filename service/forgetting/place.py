"""Names the file of the forgotten; this imports nothing, for the supervisor needs it before anything else."""

from typing import Final

FILE: Final = "forgotten"
"""Names the file in the data directory, with an entry on each line."""
