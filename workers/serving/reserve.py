"""Reserves some of a worker's time for games in which only agents act, however many people wait."""

from typing import Final

from service.queue.ai_jobs import AI_QUEUE, AI_QUEUES, OVER_QUEUE

PART: Final = 10
"""Reserves one part in so many of the time."""
SLICE_S: Final = 0.5
"""Sets how much time is saved up before one of these games is served first; no more than that is ever saved."""
AWAITED: Final = (AI_QUEUE, OVER_QUEUE)


class Reserve:
    """Counts the seconds that tables at which somebody waits owe to the other games."""

    def __init__(self) -> None:
        self.owed = 0.0

    def note(self, queue: str, seconds: float) -> None:
        """Count the time that a job from a queue took."""
        change = seconds / (PART - 1) if queue in AWAITED else -seconds
        self.owed = min(SLICE_S, max(-SLICE_S, self.owed + change))

    def rank(self, queue: str) -> tuple[bool, int]:
        """Return by what the queues are ordered: as they always are, or those of the other games first."""
        return self.owed >= SLICE_S and queue in AWAITED, AI_QUEUES.index(queue)
