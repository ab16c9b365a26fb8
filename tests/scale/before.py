"""Puts the figures of an older tree beside those of this one: `python -m tests.scale.before FOUND`.

`FOUND` is the `found.json` of a run in that tree, of those parts that can run there, with one store of the queues and
up to 10,000 games. The archive of that tree has a file for each game, which the scrub reads like any other log.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

from tests.scale.figures import BUSIEST, compared
from tests.scale.needs import LOAD, busiest_writes, queue_ms
from tests.scale.page import MEASURED, PAGE, write_page
from tests.scale.words import hours_of, size_of

EVENTS: Final = 400
"""Sets how many events the older scrub proved in a second."""
FILES: Final = 1


def of_older(found: dict[str, Any]) -> dict[str, str]:
    """Return what is compared, of a tree before 2.1."""
    kept, events = found["short"]["sealed"], found["size_10000"]["log_scrub_events_a_game"]
    return {
        "writes of the busiest of three primaries for a version": f"{busiest_writes(found):.2f}",
        "bytes of the store that stay of an archived game": f"{sum(kept.values()):,.0f}",
        "bytes of a game that runs, on average": size_of(found["whole"]["running_bytes"]),
        "files for an archived game": f"{FILES}",
        f"{BUSIEST}, with 1": f"{queue_ms(found, LOAD, 1):.1f} ms",
        **{
            f"full scrub of {size:,} games by one sweep": hours_of(size * events / EVENTS)
            for size in (10_000, 1_000_000)
        },
    }


def main() -> int:
    """Write the figures and the page; return 0."""
    measured = json.loads(MEASURED.read_text())
    measured["before"] = of_older(json.loads(Path(sys.argv[1]).read_text()))
    assert measured["before"].keys() <= compared(measured).keys()
    MEASURED.write_text(json.dumps(measured, indent=1, sort_keys=True) + "\n")
    PAGE.write_text(write_page(measured))
    return 0


if __name__ == "__main__":
    sys.exit(main())
