"""`python -m tests.workers.agents.faults AGENT [GAMES [FIRST [AGAINST]]]`: count the plain faults of an agent of Catan.

Four of the agent play each game, or one of them against three of another. Only what the agent does is counted. Prints
one JSON line: counts, or what there is in a game, a turn, or a hundred. Who is likely to win is said by the value.
"""

import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple

from domain.catan import CATAN
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import Discard
from domain.catan.chapters.trading.messages import OfferTrade, TradeMade
from domain.catan.chapters.turn import EndTurn, TurnStarted, trade_phase
from domain.catan.state import State
from domain.catan.terms import (
    CARD_COST,
    CARDS,
    CITY_COST,
    KINDS,
    KNIGHT,
    PHASES,
    ROAD_BUILDING,
    ROAD_COST,
    SETTLEMENT_COST,
    SMALLEST_LARGEST_ARMY,
    VICTORY_POINT,
)
from domain.core.agenda import AgendaSet
from domain.core.chance import SeededChance
from workers.agents.catan.value.model import load_value
from workers.agents.catan.winning.finding import CatanClosing
from workers.agents.following import Follower
from workers.agents.search.limits import Limit
from workers.agents.search.match import open_position
from workers.agents.search.sure_wins import Nodes, OutOfNodes, SureWins
from workers.agents.turns import decide, first_decision
from workers.lab.contenders import contender

NODES: Final = 600
"""How many commands are tried to see whether a rival would win its next turn."""
SHORT: Final = 4
"""How many points a rival may be short to be looked at."""
LIKELY: Final = 0.4
"""From this chance to win on a seat leads by the value."""
COSTS: Final = (ROAD_COST, SETTLEMENT_COST, CITY_COST, CARD_COST)


class Played(NamedTuple):
    """Holds a command of a seat, with the position before and after it, and what happened."""

    before: State
    seat: int
    command: Any
    events: Sequence[Any]
    after: State


def course(names: Sequence[str], seed: str) -> Iterator[Played]:
    """Yield what is played in a game between agents."""
    players = [contender(name) for name in names]
    chance, rng = SeededChance(seed.encode()), Random(sha256(f"agents:{seed}".encode()).digest())
    state = open_position(CATAN, CATAN.configure(len(names), None, (), {}), chance)
    follower = Follower(CATAN, state, [seat for seat, player in enumerate(players) if player.believes])

    def ask(seat: int) -> Any:
        return decide(CATAN, state, seat, players[seat], math.inf, rng, follower.belief(seat))

    while (decision := first_decision(CATAN.awaiting(state), ask)) is not None:
        before, draft = state.copy(), CATAN.draft(state, chance)
        CATAN.play(draft, decision.seat, decision.command)
        state = draft.state
        follower.follow(draft.events)
        yield Played(before, decision.seat, decision.command, list(draft.events), state)


def wins_next(state: State, seat: int) -> bool:
    """Return whether a seat would surely win if it had rolled now, and nobody got anything."""
    if state.setting.target - state.points[seat] - state.card(seat, VICTORY_POINT) > SHORT:
        return False
    turned = state.copy()
    turned.offers = ()
    CATAN.evolve(turned, TurnStarted(seat, state.turn + 1))
    CATAN.evolve(turned, AgendaSet(trade_phase(seat, state.setting.combined)))
    turned.dice = 11
    search = SureWins(CATAN, seat, CatanClosing(seat, ()), Nodes(NODES, Limit(math.inf)))
    try:
        return next(iter(search.first(turned)), None) is not None
    except OutOfNodes:
        return False


