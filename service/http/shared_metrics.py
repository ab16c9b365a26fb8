"""Adds up the metrics of all API processes.

Each process writes its counts to its own file every two seconds, as other kinds of processes do; the one
that answers adds the others' newest files to its own counts.
"""

import logging
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import orjson
from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from service.http.sharing import Shared
from service.measuring.reports import METRICS, PERIOD_S

LEAST: Final = ("process_start_time_seconds", "process_max_fds")
"""Metrics whose minimum is shown, not the sum; so are all times of creation (`_created`)."""
_Key = tuple[str, tuple[tuple[str, str], ...]]
log = logging.getLogger(__name__)


class SharedMetrics(Collector):
    """Collects the metrics of a registry, over all processes together."""

    def __init__(self, own: CollectorRegistry, data_dir: Path, shared: Shared) -> None:
        self._own = own
        self._directory = data_dir / METRICS
        self._shared = shared

    def describe(self) -> Iterable[Family]:
        """Describe nothing, so that registering collects nothing."""
        return ()

    def collect(self) -> Iterator[Family]:
        """Yield each family with the sums of all processes."""
        elsewhere = [self._read_report(row) for row in self._shared.others()]
        for family in self._own.collect():
            yield _add(family, [found.get(family.name, {}) for found in elsewhere])

    def keep_reporting(self) -> None:
        """Report the metrics of this process periodically; returns only if it is the only one."""
        while self._shared.processes > 1:
            self.report()
            time.sleep(PERIOD_S)

    def report(self) -> None:
        """Write the metrics of this process to its file; an error such as a full disk is only logged."""
        if not self._directory.is_dir():
            return
        path = self._path(self._shared.row)
        families = {family.name: list(_values(family).items()) for family in self._own.collect()}
        aside = path.with_suffix(f".{os.getpid()}")
        try:
            aside.write_bytes(orjson.dumps(families))
            aside.replace(path)
        except OSError as error:
            log.warning("what is measured cannot be reported: %s", error)

    def _read_report(self, row: int) -> dict[str, dict[_Key, float]]:
        try:
            found = orjson.loads(self._path(row).read_bytes())
        except (OSError, orjson.JSONDecodeError):
            return {}
        return {family: dict(map(_read, samples)) for family, samples in found.items()}

    def _path(self, row: int) -> Path:
        return self._directory / f"api-{row}.counts"


def _read(sample: Any) -> tuple[_Key, float]:
    """Return a sample that was reported as JSON, which has no tuples."""
    (name, labels), value = sample
    return (name, tuple(map(tuple, labels))), value


def _values(family: Family) -> dict[_Key, float]:
    return {(sample.name, tuple(sorted(sample.labels.items()))): sample.value for sample in family.samples}


def _add(family: Family, elsewhere: list[dict[_Key, float]]) -> Family:
    """Return a family with the samples of all processes."""
    values = _values(family)
    for found in elsewhere:
        for key, value in found.items():
            values[key] = _combine(key[0], values[key], value) if key in values else value
    together = Family(family.name, family.documentation, family.type, family.unit)
    for (name, labels), value in values.items():
        together.add_sample(name, dict(labels), value)
    return together


def _combine(sample: str, one: float, other: float) -> float:
    """Combine the values of two processes: mostly their sum."""
    return min(one, other) if sample in LEAST or sample.endswith("_created") else one + other
