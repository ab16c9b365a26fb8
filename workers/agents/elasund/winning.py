"""Bounds the cubes that a turn of Elasund can still bring, and searches the turn for a win that is certain.

The bound is never too low: it leaves out majorities, what a building covers, and what is left in the stacks.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from domain.core.ruleset import Ruleset
from domain.elasund.board import (
    FOOTPRINTS,
    LABELS,
    ROW_OF,
    SHAPES,
    covering,
    find_crowded,
    ship_moves,
    squares_of,
    wall_price,
)
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.permits import TakeGold
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.chapters.turn import EndBuilding
from domain.elasund.chapters.walls import BuildWall, growth_points
from domain.elasund.pieces import CHURCH_PRICE, GIVES_GOLD, KINDS_OF_BUILDING, TOWER, TRACK_SPACES, WALL_TILES
from domain.elasund.state import State
from domain.elasund.terms import BUILD, CHURCH, HUT, MOST_BUILDS, MOVE_SHIP, NOBODY, PERMIT, ROLL, SPECIAL
from workers.agents.elasund.sites import KINDS_OF_SHAPE
from workers.agents.search.limits import Limit
from workers.agents.search.sure_wins import Closing, find_sure_win

NODES: Final = 1000
"""Commands tried in one position at most."""
MOST_CUBES: Final = 4 + len(TRACK_SPACES)
"""Cubes that a turn brings at most: those of two large buildings, and of the whole trade track."""


class Build(NamedTuple):
    """Represents something to build: the cubes that it brings, its trade points, its price, and its wall tiles."""

    cubes: int
    trade: int
    gold: int
    walls: int = 0


NO_BUILD: Final = Build(0, 0, 0)


def find_win(ruleset: Ruleset, view: Any, budget: float = math.inf, nodes: int = NODES) -> Any | None:
    """Return the first command of a sure win in the own turn of the seat whose view it is; None if none was found.

    Tries at most so many commands. Raises OverLimit once `budget` seconds of processor time are used up.
    """
    if view.active != view.seat or not view.agenda or view.cubes_left(view.seat) > MOST_CUBES:
        return None
    return find_sure_win(ruleset, view, view.seat, ElasundClosing(view.seat), nodes, Limit(budget))


class ElasundClosing(Closing):
    """Prunes and sorts by what two builds can still bring."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def is_hopeless(self, state: State) -> bool:
        """Return whether the turn surely cannot bring the missing cubes, nor finish the city."""
        return most_cubes(state, self.seat) < state.cubes_left(self.seat) and not may_finish(state)

    def sort(self, state: State, commands: Sequence[Any]) -> Sequence[Any]:
        """Return the commands that may help, those first that bring most cubes for the least gold."""
        need = state.cubes_left(self.seat)
        if not need:
            return [command for command in commands if type(command) in _ENDS] or commands
        if state.agenda[-1].kind != BUILD or may_finish(state):
            return commands
        builds = [(build_of(state, self.seat, command), command) for command in commands if type(command) in _BUILDS]
        reach = Reach(state, self.seat)
        useful = [(build, command) for build, command in builds if reach.most_with(build) >= need]
        ranks = [(-reach.cubes_of(build), build.gold, number) for number, (build, _) in enumerate(useful)]
        return [useful[number][1] for *_, number in sorted(ranks)]


_ENDS: Final = frozenset({EndBuilding, TakeGold, EndTurn})
_BUILDS: Final = frozenset({BuildTile, BuildWall, BuildChurch})


def build_of(state: State, seat: int, command: Any) -> Build:
    """Return what a command to build brings at most, and costs at least."""
    if isinstance(command, BuildTile):
        return _tile(state, command.building, command.square)
    if isinstance(command, BuildWall):
        return Build(_towers(state, seat, 1), 0, wall_price(command.space), 1)
    return Build(1, 0, CHURCH_PRICE)


def most_cubes(state: State, seat: int) -> int:
    """Return how many cubes a seat can still place in its turn at most."""
    kinds = [frame.kind for frame in state.agenda]
    if kinds[-1] in (PERMIT, SPECIAL) or not state.cubes_left(seat):
        return 0
    return Reach(state, seat).most()


