"""`python -m tests.positions [COUNT]` compares positions of hosted games of every kind with their documents.

It prints a row for each ruleset, map and set of modules, and ends with code 1 if anything differs.
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from flask.testing import FlaskClient

from tests.conftest import store_pair
from tests.laws.cases import CASES, Case
from tests.positions.hosting import Found, Trial
from tests.service.http.client import plain_app

COUNT: Final = 2_000
GAP: Final = 15
SHORT_GAP: Final = 4
"""How many commands lie between two positions, and how many in games that are short."""
SHORT: Final = ("goofspiel",)
MOST_EXAMPLES: Final = 20
MOST_GAMES: Final = 40


def compare(client: FlaskClient, case: Case, positions: int) -> tuple[Found, int, int]:
    """Compare so many positions of a case; return what was found, how many there were, and in how many games."""
    found, compared = Found(), 0
    gap = SHORT_GAP if case.ruleset.name in SHORT else GAP
    for seed in range(MOST_GAMES):
        trial = Trial(client, case, seed, found)
        trial.run(positions - compared, gap)
        compared += trial.compared
        if compared >= positions:
            break
    return found, compared, seed + 1


def row(case: Case, found: Found, positions: int, games: int) -> str:
    """Return a row of the table."""
    place = "own board" if str(case.map).startswith("own-") else case.map or "-"
    modules = ", ".join(case.modules) or "-"
    kinds = {
        "read": ("view and position", "view read", "position read", "text read"),
        "actions": ("legal actions of the view", "legal actions of the position", "legal actions of the text"),
        "applied": [name for name in found.counted if "outcomes" in name or "events" in name or "after" in name],
        "advice": [name for name in found.counted if name.startswith("advice")],
    }
    sums = [sum(found.counted[name] for name in names) for names in kinds.values()]
    wrong = sum(found.differing.values())
    return " | ".join(
        ["", case.ruleset.name, place, modules, *map(str, (case.seats, games, positions, *sums, wrong)), ""]
    ).strip()


def main(arguments: Sequence[str]) -> int:
    """Compare the positions, and print what was found."""
    count, names = int(arguments[0]) if arguments else COUNT, arguments[1:]
    cases = [case for case in CASES if not names or case.name in names]
    print("| ruleset | map | modules | seats | games | positions | read | actions | applied | advice | different |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    total, compared, begun = Found(), 0, time.process_time()
    with tempfile.TemporaryDirectory() as folder, store_pair(Path(folder)) as stores:
        client = plain_app(stores).test_client()
        for number, case in enumerate(cases):
            due = count * (number + 1) // len(cases) - count * number // len(cases)
            client.environ_base["REMOTE_ADDR"] = f"10.0.0.{number + 1}"  # each with a quota of its own
            found, positions, games = compare(client, case, due)
            print(row(case, found, positions, games), flush=True)
            compared += positions
            total.counted += found.counted
            total.differing += found.differing
            total.examples += found.examples[:MOST_EXAMPLES]
    print()
    for what, number in sorted(total.counted.items()):
        print(f"{what}: {number} compared, {total.differing[what]} different")
    for example in total.examples:
        print("DIFFERENT", example)
    seconds = time.process_time() - begun
    sums = f"{total.counted.total()} comparisons, {total.differing.total()} different"
    print(f"{compared} positions, {sums}; {seconds:.0f} s of CPU")
    return 1 if total.differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
