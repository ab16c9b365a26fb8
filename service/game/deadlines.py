"""The names of a game's deadlines, and how long each of them takes to come.

A deadline of 0 is removed. `appending` sets all but that of an import with each version; the sweep looks after them.
"""

from typing import Final

AI_DEADLINE: Final = "ai"
"""Due when an AI seat has owed something for longer than an agent takes, or a bot is late; the sweep looks after it."""
AI_GRACE_MS: Final = 10_000
CLOCK_DEADLINE: Final = "clock"
"""Due when the first obligation of a game runs out."""
EXPIRY_DEADLINE: Final = "expiry"
"""Due when nothing has happened for so long in a running game that it is taken for abandoned."""
ABANDONED_MS: Final = 30 * 24 * 3_600_000
PAUSE_DEADLINE: Final = "pause"
"""Due when the pause of a game is over."""
START_DEADLINE: Final = "start"
"""Due when a game that never started expires."""
UNSTARTED_MS: Final = 24 * 3_600_000
VOTE_DEADLINE: Final = "vote"
"""Due when the time of the open vote is over."""
IMPORT_DEADLINE: Final = "import"
"""Due when an import that left no log is cleared away."""
CUT_SHORT_MS: Final = 600_000