class Faults:
    """Counts the faults of some seats in games."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.value = load_value()
        self.begin(())

    def begin(self, seats: Sequence[int]) -> None:
        """Begin another game, in which these seats are counted."""
        self.seats = set(seats)
        self.followers: Any = None
        self.offered: dict[int, list[tuple[Any, Any]]] = defaultdict(list)
        self.turn, self.stood = 0, False

    def take(self, one: Played) -> None:
        """Count what is played."""
        if self.followers is None:
            self.followers = Follower(CATAN, one.before, range(one.before.seats))
        if one.seat in self.seats:
            self._look_at(one)
        for event in one.events:
            if isinstance(event, TradeMade):
                self._count_trade(one, event)
        self.followers.follow(one.events)

    def _look_at(self, one: Played) -> None:
        before, seat, command, counts = one.before, one.seat, one.command, self.counts
        if before.turn and before.active == seat and before.agenda[-1].kind in PHASES and self.turn != before.turn:
            self.turn = before.turn
            self.stood = any(wins_next(before, rival) for rival in range(before.seats) if rival != seat)
        if isinstance(command, RollDice):
            self._count_roll(before, seat)
        elif isinstance(command, Discard):
            counts["discarded"] += sum(command.cards)
        elif isinstance(command, OfferTrade):
            self._count_offer(before, seat, command)
        elif isinstance(command, EndTurn):
            self._count_end(before, seat)
        elif isinstance(command, BuyDevelopmentCard):
            counts["cards bought"] += 1
        elif isinstance(command, PlayKnight):
            counts["knights played"] += 1

    def _count_roll(self, before: State, seat: int) -> None:
        self.counts["turns"] += 1
        if self._could_play(before, seat, KNIGHT):
            self.counts["rolled with a knight"] += 1
            self.counts["rolled with a knight that is near the army"] += races(before, seat)

    def _count_end(self, before: State, seat: int) -> None:
        counts = self.counts
        counts["ended with Road Building"] += (
            self._could_play(before, seat, ROAD_BUILDING) and before.roads_left(seat) > 0
        )
        counts["ended with a knight that is near the army"] += self._could_play(before, seat, KNIGHT) and races(
            before, seat
        )
        counts["ended over the limit"] += sum(before.hand(seat)) > before.setting.hand_limit
        stands = any(wins_next(before, rival) for rival in range(before.seats) if rival != seat)
        counts["rival's win stood at the start"] += self.stood
        counts["rival's win stood at the end"] += stands
        counts["of those at the start, prevented"] += self.stood and not stands

    def _could_play(self, state: State, seat: int, card: int) -> bool:
        at = seat * len(CARDS) + card
        return not state.card_played and state.cards[at] > state.fresh[at]

    def _count_offer(self, before: State, seat: int, command: OfferTrade) -> None:
        counts, belief = self.counts, self.followers.belief(seat)
        counts["offers"] += 1
        if belief is not None:
            refused = belief.refusals.of(command.give, command.take)
            counts["offered again to one who refused"] += bool(refused & command.to)
            counts["offered again to none but those who refused"] += not command.to & ~refused
        if sum(command.take) > sum(command.give):
            counts["asked more than given"] += 1
            counts["of those, with nothing that it completes"] += not completes(before.hand(seat), command)
        counts["gave more than asked"] += sum(command.give) > sum(command.take)

    def _count_trade(self, one: Played, event: TradeMade) -> None:
        before, after = self.value.chances(one.before), self.value.chances(one.after)
        points = [one.before.points[s] for s in range(one.before.seats)]
        for seat, partner in ((event.seat, event.partner), (event.partner, event.seat)):
            if seat in self.seats:
                self.counts["sides of trades"] += 1
                self.counts["sides after which the own chance is lower"] += after[seat] < before[seat]
                others = [count for s, count in enumerate(points) if s != partner]
                self.counts["sides with the sole leader"] += points[partner] > max(others)
                self.counts["sides with whom the value gives most, over 40 %"] += before[partner] >= max(
                    LIKELY, *before
                )

    def end(self, state: State) -> None:
        """Count what is left at the end of a game."""
        counts = self.counts
        counts["games"] += 1
        for seat in self.seats:
            counts["seats"] += 1
            counts["won"] += state.winner == seat
            counts["Longest Road held, won"] += state.longest_road == seat == state.winner
            counts["Largest Army held, won"] += state.largest_army == seat == state.winner
            if state.winner != seat:
                counts["Longest Road held, lost"] += state.longest_road == seat
                counts["lost to who held it"] += state.longest_road == state.winner
            counts["roads"] += state.roads[seat].bit_count()


def races(state: State, seat: int) -> bool:
    """Return whether the knights in hand are enough for the Largest Army, which the seat does not have."""
    rival = max(count for s, count in enumerate(state.knights) if s != seat)
    held = state.knights[seat] + state.card(seat, KNIGHT)
    return state.largest_army != seat and held >= max(SMALLEST_LARGEST_ARMY, rival + 1)


def completes(hand: Sequence[int], command: OfferTrade) -> bool:
    """Return whether something can be paid after an exchange that could not before."""
    after = [hand[k] - command.give[k] + command.take[k] for k in range(KINDS)]
    return any(_pays(after, cost) and not _pays(hand, cost) for cost in COSTS)


def _pays(hand: Sequence[int], cost: Sequence[int]) -> bool:
    return all(hand[k] >= cost[k] for k in range(KINDS))


def count_faults(agent: str, games: int, first: int, against: str = "") -> Counter[str]:
    """Play games and count the faults of an agent in them."""
    faults = Faults()
    for number in range(first, first + games):
        seat = number % 4
        names = [agent if not against or s == seat else against for s in range(4)]
        faults.begin([seat] if against else range(4))
        last: Any = None
        for last in course(names, f"faults {number}"):
            faults.take(last)
        faults.end(last.after)
    return faults.counts


def main(arguments: Sequence[str]) -> int:
    """Count and print."""
    agent, games, first, against = (*arguments, *("planner", "100", "0", "")[len(arguments) :])
    counts = count_faults(agent, int(games), int(first), against)
    sys.stdout.write(
        json.dumps({"agent": agent, "against": against or agent, "first": int(first), **counts}, indent=0) + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
