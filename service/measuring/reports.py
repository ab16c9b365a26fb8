"""Reports each process's metrics to the API's process on the same machine, through one small file each.

Files are written aside and renamed. They can be read while a store is away, and each machine reports only itself.
prometheus_client's own multiprocess mode is not used: it makes one file per process id, and every job has its own
process.
"""

import logging
import os
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import orjson

from eventstore.append_counts import TALLY

METRICS: Final = "metrics"
"""Names the directory in `LONGROAD_DATA_DIR`; the supervisor creates it, and without it nothing is reported."""
PERIOD_S: Final = 2.0
LONGEST: Final = 100_000
"""Limits the bytes of a report that are read."""
COUNTERS: Final = (
    "longroad_appends_total",
    "longroad_append_conflicts_total",
    "longroad_chain_mismatches_total",
    "longroad_append_duplicates_total",
)
"""Lists counters in the order of the tally."""

log = logging.getLogger(__name__)


class Metric(NamedTuple):
    """Describes a metric. The name is as scraped, with its unit; counters end in `_total`."""

    name: str
    kind: str
    labels: tuple[str, ...]
    meaning: str


KINDS: Final = {
    name: Metric(name, row["kind"], tuple(row.get("labels", ())), row["meaning"])
    for name, row in tomllib.loads(Path(__file__).with_name("metrics.toml").read_text(encoding="utf-8")).items()
}
"""Holds every metric of Longroad, as `metrics.toml` describes it; the table in docs/operations.md comes from there."""


class Sample(NamedTuple):
    """Holds one value of a metric."""

    metric: str
    labels: Sequence[str]
    value: float


class Reporter:
    """Writes the reports of one process at intervals."""

    def __init__(self, data_dir: Path, process: str) -> None:
        self._path = data_dir / METRICS / f"{process}.json"
        self._process = process
        self._due = 0.0

    def report(self, samples: Iterable[Sample] = ()) -> None:
        """Write the samples unless that was just done; a full disk is only logged."""
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + PERIOD_S
        if self._path.parent.is_dir():
            now = Sample("longroad_report_timestamp_seconds", (self._process,), time.time())
            write_report(self._path, [list(sample) for sample in (*samples, *appends(self._process), now)])


def write_report(path: Path, report: object) -> None:
    """Write a report as JSON, aside and then in its place; an error such as a full disk is only logged."""
    aside = path.with_suffix(f".{os.getpid()}")
    try:
        aside.write_bytes(orjson.dumps(report))
        aside.replace(path)
    except OSError as error:
        log.warning("what is measured cannot be reported: %s", error)


def appends(process: str) -> Iterator[Sample]:
    """Yield the outcomes of the appends of this process and its forks."""
    for name, count in zip(COUNTERS, TALLY.totals(), strict=True):
        yield Sample(name, (process,), count)


def forget_reports(data_dir: Path) -> None:
    """Delete the reports of earlier processes."""
    for path in (data_dir / METRICS).glob("*"):
        path.unlink()


def read_reports(data_dir: Path) -> Iterator[Sample]:
    """Yield the newest reports of all processes that were started on this machine for a data directory."""
    for path in sorted((data_dir / METRICS).glob("*.json")):
        try:
            with path.open("rb") as file:
                found = orjson.loads(file.read(LONGEST))
        except (OSError, orjson.JSONDecodeError):
            continue
        yield from (Sample(*sample) for sample in found)
