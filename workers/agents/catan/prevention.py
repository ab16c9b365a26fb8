"""Keeps rivals from a win that is sure in their next turn, where the own seat can do something about it.

Hidden cards are dealt twice; a rival is taken to win if it would in both deals, without what its roll may bring. In
games with modules nothing is done, since their turns take long to search.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight, PlayMonopoly, PlayRoadBuilding
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.robber.messages import MoveRobber, Steal
from domain.catan.chapters.turn import EndTurn, TurnStarted, trade_phase
from domain.catan.state import State
from domain.catan.terms import (
    AWARD_POINTS,
    FREE_ROADS,
    KINDS,
    PHASES,
    ROAD_COST,
    SETTLEMENT_COST,
    SHORTEST_LONGEST_ROAD,
    SMALLEST_LARGEST_ARMY,
)
from domain.core.actions import Actions
from domain.core.agenda import AgendaSet
from domain.core.chance import SeededChance, outcomes
from domain.core.ruleset import Ruleset
from workers.agents.catan.turn import covers
from workers.agents.catan.winning.counts import least_to_lead
from workers.agents.catan.winning.finding import CatanClosing
from workers.agents.catan.winning.reach import CHEAPEST, FREE
from workers.agents.search.limits import Limit
from workers.agents.search.sure_wins import Nodes, OutOfNodes, SureWins

SHORT: Final = 4
"""The most points that a rival may lack, with one hidden point counted, for its next turn to be searched."""
MORE: Final = 4
"""Cards that a development card is taken to bring at most; a monopoly may bring more."""
DEALS: Final = 2
NODES: Final = 100
"""The most commands of a rival that are tried to see whether it wins."""
NODES_IN_ALL: Final = 800
"""The same for all looks at rivals in one decision."""
TRIED: Final = 60
"""The number of own commands tried after which the search ends."""
FOLLOWING: Final = 20
"""The most own commands that are tried after one that pays for them."""
WORTH: Final = 0.2
"""How likely another command must be to prevent the win to be played in place of the chosen one."""
ROLLED: Final = 11
"""Stands in a position for dice that were rolled."""
TINY: Final = 1e-9
PAID: Final = (SETTLEMENT_COST, ROAD_COST)
_HARMLESS: Final = (EndTurn, BuildCity, BuyDevelopmentCard)
_OPENING: Final = (MaritimeTrade, PlayRoadBuilding)
_PUT_OFF: Final = (*_HARMLESS, *_OPENING, BuildRoad, BuildSettlement, PlayKnight, PlayMonopoly)
NO_CHANCE: Final = SeededChance(b"")
"""Stands where a command leaves nothing to chance."""


class Threats:
    """Holds positions that fit what a seat knows, in which rivals may win their next turns."""

    def __init__(self, ruleset: Ruleset, view: Any, limit: Limit) -> None:
        self.ruleset = ruleset
        self.view = view
        self.limit = limit
        rivals = [seat for seat in range(view.seats) if seat != view.seat and _is_near(view, seat)]
        dealt = [ruleset.determinize(view, Random(n)) for n in range(DEALS)] if rivals else []
        self.dealt: list[State] = list({ruleset.pack(world): world for world in dealt}.values())
        self.tried = 0
        self.left = NODES_IN_ALL
        self.winners = [r for r in rivals if all(self._wins(world, r, unsure=False) for world in self.dealt)]

    def _wins(self, state: State, rival: int, *, unsure: bool) -> bool:
        """Return whether a rival surely wins its next turn, if nobody gets a card before.

        Returns `unsure` where the search takes too long.
        """
        turned = state.copy()
        turned.offers = ()
        self.ruleset.evolve(turned, TurnStarted(rival, state.turn + 1))
        self.ruleset.evolve(turned, AgendaSet(trade_phase(rival, state.setting.combined)))
        turned.dice = ROLLED
        most = min(NODES, self.left)
        nodes = Nodes(most, self.limit)
        search = SureWins(self.ruleset, rival, CatanClosing(rival, ()), nodes)
        try:
            return next(search.first(turned), None) is not None
        except OutOfNodes:
            return unsure
        finally:
            self.left -= most - max(0, nodes.left)

    def _is_open(self, state: State) -> bool:
        return any(self._wins(state, rival, unsure=True) for rival in self.winners)

    def risk_after(self, command: Any) -> float:
        """Return the probability that a rival still wins after an own command and what may follow it at once.

        After a knight one of them is robbed; cards from the bank pay a road or a settlement; free roads are laid.
        """
        if isinstance(command, _HARMLESS):
            return 1.0
        if isinstance(command, PlayKnight):
            return min([self.risk_after_theft(rival) for rival in self.winners])
        left = self._risk(self.dealt, command)
        if left > 0 and isinstance(command, _OPENING):
            worlds = [self._play(world, command, NO_CHANCE) for world in self.dealt]
            seat = self.view.seat
            tried = [
                one for one in self.ruleset.moves(worlds[0], seat) if isinstance(one, (BuildSettlement, BuildRoad))
            ]
            left = min([left, *(self._risk(worlds, one) for one in tried[:FOLLOWING])])
        return left

    def _risk(self, worlds: Sequence[State], command: Any) -> float:
        """Return the probability that a rival still wins after an own command, over positions and outcomes."""
        self.tried += 1
        left = 0.0
        for world in worlds:
            for after, share in outcomes(lambda chance, state=world: self._play(state, command, chance)):  # type: ignore[misc]
                left += share * self._is_open(after)
        return left / len(worlds)

    def _play(self, state: State, command: Any, chance: Any) -> State:
        after: State = self.ruleset.decide(state, self.view.seat, command, chance).state
        return after

    def risk_after_theft(self, rival: int) -> float:
        """Return the probability that a rival still wins after a random card of its hand was stolen."""
        left = 0.0
        for world in self.dealt:
            hand = world.hand(rival)
            for kind, count in enumerate(hand):
                if count:
                    after = world.copy()
                    after.hands[rival * KINDS + kind] -= 1
                    after.hands[self.view.seat * KINDS + kind] += 1
                    left += count / sum(hand) * self._is_open(after)
            left += not any(hand)
        return left / len(self.dealt)


def _is_near(view: Any, seat: int) -> bool:
    """Return whether a rival may win its next turn by what everybody sees, with one hidden point; a coarse bound."""
    cards, size = view.card_counts[seat], view.hand_sizes[seat]
    missing = view.setting.target - view.points[seat] - min(1, cards)
    if missing > SHORT:
        return False
    roads = view.routes[seat] + size // sum(ROAD_COST) + FREE * (cards > 0)
    by_road = view.longest_road != seat and roads >= least_to_lead(view.routes, seat, SHORTEST_LONGEST_ROAD)
    by_army = (
        view.largest_army != seat
        and cards
        and view.knights[seat] + 1 >= least_to_lead(view.knights, seat, SMALLEST_LARGEST_ARMY)
    )
    built = (size + (MORE if cards else 0)) // CHEAPEST
    return bool(missing <= built + AWARD_POINTS * (bool(by_road) + bool(by_army)))


def prevent(ruleset: Ruleset, view: Any, actions: Actions[Any], pick: Any, limit: Limit) -> Any:
    """Return `pick`, or what keeps a rival from a win that `pick` leaves; raises OverLimit."""
    if not isinstance(pick, _PUT_OFF) or not _has_phase(view) or view.setting.config.modules:
        return pick
    threats = Threats(ruleset, view, limit)
    if not threats.winners:
        return pick
    best, least = pick, threats.risk_after(pick) - WORTH
    for command in _list_hindering(view, actions):
        if least < 0 or threats.tried > TRIED or threats.left <= 0:
            break
        left = threats.risk_after(command)
        if left <= least:
            best, least = command, left - TINY
    return best


def _has_phase(view: Any) -> bool:
    return bool(view.active == view.seat and view.agenda and view.agenda[-1].kind in (*PHASES, FREE_ROADS))


def _list_hindering(view: Any, actions: Actions[Any]) -> Iterator[Any]:
    """Yield own commands that may hinder others, the most useful first; trades that pay for one come last."""
    for cls in (BuildSettlement, PlayKnight, PlayMonopoly, BuildRoad, PlayRoadBuilding):
        yield from (command for command in actions.commands if type(command) is cls)
    for command in actions.commands:
        if type(command) is MaritimeTrade:
            after = [view.hand[k] - command.give[k] + (k == command.take) for k in range(KINDS)]
            if any(cost[command.take] == after[command.take] and covers(after, cost) for cost in PAID):
                yield command


def aim_robber(ruleset: Ruleset, view: Any, actions: Actions[Any], limit: Limit) -> Actions[Any]:
    """Return the actions with only those tiles and victims by which a rival's sure win may be prevented, if any may.

    Raises OverLimit.
    """
    is_robbing = any(type(command) in (MoveRobber, Steal) for command in actions.commands)
    if not is_robbing or view.setting.config.modules:
        return actions
    threats = Threats(ruleset, view, limit)
    sure = {rival: threats.risk_after_theft(rival) for rival in threats.winners}
    helped = [rival for rival, left in sure.items() if left <= 1 - WORTH]
    if not helped:
        return actions
    kept = list(_list_aimed(view, actions.commands, min(helped, key=lambda rival: sure[rival])))
    return Actions(actions.must_act, kept, actions.templates, actions.idle) if kept else actions


def _list_aimed(view: Any, commands: Sequence[Any], rival: int) -> Iterator[Any]:
    """Yield commands that rob a rival, or let it be robbed at no harm to the own buildings."""
    nodes = view.setting.board.tile_mask
    own, others = view.buildings(view.seat), view.buildings(rival)
    for command in commands:
        if isinstance(command, Steal):
            if command.victim == rival:
                yield command
        elif isinstance(command, MoveRobber) and nodes[command.tile] & others and not nodes[command.tile] & own:
            yield command
