"""Finds the first command of a turn that is surely won, by a search over the rules that the bound keeps short."""

import math
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

from domain.catan.chapters.building.messages import BuildCity, BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.trading.messages import DeclineOffer, WithdrawOffer
from domain.catan.chapters.turn import EndTurn
from domain.catan.state import State
from domain.catan.terms import (
    AWARD_POINTS,
    BRICK,
    KINDS,
    LUMBER,
    MOVE_ROBBER,
    NOBODY,
    ROLL,
    STEAL,
    VICTORY_POINT,
)
from domain.core.ruleset import Ruleset
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.winning.counts import cards_on_offer, missing_points
from workers.agents.catan.winning.reach import CHEAPEST, MOST_ROADS, PLENTY, ROLLED, Aim, Reach
from workers.agents.search.limits import Limit
from workers.agents.search.sure_wins import Closing, find_sure_win

NODES: Final = 1000
"""Commands tried in one position at most."""
MORE_NODES: Final = 4 * NODES
"""Commands tried by agents that have time for it: some wins by a Monopoly and exchanges need as many."""
MOST_HELP: Final = 2
"""Cards, and points, that a module may bring in a turn."""


def find_win(
    ruleset: Ruleset, view: Any, budget: float = math.inf, nodes: int = NODES, *, draws: bool = False
) -> Any | None:
    """Return the first command of a sure win in the own turn of the seat whose view it is; None if none was found.

    Tries at most so many commands. If it counts `draws`, it sees that of a few bought cards one must be a point, as
    versions before 2026-11-28 do not. Raises OverLimit once `budget` seconds of processor time are used up.
    """
    if view.active != view.seat or not view.agenda or not _is_near(view):
        return None
    closing = CatanClosing(view.seat, tactics_of(view.setting), draws=draws)
    return find_sure_win(ruleset, view, view.seat, closing, nodes, Limit(budget))


def _is_near(view: Any) -> bool:
    """Return whether the points may be within reach, before anything is dealt; a coarse bound, never too low."""
    setting, kinds = view.setting, [frame.kind for frame in view.agenda]
    missing = missing_points(view, view.seat, view.cards, view.fresh)
    modules = len(setting.config.modules)
    cards = sum(view.hand) + cards_on_offer(view, view.seat) + MOST_HELP * modules
    cards += sum([kind in (ROLL, MOVE_ROBBER, STEAL) for kind in kinds])
    if ROLL in kinds and setting.points.rolls:
        cards += ROLLED
    if not view.card_played and sum(view.cards) > view.cards[VICTORY_POINT]:
        cards += max([setting.supply - view.bank[kind] - view.hand[kind] for kind in range(KINDS)] + [PLENTY])
    awards = AWARD_POINTS * ((view.longest_road != view.seat) + (view.largest_army != view.seat))
    points = view.deck_size if view.deck_size <= setting.deck[VICTORY_POINT] else 0
    prizes = MOST_ROADS if setting.points.prizes else 0
    return bool(missing <= cards // CHEAPEST + awards + points + prizes + MOST_HELP * modules)


class CatanClosing(Closing):
    """Prunes and sorts by what the turn can still bring."""

    def __init__(self, seat: int, tactics: Sequence[Any], *, draws: bool = False) -> None:
        self.seat = seat
        self.tactics = tactics
        self.draws = draws
        self.last: tuple[State | None, Iterable[Aim]] = (None, ())
        self.left_out = {EndTurn, DeclineOffer, WithdrawOffer, *(cls for one in tactics for cls in one.later)}

    def is_hopeless(self, state: State) -> bool:
        """Return whether the turn surely cannot bring the missing points."""
        aims = Reach(state, self.seat, self.tactics, draws=self.draws).aims()
        first = next(aims, None)
        self.last = state, [] if first is None else chain([first], aims)
        return first is None

    def sort(self, state: State, commands: Sequence[Any]) -> Sequence[Any]:
        """Return the commands that may help, first those of the way that the bound found first."""
        looked, found = self.last
        aims = list(found if looked is state else Reach(state, self.seat, self.tactics, draws=self.draws).aims())
        if not aims:
            return ()
        order = _Order(state, self.seat, aims)
        tried = [command for command in commands if type(command) not in self.left_out]
        ranks = [(order.rank(command), n) for n, command in enumerate(tried)]
        return [tried[n] for rank, n in sorted(ranks) if rank < LEFT_OUT]


LEFT_OUT: Final = 99


def _missing(held: int, due: int) -> int:
    return max(0, due - held)


class _Order:
    """Ranks commands: the card to play, then what brings cards that are lacking, then what can be built.

    A card that no way of winning lacks is not bought from the bank, unless the bank has run out of another kind or a
    module may help.
    """

    def __init__(self, state: State, seat: int, aims: Sequence[Aim]) -> None:
        hand = state.hand(seat)
        self.aim = min(aims, key=lambda aim: (aim.is_helped, sum(map(_missing, hand, aim.cost))))
        self.lacking = [max(0, self.aim.cost[k] - hand[k]) for k in range(KINDS)]
        self.spare = [max(0, hand[k] - self.aim.cost[k]) for k in range(KINDS)]
        paves = any(aim.edges for aim in aims)
        is_open = not all(state.bank) or any(aim.is_helped for aim in aims)  # a help may cost any cards
        self.useful = [
            is_open or any(aim.cost[k] > hand[k] for aim in aims) or (paves and k in (BRICK, LUMBER))
            for k in range(KINDS)
        ]

    def rank(self, command: Any) -> int:
        """Return the place of a command in the order, the lowest first."""
        kind, aim = type(command), self.aim
        if command == aim.play:
            return 0
        if kind is MaritimeTrade:
            return self._rank_exchange(command)
        if kind is PlayYearOfPlenty:
            return self._rank_plenty(command)
        later = 4 * any(self.lacking)
        edge = getattr(command, "edge", NOBODY)
        if edge != NOBODY:
            return 2 + later if aim.edges >> edge & 1 else 9
        if kind in _BUILDS:
            return 3 + later
        if kind in _LAST:
            return 10
        return 1 if self.aim.is_helped else 8

    def _rank_exchange(self, trade: MaritimeTrade) -> int:
        if not self.useful[trade.take]:
            return LEFT_OUT
        fits = all(self.spare[k] >= count for k, count in enumerate(trade.give) if count)
        return (2 if fits else 9) if self.lacking[trade.take] else 11

    def _rank_plenty(self, plenty: PlayYearOfPlenty) -> int:
        if not any(count and self.useful[k] for k, count in enumerate(plenty.cards)):
            return LEFT_OUT
        fits = all(count <= self.lacking[k] for k, count in enumerate(plenty.cards))
        return 8 if not fits else 1 if self.aim.play is PlayYearOfPlenty else 6


_BUILDS: Final = (BuildSettlement, BuildCity)
_LAST: Final = (BuyDevelopmentCard, PlayKnight, PlayMonopoly, PlayRoadBuilding)
