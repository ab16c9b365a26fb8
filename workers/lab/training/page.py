"""Writes what a training found into the page about agents, between two marks."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from workers.lab.training.calibration import Calibration

BEGIN: Final = "<!-- value: written by make train -->\n"
END: Final = "<!-- end of value -->\n"


def write_page(path: Path, found: Mapping[str, Calibration]) -> None:
    """Replace what stands between the marks; raises ValueError if the page has none."""
    before, _, rest = path.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{path} has no place for the value")
    path.write_text(f"{before}{BEGIN}\n{tables(found)}\n{END}{after}")


def tables(found: Mapping[str, Calibration]) -> str:
    """Return the scores of all models as one table, and the reliability of the first as another."""
    scores = [
        f"| {model} | {c.positions:,} | {c.brier:.4f} | {c.log_loss:.4f} | {c.error:.4f} |"
        for model, c in found.items()
    ]
    bins = [
        f"| {b.low:.1f}-{b.low + 0.1:.1f} | {b.forecasts:,} | {b.foretold:.3f} | {b.happened:.3f} |"
        for b in next(iter(found.values())).bins
    ]
    return "\n".join(
        [
            "| model | positions | Brier | log loss | calibration error |",
            "|---|---|---|---|---|",
            *scores,
            "",
            "| foretold | forecasts | mean | happened |",
            "|---|---|---|---|",
            *bins,
            "",
        ]
    )
