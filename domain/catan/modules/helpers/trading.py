"""Plays the helpers of the trade phase: the forced trade, and two for one with the bank."""

from dataclasses import dataclass
from typing import Final

from domain.catan.belief import Belief
from domain.catan.hands import hand_over
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.terms import FORCED_TRADE, RETURN, SETTLE, TRADE_WITH_ONE, TWO_TO_ONE
from domain.catan.modules.helpers.using import HelperUsed, check_use, settling
from domain.catan.state import Public, State
from domain.catan.terms import KINDS, RESOURCES
from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import AnyCommand
from domain.core.table_state import pop


@dataclass(frozen=True, slots=True)
class UseForcedTrade:
    """Demand one resource from one or two opponents; `seats` is their mask."""

    resource: int
    seats: int


@dataclass(frozen=True, slots=True)
class ReturnCard:
    """Give a card back for one that the forced trade brought."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseTwoToOne:
    """Name the resource that the bank takes two for one, this turn."""

    resource: int


@dataclass(slots=True)
class ForcedTradeMade:
    """A seat demanded a resource from the seats `asked`; those in `gave` had it and gave one each."""

    seat: int
    resource: int
    asked: int
    gave: int


@dataclass(slots=True)
class CardReturned:
    """A seat gave a card back for one from the forced trade."""

    seat: int
    partner: int
    resource: int


@dataclass(slots=True)
class RateNamed:
    """The bank takes two cards of a resource for one from a seat, for the rest of the turn."""

    seat: int
    resource: int


_MOST_ASKED: Final = 2
_TWO: Final = (2,)
_NONE: Final[tuple[int, ...]] = ()


def use_forced_trade(draft: Draft[State], seat: int, command: UseForcedTrade) -> Agenda | None:
    """Take one card from each chosen seat that has the resource, owing one back; the helper counts as used anyway."""
    state = draft.state
    check_use(state, seat, FORCED_TRADE)
    if command.seats not in _choices(state, seat):
        raise IllegalCommand("helpers.forced_trade.one_or_two")
    gave = sum(1 << other for other in bits(command.seats) if state.hands[other * KINDS + command.resource])
    draft.emit(HelperUsed(seat, FORCED_TRADE))
    draft.emit(ForcedTradeMade(seat, command.resource, command.seats, gave))
    return settling(state, seat, None, *(Frame(RETURN, 1 << seat, other) for other in reversed(bits(gave))))


def _choices(state: Public, seat: int) -> list[int]:
    """Return every mask of one or two opponents; of three players both others, unless the table plays otherwise."""
    both = state.seats == 3 and not state.setting.config.options[TRADE_WITH_ONE]
    least = _MOST_ASKED if both else 1
    masks = range(1, 1 << state.seats)
    return [mask for mask in masks if least <= mask.bit_count() <= _MOST_ASKED and not mask >> seat & 1]


def return_card(draft: Draft[State], seat: int, command: ReturnCard) -> Agenda | None:
    """Give the seat that the frame names any card in return, perhaps the one just received."""
    state = draft.state
    if not state.hands[seat * KINDS + command.resource]:
        raise IllegalCommand("helpers.forced_trade.return_card", missing={RESOURCES[command.resource]: 1})
    draft.emit(CardReturned(seat, state.agenda[-1].data, command.resource))
    return pop(state)


def list_forced_trades(state: State, seat: int) -> list[AnyCommand]:
    """Return every resource from every one or two opponents."""
    return [UseForcedTrade(kind, mask) for kind in range(KINDS) for mask in _choices(state, seat)]


def list_returns(state: State, seat: int) -> list[AnyCommand]:
    """Return every kind in hand."""
    return [ReturnCard(kind) for kind in range(KINDS) if state.hands[seat * KINDS + kind]]


def use_two_to_one(draft: Draft[State], seat: int, command: UseTwoToOne) -> Agenda | None:
    """Name the resource; the flip or exchange waits for the end of the turn."""
    state = draft.state
    check_use(state, seat, TWO_TO_ONE)
    if not _takes(state, command.resource):
        raise IllegalCommand("helpers.use.pointless_refused", resource=RESOURCES[command.resource])
    draft.emit(HelperUsed(seat, TWO_TO_ONE))
    draft.emit(RateNamed(seat, command.resource))
    return None


def _takes(state: State, resource: int) -> bool:
    """Return whether the bank has a card of another kind to give."""
    return any(left for kind, left in enumerate(state.bank) if kind != resource)


def list_rates(state: State, seat: int) -> list[AnyCommand]:
    """Return every resource that can be named."""
    return [UseTwoToOne(kind) for kind in range(KINDS) if _takes(state, kind)]


def named_rate(state: Public, seat: int, kind: int) -> tuple[int, ...]:
    """Return two for one for the resource named, as long as its namer's turn lasts."""
    cards = helper_cards(state)
    return _TWO if seat == cards.rate_seat and seat == state.active and kind == cards.rate_kind else _NONE


def settle_rate(state: Public, seat: int) -> Owed:
    """Return the frame in which the card is flipped or exchanged after the turn, before the others build."""
    if helper_cards(state).rate_seat != seat:
        return []
    return [Frame(SETTLE, 1 << seat)]


def forced_trade_made(s: State, event: ForcedTradeMade) -> None:
    """Take a card from each seat that had one to give."""
    for giver in bits(event.gave):
        hand_over(s, giver, event.seat, event.resource)


def card_returned(s: State, event: CardReturned) -> None:
    """Give a card back to the partner."""
    hand_over(s, event.seat, event.partner, event.resource)


def rate_named(s: State, event: RateNamed) -> None:
    """Remember the resource of the better rate."""
    cards = helper_cards(s)
    cards.rate_seat, cards.rate_kind = event.seat, event.resource


def learn_forced_trade_made(b: Belief, event: ForcedTradeMade) -> None:
    """The seats that gave held the card; those that were asked and gave nothing hold none of its kind."""
    for seat in bits(event.asked & ~event.gave):
        b.hands.show(seat, event.resource, 0)
    for seat in bits(event.gave):
        b.hands.pass_openly(seat, event.seat, event.resource)


def learn_card_returned(b: Belief, event: CardReturned) -> None:
    """All players see which card goes back."""
    b.hands.pass_openly(event.seat, event.partner, event.resource)