def may_finish(state: State) -> bool:
    """Return whether the turn may be the last since nothing more can be built, when the most cubes win."""
    left = state.church_owners.count(NOBODY) + len(state.setting.board.wall_spaces()) - len(state.walls)
    return left <= MOST_BUILDS


class Reach:
    """Holds what could be built in the rest of the turn, and the gold for it."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        kinds = [frame.kind for frame in state.agenda]
        self.gold = state.gold[seat] + _income(state, seat, kinds)
        self.left = MOST_BUILDS - state.builds - (CHURCH in kinds)
        self.pending = int(CHURCH in kinds)
        self.builds = sorted({build for build in list_builds(state, seat) if build.gold <= self.gold}, reverse=True)

    def most(self) -> int:
        """Return the cubes of the best builds that can be paid together."""
        if self.left <= 0:
            return self.pending
        return self.pending + max([self._best_with(one, self.left - 1) for one in (NO_BUILD, *self.builds)])

    def most_with(self, one: Build) -> int:
        """Return the cubes of a build, and of what may follow it."""
        return self._best_with(one, self.left - 1)

    def cubes_of(self, *builds: Build) -> int:
        """Return the cubes of builds together: their flags, towers, and what their trade points reach on the track."""
        trade = sum([build.trade for build in builds])
        reached = self._count_track(trade) if trade else 0
        walls = sum([build.walls for build in builds])
        towers = _towers(self.state, self.seat, walls) if walls else 0
        return reached + towers + sum([build.cubes for build in builds if not build.walls])

    def _best_with(self, one: Build, more: int) -> int:
        alone = self.cubes_of(one)
        if not more:
            return alone
        return max([alone, *(self.cubes_of(one, other) for other in self.builds if one.gold + other.gold <= self.gold)])

    def _count_track(self, trade: int) -> int:
        """Return how many spaces of the track without an own cube the disc can reach."""
        total, track = self.state.trade[self.seat] + trade, self.state.track[self.seat]
        return sum([1 for space in TRACK_SPACES if space <= total and not track >> space & 1])


def _towers(state: State, seat: int, walls: int) -> int:
    first = state.wall_counts[seat]
    return WALL_TILES[first : first + walls].count(TOWER)


def list_builds(state: State, seat: int) -> Iterator[Build]:
    """Yield what a seat might build now or after one build, whatever it covers and however permits stand."""
    if state.walls_left(seat):
        yield from (Build(_towers(state, seat, 1), 0, wall_price(space), 1) for space in _wall_spaces(state))
    if NOBODY in state.church_owners:
        yield Build(1, 0, CHURCH_PRICE)
    own, all_permits = state.own_permits[seat], state.permit_squares
    for shape in range(len(SHAPES)):
        corners = state.setting.board.corners[shape] & covering(shape, own) & find_crowded(shape, all_permits)
        for corner in squares_of(corners & ~covering(shape, state.church)):
            for kind in KINDS_OF_SHAPE[shape]:
                yield _tile(state, kind, corner)


def _wall_spaces(state: State) -> Sequence[int]:
    """Return a space of either price where walls may grow, now or after one more tile."""
    board = state.setting.board
    taken = {wall.space for wall in state.walls}
    return growth_points(state) and [space for space in board.wall_spaces() if space not in taken]


def _tile(state: State, kind: int, corner: int) -> Build:
    row = KINDS_OF_BUILDING[kind]
    return Build(row.flags, state.setting.board.windmills(FOOTPRINTS[kind][corner]), row.gold)


def _income(state: State, seat: int, kinds: Sequence[int]) -> int:
    """Return the gold that a seat surely gets at most before it builds, whatever the dice show."""
    if ROLL in kinds:
        return min([_sailing(state, seat, total) for total in range(2, 13)])
    if MOVE_SHIP in kinds:
        return max([_due(state, seat, row) for row in ship_moves(state.ship)])
    return 0 if kinds[-1] in (BUILD, CHURCH, HUT) else state.towers[seat]


def _sailing(state: State, seat: int, total: int) -> int:
    """Return the gold by a roll at most; on a seven that of the reward."""
    if total not in LABELS:
        return state.towers[seat]
    row = ROW_OF[total]
    return max([_due(state, seat, at) for at in (ship_moves(row) if row == state.ship else (row,))])


def _due(state: State, seat: int, row: int) -> int:
    return int(state.due[(2 * row + GIVES_GOLD) * state.seats + seat])
