"""Decides when the agent calls or exchanges favors of the guilds, how it answers gifts, and how it earns tokens."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from domain.catan.modules.favors.earning import AcceptGift, DeclineGift, OfferGift
from domain.catan.modules.favors.exchange import ExchangeFavor, ReturnFavor
from domain.catan.modules.favors.guilds import (
    CallMasterBuilders,
    CallMerchants,
    CallRoadBuilders,
    CallScholars,
    CallTraders,
)
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.linking import Core, NameDrawer, cores, have_met
from domain.catan.modules.favors.terms import (
    COSTS,
    FOR_BUILDER,
    FOR_OWNER,
    MASTER_BUILDERS,
    MERCHANTS,
    ROAD_BUILDERS,
    SCHOLARS,
    SWAPS,
    TRADERS,
)
from domain.catan.state import State
from domain.catan.terms import DESERT, KINDS, NOTHING
from domain.core.masks import bits
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.goal import PLACE, Goal, Prospect, with_roads
from workers.agents.catan.goal_finding import Path, paths
from workers.agents.catan.prospects import promise
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Figures, Help, Moment, Tactics
from workers.agents.catan.winning.counts import are_all_points

MARGIN: Final = 0.02  # the least gain in the value of the hand by a swap
PLANS: Final = 3
# What a guild's favor is worth in points, in the order of the guilds.
WORTH: Final = (0.15, 0.25, 0.2, 0.45, 1.0)
LONE: Final = 0.35  # the value of a single token, as a share of its pair
TOKEN: Final = 0.24  # points that a token brings in the long run, as guilds may be called once a turn
FAR: Final = 2  # roads to a link that are worth planning
MERCY: Final = 6.0  # the value of a token compared with the harm that the robber does

Plans = Sequence[Prospect]


def use_favor(now: Situation, plans: Plans, listed: Listed) -> Any | None:
    """Use a favor: for a point, a card that completes a plan, a development card, a planned road, a card, a swap."""
    return (
        _first(listed.of(CallMasterBuilders))
        or _completing(now, plans, [*listed.of(CallMerchants), *listed.of(CallTraders)])
        or _first(listed.of(CallScholars))
        or _road(plans, listed.of(CallRoadBuilders))
        or _better(now, plans, listed)
    )


def _first(commands: Sequence[Any]) -> Any | None:
    return commands[0] if commands else None


def _completing(now: Situation, plans: Plans, commands: Iterable[Any]) -> Any | None:
    """Take the card that makes the best possible plan payable at once."""
    if not plans:
        return None
    cost = plans[0].goal.cost
    if all(now.hand[k] >= cost[k] for k in range(KINDS)):
        return None
    fits = (command for command in commands if all(n >= cost[k] for k, n in enumerate(_after(now, command))))
    return next(fits, None)


def _after(now: Situation, command: Any) -> list[int]:
    """Return the own hand after the favor of the merchants or the traders."""
    hand = [held + (k == command.take) for k, held in enumerate(now.hand)]
    if isinstance(command, CallTraders):
        hand[command.give] -= 1
    return hand


def _road(plans: Plans, commands: Sequence[CallRoadBuilders]) -> CallRoadBuilders | None:
    """Take the first road of one of the best plans."""
    wanted = [CallRoadBuilders(plan.goal.roads[0]) for plan in plans[:PLANS] if plan.goal.roads]
    return next((command for command in wanted if command in commands), None)


def _better(now: Situation, plans: Plans, listed: Listed) -> Any | None:
    """Take the card of the merchants that gives the best hand; swap only if that improves the hand."""
    goals = _goals(plans)

    def gain(command: Any) -> float:
        return promise(now, _after(now, command), goals)

    taken = max(listed.of(CallMerchants), key=gain, default=None)
    swapped = max(listed.of(CallTraders), key=gain, default=None)
    if taken is not None or swapped is None:
        return taken
    return swapped if gain(swapped) > promise(now, now.hand, goals) + MARGIN else None


def _goals(plans: Plans) -> list[Goal]:
    return [plan.goal for plan in plans[:PLANS]]


def give_or_exchange(now: Situation, plans: Plans, listed: Listed) -> Any | None:
    """At the end of a turn give a spare card for a token, or exchange an unused token."""
    gift = _gift(now, plans, listed.of(OfferGift))
    if gift is not None:
        return gift
    return _first(listed.of(ExchangeFavor))


def _gift(now: Situation, plans: Plans, commands: Sequence[OfferGift]) -> OfferGift | None:
    """Give the card that the best plan needs least, to the seat that is farthest from winning."""
    if not commands or not favors_of(now.view).size:
        return None
    cost = plans[0].goal.cost if plans else (0,) * KINDS
    spare = [c for c in commands if now.hand[c.resource] > cost[c.resource] and not now.is_near_the_end(c.to)]

    def worth(command: OfferGift) -> tuple[int, float]:
        return now.hand[command.resource] - cost[command.resource], -now.threat(command.to)

    return max(spare, key=worth, default=None)


def answer_gift(now: Situation, commands: Sequence[Any]) -> Any:
    """Take the card, unless the token for it helps a seat that is about to win."""
    wanted = DeclineGift if now.is_near_the_end(now.view.active) else AcceptGift
    return next(command for command in commands if isinstance(command, wanted))


def choose_return(now: Situation, commands: Sequence[ReturnFavor]) -> ReturnFavor:
    """Return the least valuable token: a single one is worth less than half of its pair."""
    held = favors_of(now.view).tokens(now.seat)

    def worth(command: ReturnFavor) -> float:
        token = command.token
        if COSTS[token] == 1:
            return WORTH[token]
        return WORTH[token] * (LONE if held[token] % 2 else 1 - LONE)

    return min(commands, key=worth)


def choose_drawer(now: Situation, commands: Sequence[NameDrawer]) -> NameDrawer:
    """Choose the owner who is farthest from winning."""
    return min(commands, key=lambda command: now.threat(command.owner))


def links(now: Situation) -> list[Goal]:
    """Return goals of roads to the nodes where they would be the first to meet other seats' cores."""
    size = favors_of(now.view).size
    if size <= FOR_OWNER:
        return []
    gain = TOKEN * min(FOR_BUILDER, size - FOR_OWNER) - TOKEN * FOR_OWNER / now.view.seats
    others = [core for seat in range(now.view.seats) if seat != now.seat for core in cores(now.view, seat)]
    mine, found = cores(now.view, now.seat), []
    for node, roads in paths(now, min(FAR, now.view.roads_left(now.seat))).items():
        owners = _strangers(now, mine, others, node, roads) if roads else 0
        if owners and not any(now.is_near_the_end(owner) for owner in bits(owners)):
            found.append(Goal(PLACE, with_roads(NOTHING, len(roads)), gain, node, roads))
    return found


