"""Finds the first command of a turn that is surely won, by a search over the rules that the bound keeps short."""

from collections.abc import Sequence
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
from domain.catan.chapters.trading.messages import WithdrawOffer
from domain.catan.chapters.turn import EndTurn
from domain.catan.state import State
from domain.catan.terms import AWARD_POINTS, BRICK, KINDS, LUMBER, NOBODY, ROLL, VICTORY_POINT
from domain.core.ruleset import Ruleset
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.winning.reach import CHEAPEST, MOST_ROADS, Aim, Reach, missing_points
from workers.agents.search.sure_wins import find_sure_win

NODES: Final = 1000
"""Commands tried in one position at most."""
WORLDS: Final = 3
"""Ways in which hidden cards are dealt; the win must be sure in each."""
HANDED: Final = 5
"""Points that one turn may bring apart from what cards build: two awards, and one of a module."""


def find_win(ruleset: Ruleset, view: Any, nodes: int = NODES) -> Any | None:
    """Return the first command of a sure win in the own turn of the seat whose view it is; None if none was found."""
    if view.active != view.seat or not view.agenda or not _is_near(view):
        return None
    closing = _Closing(view.seat, tactics_of(view.setting))
    return find_sure_win(ruleset, view, view.seat, closing.is_hopeless, closing.sort, nodes, WORLDS)


def _is_near(view: Any) -> bool:
    """Return whether the cards in hand may be enough, before anything is dealt."""
    missing = missing_points(view, view.seat, view.cards, view.fresh)
    rules, played = view.setting.points, sum(view.cards) - view.cards[VICTORY_POINT]
    cards = sum(view.hand)
    if played and not view.card_played:
        cards += max([view.setting.supply - view.bank[kind] - view.hand[kind] for kind in range(KINDS)] + [2])
    if view.setting.config.modules or view.offers or view.agenda[-1].kind == ROLL:
        cards += CHEAPEST
    most = cards // CHEAPEST + AWARD_POINTS * ((view.longest_road != view.seat) + (view.largest_army != view.seat))
    more = bool(view.setting.config.modules) * (HANDED - AWARD_POINTS) + MOST_ROADS * bool(rules.prizes)
    return bool(missing <= most + more)


class _Closing:
    """Prunes and sorts by what the turn can still bring."""

    def __init__(self, seat: int, tactics: Sequence[Any]) -> None:
        self.seat = seat
        self.tactics = tactics
        self.left_out = {EndTurn, WithdrawOffer, *(cls for one in tactics for cls in one.later)}

    def is_hopeless(self, state: State) -> bool:
        """Return whether the turn surely cannot bring the missing points."""
        return next(Reach(state, self.seat, self.tactics).aims(), None) is None

    def sort(self, state: State, commands: Sequence[Any]) -> Sequence[Any]:
        """Return the commands that may help, first those of the way that the bound found first."""
        aims = list(Reach(state, self.seat, self.tactics).aims())
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

    A card that no way of winning lacks is not bought from the bank, unless the bank has run out of another kind.
    """

    def __init__(self, state: State, seat: int, aims: Sequence[Aim]) -> None:
        hand = state.hand(seat)
        self.aim = min(aims, key=lambda aim: (aim.is_helped, sum(map(_missing, hand, aim.cost))))
        self.lacking = [max(0, self.aim.cost[k] - hand[k]) for k in range(KINDS)]
        self.spare = [max(0, hand[k] - self.aim.cost[k]) for k in range(KINDS)]
        paves = any(aim.edges for aim in aims)
        self.useful = [
            any(aim.cost[k] > hand[k] for aim in aims) or (paves and k in (BRICK, LUMBER)) or not all(state.bank)
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
