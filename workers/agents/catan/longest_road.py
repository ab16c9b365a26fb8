"""Plans the fight for the Longest Road: the exact roads that take it, that keep it, and sites that cut a rival's."""

from typing import Final

from domain.catan.awards import rightful_holder
from domain.catan.chapters.longest_road import route_length, route_walls
from domain.catan.terms import NOBODY, NOTHING, SHORTEST_LONGEST_ROAD
from domain.core.masks import bits
from workers.agents.catan.goal import ROUTE, Goal, with_roads
from workers.agents.catan.situation import Situation
from workers.agents.catan.winning.counts import least_to_lead
from workers.agents.catan.winning.routes import NEVER, Laid, fewest_roads

MOST: Final = 3
"""The most roads that are planned to take the award."""
SOON: Final = 2
"""The most roads that a rival may lack for the own award to be in danger."""


def plan_route(now: Situation) -> list[Goal]:
    """Return the goal to take the award by the fewest roads, or to keep it from a rival who is near."""
    return _keep(now) if now.view.longest_road == now.seat else _take(now)


def _take(now: Situation) -> list[Goal]:
    """Return the goal to take the award; its roads in the order in which they can be built."""
    view, weights = now.view, now.weights
    length = least_to_lead(view.routes, now.seat, SHORTEST_LONGEST_ROAD)
    roads = _build_order(now, _fewest(now, now.seat, length, MOST))
    if not roads:
        return []
    gain = weights.route + (weights.taken_road if view.longest_road != NOBODY else 0.0)
    chance = 1.0 if len(roads) == 1 else weights.far_route
    return [Goal(ROUTE, with_roads(NOTHING, len(roads)), gain * chance, roads=roads, points=2)]


def _keep(now: Situation) -> list[Goal]:
    """Return the goal to lengthen the own route by one, if a rival may soon have a longer one."""
    if not now.weights.keep_road:
        return []
    length = now.view.routes[now.seat] + 1
    far = min([_fewest(now, s, length, SOON).number for s in range(now.view.seats) if s != now.seat], default=NEVER)
    if far > SOON:
        return []
    roads = _build_order(now, _fewest(now, now.seat, length, 1))
    return [Goal(ROUTE, with_roads(NOTHING, 1), now.weights.keep_road / far, roads=roads)] if roads else []


def _fewest(now: Situation, seat: int, length: int, most: int) -> Laid:
    """Return the fewest new roads with which a seat's route gets a length."""
    view, board = now.view, now.view.setting.board
    most = min(most, view.roads_left(seat))
    if most <= 0:
        return Laid(NEVER, 0)
    starts = now.topology.ends(view.roads[seat]) & ~view.foreign(seat) | view.buildings(seat)
    free, walls = board.all_edges & ~view.road_total, route_walls(view, seat)
    return fewest_roads(now.topology, view.roads[seat], starts, free, walls, length, most)


def _build_order(now: Situation, laid: Laid) -> tuple[int, ...]:
    """Return roads in the order in which they can be built; none if they are not enough, or do not all join."""
    left, net = laid.edges, now.starts
    order: tuple[int, ...] = ()
    while left:
        joined = next((edge for edge in bits(left) if now.topology.edge_mask[edge] & net), None)
        if joined is None:
            return ()
        order = (*order, joined)
        net |= now.topology.edge_mask[joined] & ~now.view.foreign(now.seat)
        left &= ~(1 << joined)
    return order


def value_cut(now: Situation, node: int) -> float:
    """Return what a settlement gains by parting the route of a rival who holds the award."""
    view, holder = now.view, now.view.longest_road
    if not now.weights.cut_road or holder in (NOBODY, now.seat) or not view.touched[holder] >> node & 1:
        return 0.0
    if (now.topology.node_edge_mask[node] & view.roads[holder]).bit_count() < 2:
        return 0.0
    walls = route_walls(view, holder) | 1 << node
    routes = list(view.routes)
    routes[holder] = route_length(view.setting.board, view.roads[holder], walls)
    heir = rightful_holder(routes, holder, SHORTEST_LONGEST_ROAD)
    if heir == holder:
        return 0.0
    return now.weights.route if heir == now.seat else now.weights.cut_road * (1 + now.threat(holder))
