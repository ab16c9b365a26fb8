"""Values what boards with towns add to a position: the tokens and the sites that are a few roads away."""

from typing import Final

from domain.catan.chapters.building.sites import free_edges, open_sites, road_starts
from domain.catan.chapters.longest_road import route_walls
from domain.catan.modules.towns.chapter import towns_of
from domain.catan.state import State
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Figures, Tactics

KEPT: Final = 4096
NEAR: Final = (1.0, 0.5, 0.25)
"""What a token counts, by the roads to it beyond the first."""


def _figures(state: State) -> list[list[float]]:
    tokens, free = towns_of(state).tokens, open_sites(state)
    return [_look(_layers(state, seat), tokens, free) for seat in range(state.seats)]


def _look(layers: tuple[int, ...], tokens: int, free: int) -> list[float]:
    near = next((worth for worth, layer in zip(NEAR, layers, strict=True) if layer & tokens), 0.0)
    return [near, float(bool(layers[2] & free))]


_seen: dict[tuple[object, ...], tuple[int, ...]] = {}


def _layers(state: State, seat: int) -> tuple[int, ...]:
    """Return the nodes that are one, two and three roads from a seat's; cached by what they depend on."""
    key = (state.setting.packed, seat, *state.roads, *state.settlements, *state.cities)
    found = _seen.get(key)
    if found is None:
        if len(_seen) >= KEPT:
            _seen.clear()
        found = _seen[key] = _find_layers(state, seat)
    return found


def _find_layers(state: State, seat: int) -> tuple[int, ...]:
    walls, layers = route_walls(state, seat), []
    touched = state.touched[seat]
    frontier = road_starts(state, seat, touched, state.buildings(seat))
    seen = frontier | touched
    for _ in NEAR:
        grown = state.setting.board.topology.ends(free_edges(state, frontier)) & ~seen
        layers.append(grown)
        seen |= grown
        frontier = grown & ~walls
    return tuple(layers)


TACTICS: Final[Tactics[Situation]] = Tactics(figures=Figures(("token_near", "site_three_roads"), _figures))
