"""Builds the city wall, in phase 2 (rulebook, Build the city wall; component facts 2.1 and 7)."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import boolean, integer
from domain.core.messages import AnyCommand, Field, Message
from domain.core.number_rows import Row, replace_entry
from domain.elasund.board import EAST_WALL, Board, line_of, wall_price
from domain.elasund.chapters.huts import after_build
from domain.elasund.payments import check_gold, draw_influence, pay_gold
from domain.elasund.pieces import EAST_WALL_PRICE, SEA_WALL_PRICE, TOWER, WALL_TILES
from domain.elasund.state import Public, State, Wall
from domain.elasund.terms import BUILD, OF_SEAT


@dataclass(frozen=True, slots=True)
class BuildWall:
    """Build the next own wall tile on a wall space."""

    space: int


@dataclass(slots=True)
class WallBuilt:
    """A seat's wall tile of a number stands on a wall space, a tower with a cube or without."""

    seat: int
    space: int
    tile: int
    cube: bool


_SPACE: Final = Field("space", integer(100, 399))
_WALLS: Final = tuple(BuildWall(space) for space in range(400))


def growth_points(state: Public) -> tuple[int, ...]:
    """Return the wall spaces that extend a line: next to a gate or to the last tile; at most four."""
    return _ends(state.setting.board, state.growth)


@cache
def _ends(board: Board, growth: Row) -> tuple[int, ...]:
    """Return the spaces that extend lines of given lengths."""
    north, south, east_north, east_south = growth
    found = [*board.north[north : north + 1], *board.south[south : south + 1]]
    first, last = east_north, len(board.east) - 1 - east_south
    if first <= last:
        found.append(board.east[first])
    if first < last:
        found.append(board.east[last])
    return tuple(found)


def build_wall(draft: Draft[State], seat: int, command: BuildWall) -> Agenda | None:
    """Build the top tile of the own stack: influence at once, or a tower with a cube."""
    state, space = draft.state, command.space
    number = state.wall_counts[seat]
    if number == len(WALL_TILES):
        raise IllegalCommand("elasund.wall.all_own_built")
    open_spaces = growth_points(state)
    if space not in open_spaces:
        rule = _space_rule(state, space) if open_spaces else "elasund.wall.all_spaces_full"
        raise IllegalCommand(rule, space=space, open=list(open_spaces))
    price = wall_price(space)
    check_gold(state, seat, price, "elasund.wall.red_price" if space >= EAST_WALL else "elasund.wall.blue_price")
    pay_gold(draft, seat, price)
    gives = WALL_TILES[number]
    draft.emit(WallBuilt(seat, space, number + 1, gives == TOWER and state.cubes_left(seat) > 0))
    draw_influence(draft, seat, gives)
    return after_build(draft, seat, [])


def _space_rule(state: Public, space: int) -> str:
    is_taken = any(wall.space == space for wall in state.walls)
    return "elasund.wall.space_taken" if is_taken else "elasund.wall.adjacent"


def list_walls(state: State, seat: int) -> list[AnyCommand]:
    """Return every wall space that a seat may build on now."""
    gold = state.gold[seat]
    if gold < SEA_WALL_PRICE or not state.walls_left(seat):
        return []
    return _affordable(state.setting.board, state.growth, min(gold, EAST_WALL_PRICE))


@cache
def _affordable(board: Board, growth: Row, gold: int) -> list[AnyCommand]:
    """Return the wall spaces that `gold` can pay for, for lines of given lengths."""
    return [_WALLS[space] for space in _ends(board, growth) if gold >= wall_price(space)]


def wall_built(s: State, event: WallBuilt) -> None:
    """The line is one tile longer; one more tile is built this turn."""
    seat, space = event.seat, event.space
    line = line_of(space, s.growth[2])
    s.walls = (*s.walls, Wall(space, seat, event.tile, event.cube))
    s.growth = replace_entry(s.growth, line, s.growth[line] + 1)
    s.wall_counts[seat] += 1
    s.builds += 1
    if event.cube:
        s.towers[seat] += 1
        s.points[seat] += 1


CHAPTER: Final[Chapter[State]] = Chapter(
    "walls",
    order=6,
    commands=(Message(BuildWall, (_SPACE,)),),
    events=(Message(WallBuilt, (OF_SEAT, _SPACE, Field("tile", integer(1, 9)), Field("cube", boolean()))),),
    rules={BuildWall: build_wall},
    acting=Times(listers={BUILD: list_walls}),
    evolvers={WallBuilt: wall_built},
)