def _links_by(view: Any) -> tuple[object, ...]:
    part = favors_of(view)
    return part.size, part.contacts


def _strangers(now: Situation, mine: list[Core], others: list[Core], node: int, roads: Path) -> int:
    """Return the mask of owners of cores at a node that the own core at the path's start has not met."""
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
    """Value the token for placing the robber on a tile where it harms no seat."""
    view = now.view
    if not favors_of(view).size:
        return 0.0
    board = view.setting.board
    alone = not any(view.buildings(seat) & board.tile_mask[tile] for seat in range(view.seats))
    return MERCY if alone or board.terrain[tile] == DESERT else 0.0


def helps(state: State, seat: int) -> Sequence[Help]:
    """Return what the one favor of the turn may bring: a card, two swaps, a road, a card that is a point, a point."""
    part = favors_of(state)
    if part.deeds.spent:
        return (Help(cards=1),) if 0 < part.deeds.swaps < SWAPS else ()
    return [help_ for guild, help_ in _CALLED.items() if _can_bring(state, seat, guild)]


def _can_bring(state: State, seat: int, guild: int) -> bool:
    part = favors_of(state)
    if part.usable(seat, guild) < COSTS[guild]:
        return False
    if guild == SCHOLARS:
        return are_all_points(state, seat)
    return guild != MASTER_BUILDERS or part.catan_tokens_left() > 0


_CALLED: Final = {
    MERCHANTS: Help(cards=1),
    TRADERS: Help(cards=SWAPS),
    ROAD_BUILDERS: Help(roads=1),
    SCHOLARS: Help(points=1),
    MASTER_BUILDERS: Help(points=1),
}


def _figures(state: State) -> list[list[float]]:
    """Return the tokens of each seat, in fours; their kinds say no more of who wins."""
    return [[count / 4] for count in favors_of(state).counts]


TACTICS: Final[Tactics[Situation]] = Tactics(
    owed={AcceptGift: answer_gift, ReturnFavor: choose_return, NameDrawer: choose_drawer},
    steps={Moment.BEFORE_PLAN: use_favor, Moment.BEFORE_END: give_or_exchange},
    goals=links,
    goals_by=_links_by,
    mercy=mercy,
    helps=helps,
    later=(OfferGift, ExchangeFavor),
    figures=Figures(("favor_tokens",), _figures),
    rank=1,
)
