"""`python -m workers.agents.dice.build`: solve the dice game for the optimal agent and keep its tables.

One JSON line a reading of the jokers: the points to expect of a solo game, and what it took. What is there and sound
is left as it is.
"""

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

from workers.agents.dice import building, tables

LOWEST_PRIORITY: Final = 19
MEBIBYTE: Final = 1 << 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Build what is missing; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.agents.dice.build", description=__doc__)
    parser.add_argument("--joker-dice", choices=building.READINGS, help="this reading alone")
    parser.add_argument("--gently", action="store_true", help="leave the processor to everybody else")
    options = parser.parse_args(arguments)
    if options.gently:
        os.nice(LOWEST_PRIORITY)
    for reading in [options.joker_dice] if options.joker_dice else building.READINGS:
        sys.stdout.write(json.dumps(build(reading)) + "\n")
        sys.stdout.flush()
    return 0


def build(reading: str) -> dict[str, Any]:
    """Make sure of one table, and tell about it."""
    begun, one_die = time.perf_counter(), building.READINGS[reading]
    building.ensure(one_die)
    table = tables.find(one_die)
    if table is None:
        raise OSError(f"{tables.path_of(one_die)} was written and cannot be read")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return {
        "name": f"dice_optimal, joker_dice {reading}",
        "expected_points": round(float(table[0, 0, 0]), 6),
        "seconds": round(time.perf_counter() - begun, 1),
        "file_mb": round(tables.path_of(one_die).stat().st_size / MEBIBYTE, 1),
        "peak_memory_mb": round(peak / MEBIBYTE, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
