"""Plays random games in every playable cell of the matrix of Catan: `make matrix`.

`python -m tests.laws.matrix [GAMES]` plays GAMES games in each cell. Every game is checked against the cheap laws at
every command and against the dear ones now and then; a game that breaks a law ends the run.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

from tests.cells import playable
from tests.laws.cases import Case, of_catan
from tests.laws.playing import Played, play

GAMES: Final = 20
SELDOM: Final = 200  # commands between the dear laws


def case_of(cell: dict[str, Any]) -> Case:
    """Return a cell as a case, named after it."""
    return of_catan(name_of(cell), cell["seats"], cell["map"], *cell["modules"])


def name_of(cell: dict[str, Any]) -> str:
    """Return a cell in words: map, modules and number of seats."""
    modules = " + ".join(cell["modules"]) or "none"
    return f"{cell['map']:<11}{modules:<30}{cell['seats']} seats"


def _play_one(job: tuple[dict[str, Any], int]) -> Played:
    cell, seed = job
    case = case_of(cell)
    try:
        return play(case, seed, every=SELDOM)
    except Exception as failure:
        raise AssertionError(f"{case.name}, seed {seed}: {failure!r}") from failure


def play_cells(games: int, cells: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Sequence[Played]]]:
    """Play every cell this many times in two processes, and yield each cell with its games."""
    jobs = [(cell, seed) for cell in cells for seed in range(games)]
    with ProcessPoolExecutor(2) as pool:
        played = pool.map(_play_one, jobs)
        for cell in cells:
            yield name_of(cell), [next(played) for _ in range(games)]


def main(arguments: list[str]) -> int:
    """Play all cells, print a line for each, and return the exit status."""
    games = int(arguments[0]) if arguments else GAMES
    count = commands = done = 0
    for name, played in play_cells(games, playable()):
        steps = sum(game.steps for game in played)
        count, commands, done = count + 1, commands + steps, done + len(played)
        print(f"{name}: {len(played)} games finished under the laws, {steps} commands", flush=True)
    print(f"{count} cells, {done} games, {commands} commands")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
