"""Finds and values goals: settlements, cities, development cards and the Longest Road.

The gain of a goal is in victory points; income counts as the points that it will buy in the rest of the game. Plans are
the goals, ranked.
"""

from typing import Final

from domain.catan.awards import rightful_holder
from domain.catan.chapters.building.sites import road_sites, settlement_sites
from domain.catan.chapters.longest_road import route_walls
from domain.catan.terms import (
    CARD_COST,
    CITY_COST,
    NOBODY,
    NOTHING,
    SETTLEMENT_COST,
    SHORTEST_LONGEST_ROAD,
    SMALLEST_LARGEST_ARMY,
)
from domain.core.masks import bits
from workers.agents.catan.goal import CARD, PLACE, ROUTE, SETTLE, UPGRADE, Goal, Prospect, with_roads
from workers.agents.catan.longest_road import plan_route, value_cut
from workers.agents.catan.opening import site_worth
from workers.agents.catan.prospects import rank
from workers.agents.catan.situation import Situation
from workers.agents.catan.weights import Weights

Path = tuple[int, ...]
"""Edges in building order."""


def paths_to_sites(now: Situation, farthest: int) -> dict[int, Path]:
    """Return the shortest free paths from the own roads to free sites, by node."""
    return {node: path for node, path in paths(now, farthest).items() if now.sites >> node & 1}


def paths(now: Situation, farthest: int) -> dict[int, Path]:
    """Return the shortest free paths of at most `farthest` roads, by node; empty for a site that is open at once."""
    view, seat = now.view, now.seat
    walls = route_walls(view, seat)
    here: Path = ()
    frontier = dict.fromkeys(bits(now.starts), here)
    seen = dict.fromkeys(bits(now.starts | settlement_sites(view, seat)), here)
    for _ in range(farthest):
        grown: dict[int, Path] = {}
        for node, path in frontier.items():
            for edge, far in now.topology.reach[node]:
                if far not in seen and not view.road_total >> edge & 1:
                    seen[far] = grown[far] = (*path, edge)
        frontier = {node: path for node, path in grown.items() if not walls >> node & 1}
    return seen


KEPT: Final = 4096
"""For how many layouts of the table goals are cached."""
_seen: dict[tuple[object, ...], tuple[Weights, list[Goal]]] = {}


def goals(now: Situation) -> list[Goal]:
    """List all goals from the current position; a goal that wins the game has the highest gain.

    They do not depend on the hand; they are cached by all that they do depend on.
    """
    if any((one.goals or one.lift) and not one.goals_by for one in now.tactics):
        return _list_goals(now)
    view = now.view
    key = (
        *(id(now.weights), now.places is now.weights.opening, view.setting.packed, view.setting.target),
        *(now.seat, view.robber, *view.settlements, *view.cities, *view.roads, *view.routes, *view.knights),
        *(view.longest_road, view.largest_army, *view.points, *view.card_counts, view.cards, view.deck_size),
        *(now.prizes, *[one.goals_by(view) for one in now.tactics if one.goals_by]),
    )
    weights, found = _seen.get(key, (None, []))
    if weights is not now.weights:
        if len(_seen) >= KEPT:
            _seen.clear()
        found = _list_goals(now)
        _seen[key] = now.weights, found
    return found


def _list_goals(now: Situation) -> list[Goal]:
    found = [*_settlements(now), *_cities(now), *_cards(now), *_route(now), *_prizes(now)]
    for tactics in now.tactics:
        if tactics.lift is not None:
            found = [tactics.lift(now, goal) for goal in found]
    for tactics in now.tactics:
        if tactics.goals is not None:
            found += tactics.goals(now)
    if now.missing_points > 2:
        return found
    return [goal._replace(gain=goal.gain + now.weights.win * _chance_to_win(now, goal)) for goal in found]


def _chance_to_win(now: Situation, goal: Goal) -> float:
    if goal.kind == CARD:
        return now.weights.victory_cards if now.missing_points == 1 else 0.0
    return float(goal.points > 0 and now.missing_points <= goal.points)


def _pip_worth(now: Situation) -> float:
    weights = now.weights
    worth = weights.pip * now.missing_points / (now.view.setting.target - 2)
    return worth + weights.late_pip * (weights.pip - worth)


