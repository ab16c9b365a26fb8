"""Lists every metric of Longroad, as `metrics.toml` describes it; the table in docs/operations.md comes from there."""

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

TABLE: Final = Path(__file__).with_name("metrics.toml")


class Metric(NamedTuple):
    """Describes a metric. The name is as scraped, with its unit; counters end in `_total`."""

    name: str
    kind: str
    labels: tuple[str, ...]
    meaning: str


METRICS: Final = tuple(
    Metric(name, row["kind"], tuple(row.get("labels", ())), row["meaning"])
    for name, row in tomllib.loads(TABLE.read_text(encoding="utf-8")).items()
)
KINDS: Final = {metric.name: metric for metric in METRICS}
