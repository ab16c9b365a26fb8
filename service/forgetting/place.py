"""Names the file with the list of the forgotten; a module of its own, so that the supervisor imports little."""

from typing import Final

FILE: Final = "forgotten"
"""Names the file in the data directory, with an entry on each line."""
