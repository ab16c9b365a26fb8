"""The agent founds settlements by pips, variety and harbors, and roads towards the next good site."""

from collections.abc import Iterable

from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.terms import BRICK, GENERIC, GRAIN, KINDS, LUMBER, ORE
from domain.core.masks import bits
from workers.agents.catan.situation import Situation


def site_worth(now: Situation, node: int, income: list[int]) -> float:
    """Value what a settlement at a node adds to an income, in pips."""
    ground, weights = now.ground, now.weights
    yields = ground.yields[node]
    after = [income[k] + yields[k] for k in range(KINDS)]
    new_kinds = sum(1 for k in range(KINDS) if yields[k] and not income[k])
    worth = ground.worth(after) - ground.worth(income) + weights.variety * new_kinds
    worth = worth + weights.pair * _pairs(after) - weights.pair * _pairs(income)
    harbor = ground.harbors[node]
    if harbor == GENERIC:
        worth += weights.any_harbor
    elif harbor >= 0:
        worth += weights.kind_harbor * after[harbor]
    return worth


def _pairs(income: list[int]) -> int:
    return min(income[BRICK], income[LUMBER]) + min(income[GRAIN], income[ORE])


def choose_settlement(now: Situation, commands: Iterable[FoundSettlement]) -> FoundSettlement:
    """Take the best free site; how much room for a third settlement lies around it counts a little."""
    income = now.income

    def worth(command: FoundSettlement) -> float:
        room = max((site_worth(now, node, income) for node in _second_ring(now, command.node)), default=0.0)
        return site_worth(now, command.node, income) + now.weights.room * room

    return max(commands, key=worth)


def choose_road(now: Situation, commands: Iterable[FoundRoad]) -> FoundRoad:
    """Take the road whose far end leads to the best site that no other seat takes first."""
    income = now.income

    def worth(command: FoundRoad) -> float:
        ends = now.topology.edge_mask[command.edge] & ~now.view.settlements[now.seat]
        far = bits(ends)[0]
        sites = [node for _, node in now.topology.reach[far] if now.sites >> node & 1]
        return max((_chance(now, node) * site_worth(now, node, income) for node in sites), default=0.0)

    return max(commands, key=worth)


def _second_ring(now: Situation, node: int) -> list[int]:
    reach, near = now.topology.reach, now.topology.near[node]
    ring = {far for _, middle in reach[node] for _, far in reach[middle]}
    return sorted(far for far in ring if now.sites & ~near & 1 << far)


def _chance(now: Situation, node: int) -> float:
    """Guess how likely a site two roads away stays free: less when another's settlement is as near."""
    near = now.topology.near
    reach = 0
    for _, middle in now.topology.reach[node]:
        reach |= near[middle]
    rivals = sum(1 for s in range(now.view.seats) if s != now.seat and now.view.settlements[s] & reach)
    return 1.0 / (1 + 0.5 * rivals)