def _settlements(now: Situation) -> list[Goal]:
    view, seat = now.view, now.seat
    if not view.settlements_left(seat):
        return []
    sites = paths_to_sites(now, min(now.weights.farthest, view.roads_left(seat)))
    pip = _pip_worth(now)
    found = []
    for node, roads in sites.items():
        gain = 1.0 + pip * site_worth(now, node, now.income) + value_cut(now, node)
        cost = with_roads(SETTLEMENT_COST, len(roads))
        found.append(Goal(SETTLE, cost, gain * _hold(now, node, roads), node, roads, points=1))
    found.sort(key=lambda goal: goal.gain / (3 + len(goal.roads)), reverse=True)
    return found[: now.weights.sites]


def _prizes(now: Situation) -> list[Goal]:
    """Return goals of roads to nodes where the next road to arrive brings a point."""
    if not now.prizes or not now.view.roads_left(now.seat):
        return []
    found = []
    for node, path in paths(now, min(now.weights.farthest, now.view.roads_left(now.seat))).items():
        if now.prizes >> node & 1:
            roads = path or _free_edge(now, node)
            gain = _hold(now, node, roads)
            found.append(Goal(PLACE, with_roads(NOTHING, len(roads)), gain, node, roads, points=1))
    return [goal for goal in found if goal.roads]


def _free_edge(now: Situation, node: int) -> tuple[int, ...]:
    return tuple(edge for edge, _ in now.topology.reach[node] if not now.view.road_total >> edge & 1)[:1]


def _hold(now: Situation, node: int, roads: tuple[int, ...]) -> float:
    """Return the estimated probability that a site is still free when the own roads arrive, by others' roads nearby."""
    if not roads:
        return 1.0
    near = now.topology.near[node]
    rivals = [s for s in range(now.view.seats) if s != now.seat and now.view.touched[s] & near]
    if any(now.view.touched[s] >> node & 1 for s in rivals):
        return now.weights.reached_first
    return now.weights.raced_for if rivals else 1.0


def _cities(now: Situation) -> list[Goal]:
    view, seat = now.view, now.seat
    if not view.cities_left(seat):
        return []
    pip, ground = _pip_worth(now), now.ground
    return [
        Goal(UPGRADE, CITY_COST, 1.0 + pip * ground.worth(ground.yields[node]), node, points=1)
        for node in bits(view.settlements[seat])
    ]


def _cards(now: Situation) -> list[Goal]:
    if not now.view.deck_size:
        return []
    weights = now.weights
    others = weights.other_cards * _pip_worth(now) / weights.pip
    return [Goal(CARD, CARD_COST, weights.victory_cards + others + weights.knights * _knight(now))]


def _knight(now: Situation) -> float:
    """Value one more knight: a step to the Largest Army and a protection against the robber."""
    view, seat = now.view, now.seat
    mine = view.knights[seat] + view.cards[0]
    rival = max((k for s, k in enumerate(view.knights) if s != seat), default=0)
    if view.largest_army == seat:
        return now.weights.army_held if rival + 1 >= mine else now.weights.shield
    needed = max(SMALLEST_LARGEST_ARMY, rival + 1) - mine
    if needed <= 0:
        return now.weights.shield + 0.05
    return now.weights.shield + now.weights.army / (needed + 1)


def _route(now: Situation) -> list[Goal]:
    if now.weights.exact_roads:
        return plan_route(now)
    view, seat = now.view, now.seat
    if view.longest_road == seat:
        return []
    rival = max((length for s, length in enumerate(view.routes) if s != seat), default=0)
    if rightful_holder(view.routes, view.longest_road, SHORTEST_LONGEST_ROAD) == NOBODY:
        rival = max(rival, SHORTEST_LONGEST_ROAD - 1)
    needed = max(SHORTEST_LONGEST_ROAD, rival + 1) - view.routes[seat]
    if needed > min(3, view.roads_left(seat)) or not road_sites(view, seat):
        return []
    gain = now.weights.route + (now.weights.taken_road if view.longest_road != NOBODY else 0.0)
    cost = with_roads(NOTHING, needed)
    return [Goal(ROUTE, cost, gain * (1.0 if needed == 1 else now.weights.far_route), points=2)]


def plans(now: Situation) -> list[Prospect]:
    """Return the plans of the own hand, the most promising first."""
    return rank(now, now.hand, goals(now))


def first_goals(now: Situation, most: int) -> list[Goal]:
    """Return the goals of the first plans, by which changes of the hand are judged."""
    return [plan.goal for plan in plans(now)[:most]]
