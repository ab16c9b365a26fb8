"""Lets workers do only the jobs that exist for them, since RQ imports whatever a job in its store names."""

import logging
from typing import Any, Final

from rq.exceptions import DeserializationError
from rq.job import Job

from eventstore.append_counts import Tally

FUNCTIONS: Final = {
    f"workers.jobs.{name}"
    for name in (
        "play_ai",
        "undo",
        "replay",
        "analyze",
        "analyze_position",
        "advise",
        "answer_batch",
        "review",
        "arena",
        "help_arena",
        "deliver",
        "remove_games",
        "remove_finished",
    )
}
"""Lists the functions that a job may name."""
REFUSED: Final = b"REFUSED"

REFUSALS: Final = Tally((REFUSED,))
"""Represents the jobs that this process refused; those of a pool share it."""

log = logging.getLogger(__name__)


class UnknownFunction(Exception):
    """Reports a job whose function does not exist for workers."""


class KnownJob(Job):
    """Represents a job as a worker reads it: of its own functions, without the callbacks and webhooks of RQ."""

    def restore(self, raw_data: Any) -> None:
        """Read a stored job, without the fields that Longroad never writes and RQ would import or call."""
        super().restore(raw_data)
        self._success_callback_name = self._failure_callback_name = self._stopped_callback_name = None
        self.webhooks = []

    @property
    def func(self) -> Any:
        """Return the function; raises UnknownFunction before anything is imported."""
        if not self.is_known():
            raise UnknownFunction
        return super().func

    def is_known(self) -> bool:
        """Return whether the job names one of the functions, and can be read at all."""
        try:
            return self.instance is None and self.func_name in FUNCTIONS
        except (DeserializationError, TypeError, ValueError):  # the stored value is not a job
            return False

    def check(self) -> None:
        """Count and report a job whose function workers will refuse."""
        if not self.is_known():
            REFUSALS.count(REFUSED)
            log.warning("job %s names no function of the workers; it is refused: who writes to RQ's store?", self.id)
