"""Roads that would link cores for the first time, and what the favor tokens of a deed are worth."""

from collections.abc import Mapping
from typing import Any, Final

from domain.catan.modules.favors.cores import Core, cores, have_met
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import FOR_BUILDER, FOR_OWNER, NAME
from domain.catan.terms import DESERT
from domain.catan.topology import bits
from workers.agents.catan.situation import Situation

TOKEN: Final = 0.24  # points that a token brings in the long run, as guilds may be called once a turn
FAR: Final = 2  # roads to a link that are worth planning
MERCY: Final = 6.0  # what a token weighs against the harm that the robber does

Path = tuple[int, ...]


def has_favors(view: Any) -> bool:
    """Whether the guilds take part in a game."""
    return NAME in view.slices


def links(now: Situation, paths: Mapping[int, Path]) -> list[tuple[int, Path, float]]:
    """(node, roads to it, gain) for every node where a road would meet others' cores first."""
    if not has_favors(now.view) or favors_of(now.view).size <= FOR_OWNER:
        return []
    others = [core for seat in range(now.view.seats) if seat != now.seat for core in cores(now.view, seat)]
    mine = cores(now.view, now.seat)
    found = []
    for node, roads in paths.items():
        owners = _owners(now, mine, others, node, roads) if roads else 0
        if owners and not any(now.is_near_the_end(owner) for owner in bits(owners)):
            gain = TOKEN * min(FOR_BUILDER, favors_of(now.view).size - FOR_OWNER) - TOKEN * FOR_OWNER / now.view.seats
            found.append((node, roads, gain))
    return found


def _owners(now: Situation, mine: list[Core], others: list[Core], node: int, roads: Path) -> int:
    """The owners of cores at a node that the own core at the path's start has not met, as a mask."""
    reached = [core for core in others if core.nodes >> node & 1]
    if not reached:
        return 0
    start = now.topology.edge_mask[roads[0]]
    own = [core for core in mine if core.nodes & start] or mine
    contacts = favors_of(now.view).contacts
    owners = 0
    for core in reached:
        if not any(have_met(contacts, part, core) for part in own):
            owners |= 1 << core.seat
    return owners


def mercy(now: Situation, tile: int) -> float:
    """What the token for a harmless robber weighs on a tile; nothing in a game without favors."""
    view = now.view
    if not has_favors(view) or not favors_of(view).size:
        return 0.0
    board = view.setting.board
    alone = not any(view.buildings(seat) & board.tile_mask[tile] for seat in range(view.seats))
    return MERCY if alone or board.terrain[tile] == DESERT else 0.0
