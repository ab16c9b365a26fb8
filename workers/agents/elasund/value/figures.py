"""Computes the figures of a position that its value is fitted on, one row per seat.

A position is looked at before a roll, when it has nothing under way.
"""

from typing import Final

from domain.elasund.board import ROWS
from domain.elasund.pieces import (
    FIRST_NEUTRAL,
    GIVES_GOLD,
    GIVES_INFLUENCE,
    KIND_OF_PIECE,
    PIECES,
    RANKS,
    TOWER,
    TRACK_END,
    TRACK_SPACES,
    WALL_TILES,
)
from domain.elasund.state import State
from domain.elasund.terms import COVER_PRICE, CUBES, MOVE_ANY_PRICE, NOWHERE, PERMITS
from workers.agents.elasund.situation import CHANCES
from workers.agents.elasund.value.building import HOMES, Prospect, count_sets, near_large, near_middle, threaten

NAMES: Final = (
    *("points", "near", "next_to_last"),
    *("gold", "few_gold", "influence", "pairs", "sets", "gold_income", "influence_income"),
    *("small_cubes", "middle_cubes", "large_cubes", "trade", "track", "to_track"),
    *("towers", "walls", "to_tower", "permits", "permit_values", "free_zero"),
    *("near_middle", "near_large", "homes", "homes_left"),
    *("sites", "best_site", "price", "at_once", "soon", "wins_at_once", "wins_soon", "short_by_one", "threatened"),
    *("first_next", "second_next", "third_next"),
)
"""Names of the columns, in order."""
POINTS: Final = NAMES.index("points")
_MOST_SITES: Final = 3
_FEW: Final = 4


def figures(state: State) -> list[list[float]]:
    """Return the figures of all seats at a position."""
    prospects = [Prospect(state, seat) for seat in range(state.seats)]
    income = [_income(state, seat, GIVES_GOLD) for seat in range(state.seats)]
    soon = [state.gold[seat] + round(income[seat] * _rolls_before(state, seat)) for seat in range(state.seats)]
    threats = threaten(state, prospects, soon)
    cubes = _count_cubes(state)
    return [
        [
            *_stand(state, seat, income[seat]),
            *cubes[seat],
            *_build(state, seat),
            near_middle(state, seat),
            near_large(state, seat),
            float(prospects[seat].homes > 0),
            sum([state.has_piece(seat, kind) for kind in HOMES]),
            *_prospect(state, prospects[seat], soon[seat]),
            threats[seat],
            *_order(state, seat),
        ]
        for seat in range(state.seats)
    ]


def _rolls_before(state: State, seat: int) -> int:
    """Return the rolls until a seat builds next, its own included."""
    return (seat - state.active) % state.seats + 1


def _income(state: State, seat: int, gives: int) -> float:
    """Return the cards of a kind that a roll brings a seat, on average."""
    due, seats = state.due, state.seats
    return sum([CHANCES[row] * due[(2 * row + gives) * seats + seat] for row in range(ROWS)])


def _stand(state: State, seat: int, gold_income: float) -> list[float]:
    """Return the figures of the points and cards of a seat."""
    points, gold, influence = state.points[seat], state.gold[seat], state.influence_of(seat)
    return [
        points / CUBES,
        float(points >= CUBES - 2),
        float(points >= CUBES - 1),
        gold / 10,
        min(gold, _FEW) / _FEW,
        influence / 10,
        count_sets(state, seat, MOVE_ANY_PRICE),
        count_sets(state, seat, COVER_PRICE),
        gold_income,
        _income(state, seat, GIVES_INFLUENCE),
    ]


def _count_cubes(state: State) -> list[list[float]]:
    """Return by seat its cubes on buildings of up to two squares, of four, and of six."""
    found = [[0.0, 0.0, 0.0] for _ in range(state.seats)]
    for piece in range(FIRST_NEUTRAL, PIECES):
        if state.anchors[piece] != NOWHERE:
            found[state.holders[piece]][max(0, RANKS[KIND_OF_PIECE[piece]] - 1)] += state.cubes[piece]
    return found


def _build(state: State, seat: int) -> list[float]:
    """Return the figures of trade, walls and permits of a seat."""
    trade, walls, at = state.trade[seat], state.wall_counts[seat], seat * PERMITS
    placed = [value for value, place in enumerate(state.permits[at : at + PERMITS]) if place != NOWHERE]
    following = min([space for space in TRACK_SPACES if space > trade], default=2 * TRACK_END)
    to_tower = next((n for n, gives in enumerate(WALL_TILES[walls:], 1) if gives == TOWER), 0)
    return [
        trade / TRACK_END,
        state.track[seat].bit_count(),
        1 / (following - trade),
        state.towers[seat],
        walls / len(WALL_TILES),
        1 / to_tower if to_tower else 0.0,
        len(placed) / PERMITS,
        sum(placed) / 10,
        float(0 not in placed),
    ]


def _prospect(state: State, prospect: Prospect, soon: int) -> list[float]:
    """Return the figures of what a seat could build in its next turn."""
    sites, left, gold = prospect.sites, state.cubes_left(prospect.seat), state.gold[prospect.seat]
    now, then = prospect.most_cubes(gold), prospect.most_cubes(soon)
    return [
        min(len(sites), _MOST_SITES) / _MOST_SITES,
        sites[0].cubes if sites else 0,
        prospect.cheapest() / 10,
        min(now, left),
        min(then, left),
        float(now >= left),
        float(then >= left),
        float(then + 1 == left),
    ]


def _order(state: State, seat: int) -> list[float]:
    """Return whether a seat rolls next, as the second, or as the third."""
    away = (seat - state.active) % state.seats
    return [float(away == place) for place in range(3)]
