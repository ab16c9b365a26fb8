"""Draws mutants of the rules and reports which tests notice them: `make mutants` (`MUTANTS=500`, `SEED=0`, `CORES=2`).

`python -m tests.mutants --count N --seed S [--cores C] [--laws]` draws mutants; `--again FILE` tries those of an
earlier run again that no marked test noticed, on the rules and tests as they are now. Results are in `build/mutants`,
one JSON object a line; a run that was stopped resumes where it was, as long as neither rules nor tests have changed.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from time import monotonic
from typing import Any

from tests.mutants import results
from tests.mutants.draw import Mutant, draw, find
from tests.mutants.reach import Reach
from tests.mutants.report import standing, table, unnoticed
from tests.mutants.results import EQUIVALENT
from tests.mutants.scope import ROOT
from tests.mutants.trial import MARKED, examine


def main(arguments: list[str]) -> None:
    """Draw or find the mutants, try them, and print the report."""
    asked = _parser().parse_args(arguments)
    results.FOLDER.mkdir(parents=True, exist_ok=True)
    state, earlier = results.digest(), [asked.again] if asked.again else []
    mutants = _again(asked.again) if asked.again else draw(asked.count, asked.seed)
    name = f"again-{asked.again.stem}" if asked.again else f"{asked.seed}-{asked.count}"
    path = results.FOLDER / f"{name}-{state}.jsonl"
    _say(f"{len(mutants)} mutants; results in {path.relative_to(ROOT)}")
    _try_all(mutants, _reach(state), path, asked.cores, asked.laws)
    judged = results.judged([*earlier, path], results.equivalents())
    rows = standing(judged, {mutant.drawn for mutant in mutants})
    print("\n".join([*unnoticed(rows), "", *table(rows)]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--laws", action="store_true", help="try tests/laws on what no test of the domain notices")
    parser.add_argument("--again", type=Path)
    return parser


def _again(path: Path) -> list[Mutant]:
    """Return the mutants of an earlier run that no marked test noticed, found again in the files as they are now."""
    rows = results.judged([path], results.equivalents())
    found = [(row, find(row)) for row in rows if row["outcome"] not in (MARKED, EQUIVALENT)]
    for row, made in found:
        if made is None:
            _say(f"{row['drawn']} reads differently now, so that this mutant is no more: {row['before']}")
    return [made for _, made in found if made is not None]


def _reach(state: str) -> Reach:
    """Return what the tests reach, which is measured once for every state of rules and tests."""
    path = results.FOLDER / f"reach-{state}.json"
    if not path.exists():
        _say("running tests/domain once to see which tests execute which lines")
        command = [sys.executable, "-m", "tests.mutants.reach", str(path)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return Reach(json.loads(path.read_text()))


def _try_all(mutants: list[Mutant], reach: Reach, path: Path, cores: int, laws: bool) -> None:
    """Try the mutants that have no result yet."""
    done = {row["drawn"] for row in results.read(path)}
    left = [mutant for mutant in mutants if mutant.drawn not in done]
    with ThreadPoolExecutor(cores) as pool:
        jobs = [pool.submit(examine, mutant, reach, laws) for mutant in left]
        _collect((job.result() for job in as_completed(jobs)), path, len(left))


def _collect(rows: Iterable[dict[str, Any]], path: Path, total: int) -> None:
    """Keep every result as it comes, and print how far the work is."""
    start, missed = monotonic(), 0
    for number, row in enumerate(rows, 1):
        results.add(path, row)
        missed += row["outcome"] != MARKED
        minutes = (monotonic() - start) / 60
        left = minutes / number * (total - number)
        _say(f"{number} of {total}, {missed} unnoticed by marked tests; {minutes:.0f} min, {left:.0f} to go", "\r")


def _say(words: str, end: str = "\n") -> None:
    """Print progress to stderr, on a line of its own or, at a terminal, on the same one."""
    print(words, end=end if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
