"""Names a game's deadlines.

A deadline of 0 is removed. `service.game.append` sets all but the import's with each version; the sweep acts on them.
"""

from typing import Final

AI_DEADLINE: Final = "ai"
"""Falls due when an AI seat takes longer than an agent needs, or a bot is late (`service.game.late_seats`)."""
CLOCK_DEADLINE: Final = "clock"
"""Falls due when the first obligation of a game runs out."""
EXPIRY_DEADLINE: Final = "expiry"
"""Falls due when a running game has been idle for so long that it counts as abandoned."""
PAUSE_DEADLINE: Final = "pause"
"""Falls due when the game's pause is over."""
START_DEADLINE: Final = "start"
"""Falls due when a game that never started expires."""
VOTE_DEADLINE: Final = "vote"
"""Falls due when the open vote's time is over."""
IMPORT_DEADLINE: Final = "import"
"""Falls due when an import that left no log is cleaned up."""
MOVE_DEADLINE: Final = "move:"
"""Begins the name of a deadline that notes an accepted undo or redo (`service.game.owed_moves`)."""
CUT_SHORT_MS: Final = 600_000
