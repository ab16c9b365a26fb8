"""Defines how far the agent looks ahead, and how it looks for offers; all bounds are counts or probabilities."""

from dataclasses import dataclass

from workers.agents.catan.lookahead import effort


@dataclass(frozen=True, slots=True)
class Effort(effort.Effort):
    """Adds how offers are found: in `asked` dealt worlds others answer them, each by its own plans.

    An offer is tried if it raises the own probability to win by more than `least`, on average over these worlds. At
    most `offers` are tried, and none while as many as `open` of the seat are open. With `asks_on`
    an offer that wanted more than it gave counts no longer once all have declined it. Of offers that answer another
    one at most `counters` are tried.
    """

    asked: int = 3
    least: float = 0.001
    open: int = 2
    asks_on: bool = False
    counters: int = 2
