"""What a helper owes its owner: flip or exchange, a card from the supply, from a hand or from the deck, a card back."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.catan.modules.helpers import terms
from domain.catan.modules.helpers.commands import (
    DeclineHelper,
    ExchangeHelper,
    FlipHelper,
    KeepCard,
    ReturnCard,
    TakeCard,
    UseProtectSeven,
    UseResourceBalance,
)
from domain.catan.modules.helpers.holding import helper_cards
from domain.catan.terms import KINDS, KNIGHT, MONOPOLY, ROAD_BUILDING, VICTORY_POINT, YEAR_OF_PLENTY
from workers.agents.catan.goals import Goal, goals
from workers.agents.catan.prospects import promise, ranked
from workers.agents.catan.situation import Situation

PLANS: Final = 3

# How much a helper is worth before the position is looked at.
WORTH: Final = {
    terms.FORCED_TRADE: 2.0,
    terms.ROAD_HELP: 1.0,
    terms.RESOURCE_BALANCE: 3.0,
    terms.MOVE_ROAD: 0.2,
    terms.PROTECT_SEVEN: 1.2,
    terms.CARD_CHOICE: 1.9,
    terms.TAKE_FROM_LEADER: 1.0,
    terms.KNIGHT_TO_BUILDING: 0.5,
    terms.TWO_TO_ONE: 1.8,
    terms.ROBBER_TO_DESERT: 1.6,
}
LEADER: Final = 1.6  # what a look at a leader's hand gains when somebody leads
KNIGHTS: Final = 2.0  # what a knight to spare gains
# Which development card to keep, the best one first, unless an army is in reach.
KEPT: Final = (VICTORY_POINT, YEAR_OF_PLENTY, MONOPOLY, ROAD_BUILDING, KNIGHT)
ARMED: Final = (VICTORY_POINT, KNIGHT, YEAR_OF_PLENTY, MONOPOLY, ROAD_BUILDING)


def plans_of(now: Situation) -> list[Goal]:
    """The most promising goals."""
    return [plan.goal for plan in ranked(now, now.hand, goals(now))[:PLANS]]


def with_card(now: Situation, kind: int, count: int = 1) -> list[int]:
    """The own hand with a card of a kind more, or less."""
    return [held + (count if k == kind else 0) for k, held in enumerate(now.hand)]


def choose_card(now: Situation, commands: Sequence[Any]) -> Any:
    """The card that helps the plans most."""
    plans = plans_of(now)
    takes = [command for command in commands if not isinstance(command, DeclineHelper)]
    return max(takes, key=lambda command: promise(now, with_card(now, command.resource), plans))


def choose_return(now: Situation, commands: Sequence[ReturnCard]) -> ReturnCard:
    """The card that the plans miss least."""
    plans = plans_of(now)
    return max(commands, key=lambda command: promise(now, with_card(now, command.resource, -1), plans))


def choose_kept(now: Situation, commands: Sequence[KeepCard]) -> KeepCard:
    """A victory point first; a knight before the others while an army is in reach."""
    order = ARMED if now.view.largest_army != now.seat and now.view.knights[now.seat] else KEPT
    return min(commands, key=lambda command: order.index(command.card))


def choose_settling(now: Situation, commands: Sequence[Any]) -> Any:
    """Keep the helper on side B unless the display has a better one."""
    own = helper_cards(now.view).helpers[now.seat]

    def worth(command: Any) -> tuple[float, bool]:
        is_flip = isinstance(command, FlipHelper)
        return helper_worth(now, own if is_flip else command.helper), is_flip

    return max(commands, key=worth)


def helper_worth(now: Situation, helper: int) -> float:
    """What a helper is worth here and now."""
    view, seat = now.view, now.seat
    worth = WORTH[helper]
    if helper == terms.TAKE_FROM_LEADER and max(view.points) > view.points[seat]:
        worth += LEADER
    if helper == terms.KNIGHT_TO_BUILDING and view.knights[seat] and view.largest_army != seat:
        worth += KNIGHTS
    if helper == terms.TWO_TO_ONE:
        worth -= sum(1 for ratio in now.ratios if ratio == 2) / KINDS
    return worth


OWED: Final[dict[type[Any], Callable[[Situation, Sequence[Any]], Any]]] = {
    UseResourceBalance: choose_card,
    UseProtectSeven: choose_card,
    TakeCard: choose_card,
    ReturnCard: choose_return,
    KeepCard: choose_kept,
    FlipHelper: choose_settling,
    ExchangeHelper: choose_settling,
}
