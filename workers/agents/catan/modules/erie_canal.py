"""Uses a canal token if trades of two for one pay for a plan at once; plans roads that earn a token."""

from collections.abc import Sequence
from typing import Any, Final

from domain.catan.chapters.building.sites import find_sites
from domain.catan.modules.erie_canal.chapter import UseCanalToken, UseCanalTokenForAny
from domain.catan.modules.erie_canal.holdings import SETTLED_ENDS, Canal, canal_of
from domain.catan.state import State
from domain.catan.terms import KINDS, NOTHING
from domain.core.masks import bits
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.goal import PLACE, Goal, Prospect, with_roads
from workers.agents.catan.goal_finding import paths
from workers.agents.catan.prospects import can_pay
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Help, Moment, Tactics

PLANS: Final = 2  # plans worth a token
RATE: Final = 2
FAR: Final = 2  # roads to a link that are worth planning


def use_token(now: Situation, plans: Sequence[Prospect], listed: Listed) -> UseCanalToken | UseCanalTokenForAny | None:
    """Use a token for the resource, or for all, where that makes one of the first plans payable now."""
    for plan in plans[:PLANS]:
        for command in (*listed.of(UseCanalToken), *listed.of(UseCanalTokenForAny)) if plan.wait else ():
            if can_pay(now.hand, plan.goal.cost, _ratios(now, command)):
                return command
    return None


def _ratios(now: Situation, command: UseCanalToken | UseCanalTokenForAny) -> list[int]:
    """Return the bank's ratios after the use of a token."""
    served = range(KINDS) if isinstance(command, UseCanalTokenForAny) else (command.resource,)
    return [min(RATE, ratio) if kind in served else ratio for kind, ratio in enumerate(now.ratios)]


def links(now: Situation) -> list[Goal]:
    """Return goals of roads to canal towns that the own seat would link to another one for the first time."""
    canal = canal_of(now.view)
    if not now.weights.link or not canal.supply or now.view.setting.config.options[SETTLED_ENDS]:
        return []
    found = []
    for node, roads in paths(now, min(FAR, now.view.roads_left(now.seat))).items():
        made = _new_links(now, canal, node, roads[0]) if roads and node in canal.towns else 0
        if made:
            gain = now.weights.link * min(made, canal.supply)
            found.append(Goal(PLACE, with_roads(NOTHING, len(roads)), gain, node, roads))
    return found


def _links_by(view: Any) -> tuple[object, ...]:
    canal = canal_of(view)
    return canal.supply, canal.linked


def _new_links(now: Situation, canal: Canal, node: int, first: int) -> int:
    """Count the canal towns that a path to a canal town would newly link to it."""
    joined = _join_nodes(now, now.topology.edge_mask[first] & now.starts)
    towns = [town for town in canal.towns if joined >> town & 1]
    return sum([(min(town, node), max(town, node)) not in canal.linked[now.seat] for town in towns])


def _join_nodes(now: Situation, start: int) -> int:
    """Return the mask of nodes that own roads connect to some nodes; paths end at a town."""
    stops, roads = find_sites(now.view), now.view.roads[now.seat]
    reached, frontier = start, bits(start & ~stops)
    while frontier:
        for edge, far in now.topology.reach[frontier.pop()]:
            if roads >> edge & 1 and not reached >> far & 1:
                reached |= 1 << far
                frontier += [] if stops >> far & 1 else [far]
    return reached


def helps(state: State, seat: int) -> Sequence[Help]:
    """Return the rate that a token brings: one that is held, or that a new road may earn."""
    canal = canal_of(state)
    if canal.held[seat]:
        return (Help(rate=RATE),)
    return (Help(rate=RATE, paves=1),) if canal.supply and canal.used < 0 else ()


TACTICS: Final[Tactics[Situation]] = Tactics(
    steps={Moment.AFTER_PLAN: use_token},
    goals=links,
    goals_by=_links_by,
    helps=helps,
)
