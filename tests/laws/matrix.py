"""Plays random games in every playable cell of the matrix of Catan, and for all pairs of options: `make matrix`.

`python -m tests.laws.matrix [GAMES]` plays GAMES games in each cell. Every game is checked against the cheap laws at
every command and against the dear ones now and then; a game that breaks a law ends the run. Then each pair of two
options, and of an option with a map, a module or a helper, is played once.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import combinations
from typing import Any, Final

from domain.catan.combinations import CHOSEN, reasons
from tests.cells import playable
from tests.domain.catan.own_boards import OWN
from tests.laws.cases import Case, of_catan
from tests.laws.options import alone, catan_rooms, covering, other_rooms, play_helper, with_every_helper
from tests.laws.playing import MOST_STEPS, Played, open_position, play, play_on

GAMES: Final = 20
SELDOM: Final = 200  # commands between the dear laws
SHORT: Final = 300  # commands of a game that covers many pairs at once


def case_of(cell: dict[str, Any]) -> Case:
    """Return a cell as a case, named after it."""
    return of_catan(name_of(cell), cell["seats"], cell["map"], *cell["modules"])


def own_cells() -> list[dict[str, Any]]:
    """Return every cell that can be played on some boards of one's own."""
    chosen = [modules for size in range(len(CHOSEN) + 1) for modules in combinations(CHOSEN, size)]
    return [
        {"map": text, "modules": list(modules), "seats": seats}
        for seats, text in OWN.items()
        for modules in chosen
        if not reasons(seats, text, modules)
    ]


def name_of(cell: dict[str, Any]) -> str:
    """Return a cell in words: map, modules and number of seats."""
    modules = " + ".join(cell["modules"]) or "none"
    return f"{cell['map'][:10]:<11}{modules:<30}{cell['seats']} seats"


@cache
def games_with_options(form: str) -> tuple[tuple[str | None, Case], ...]:
    """Return cases, each with a helper that a seat shall hold or None, of a form.

    `few` and `pairs` are the covering cases and those of single pairs; `helpers` and `every helper` have every helper
    beside all options at once, and beside each by itself.
    """
    if form in ("few", "pairs"):
        chosen = covering if form == "few" else alone
        return tuple((None, case) for rooms in (catan_rooms(), other_rooms()) for case in chosen(rooms))
    return tuple(with_every_helper(at_once=form == "helpers"))


def _play_with_options(job: tuple[str, int]) -> Played:
    form, number = job
    effect, case = games_with_options(form)[number]
    try:
        if effect:
            return play_helper(effect, case, 0, SELDOM)
        return play_on(case, *open_position(case, 0), 0, every=SELDOM, most=SHORT if form == "few" else MOST_STEPS)
    except Exception as failure:
        raise AssertionError(f"{case.name}: {failure!r}") from failure


def play_with_options(form: str) -> Iterator[Played]:
    """Play each game of a form once, in two processes, and yield them in order."""
    jobs = [(form, number) for number in range(len(games_with_options(form)))]
    with ProcessPoolExecutor(2) as pool:
        yield from pool.map(_play_with_options, jobs)


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
    for name, played in play_cells(games, [*playable(), *own_cells()]):
        steps = sum(game.steps for game in played)
        count, commands, done = count + 1, commands + steps, done + len(played)
        print(f"{name}: {len(played)} games finished under the laws, {steps} commands", flush=True)
    print(f"{count} cells, {done} games, {commands} commands")
    for form in ("pairs", "every helper"):
        for game in play_with_options(form):
            print(f"{game.case}: under the laws, {game.steps} commands", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
