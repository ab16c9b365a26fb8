"""Counts the emergency stops of agents in memory that a pool of workers shares, and reports them as a metric."""

from collections.abc import Iterator
from typing import Final

from eventstore.tally import Tally
from service.measuring.reports import Sample

METRIC: Final = "longroad_agent_stops_total"
STOPPED: Final = b"STOPPED"

STOPS: Final = Tally((STOPPED,))
"""Represents the stops of this process; those of a pool share it."""


def measure_stops() -> Iterator[Sample]:
    """Yield how many decisions of agents were stopped in this process and its forks."""
    for count in STOPS.totals():
        yield Sample(METRIC, (), count)
