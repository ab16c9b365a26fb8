"""`python -m tests.scale`: measures part by part, and writes the figures and docs/growing.md; `make scale`.

`SIZES=100,10000` stops at smaller sizes, and then nothing is written but `build/scale/found.json`. Parts that stand
there are not measured again, so that a run that was cut short goes on; `AGAIN=1` begins anew.
"""

import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Final

from service.process.build import base_version
from tests.scale import appending, hosted, kept, listing, sizes
from tests.scale.hall import open_hall
from tests.scale.page import MEASURED, PAGE, write_page
from tests.scale.progress import Progress

FOUND: Final = Path("build/scale/found.json")
QUEUES: Final = [int(count) for count in os.environ.get("QUEUES", "1,2,4").split(",")]
"""Lists with how many stores of the queues games are hosted."""
GAMES: Final = int(os.environ.get("GAMES", "8"))
"""Sets how many games of each kind a server hosts."""


def main() -> int:
    """Measure what was not measured yet; return 0."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    wanted = [int(size) for size in os.environ.get("SIZES", "").split(",") if size] or list(sizes.SIZES)
    FOUND.parent.mkdir(parents=True, exist_ok=True)
    if os.environ.get("AGAIN"):
        FOUND.unlink(missing_ok=True)
    progress = Progress(FOUND)
    with tempfile.TemporaryDirectory(prefix="longroad-scale-") as made:
        measure(Path(made), progress, wanted)
    progress.tell(f"done, with {progress.largest / 1e9:.1f} GB at most")
    if wanted == list(sizes.SIZES):
        before = json.loads(MEASURED.read_text()).get("before", {}) if MEASURED.exists() else {}
        known = {"version": base_version(), **progress.found, "before": before}
        MEASURED.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
        PAGE.write_text(write_page(known))
        print(PAGE.read_text())
    return 0


def measure(place: Path, progress: Progress, wanted: list[int]) -> None:
    """Measure the parts one after the other, each on stores of its own."""
    progress.part("short", lambda: kept.measure_short(place / "short"))
    progress.part("whole", lambda: kept.measure_whole(place / "whole"))
    progress.part("key_bytes", lambda: kept.measure_keys(place / "keys"))
    progress.part("rows", lambda: listing.measure(place / "rows"))
    for queues in QUEUES:
        kinds = ("people", "both", "agents") if queues == QUEUES[0] else ("both", "agents")
        name = f"hosted_{queues}"
        if name not in progress.found:
            with open_hall(place / name, queues) as hall:
                progress.part(name, lambda hall=hall, kinds=kinds: hosted.measure(hall, kinds, GAMES))
    if "appended" not in progress.found:
        with open_hall(place / "appended", 1) as hall:
            progress.part("appended", lambda: appending.measure(hall))
    if any(f"size_{size}" not in progress.found for size in wanted):
        with open_hall(place / "sizes", 1) as hall:
            for size, figures in sizes.measure(hall, wanted, progress.tell):
                progress.found.pop(f"size_{size}", None)
                progress.part(f"size_{size}", lambda figures=figures: figures)


if __name__ == "__main__":
    sys.exit(main())
