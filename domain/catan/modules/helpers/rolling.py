"""Plays the two helpers that follow a roll in anyone's turn: resource balance and protection from the seven."""

from dataclasses import dataclass

from domain.catan.chapters.production import SEVEN, DiceRolled, ResourcesProduced
from domain.catan.chapters.robber.rules import hand_limit, hand_size
from domain.catan.modules.helpers.terms import BALANCE, PROTECT_SEVEN, PROTECTION, RESOURCE_BALANCE, SETTLE
from domain.catan.modules.helpers.using import HelperUsed, ready_holder, settling
from domain.catan.state import State
from domain.catan.terms import KINDS, NOBODY, RESOURCES
from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand
from domain.core.table_state import pop


@dataclass(frozen=True, slots=True)
class DeclineHelper:
    """Do without the resource balance this time."""


@dataclass(frozen=True, slots=True)
class UseResourceBalance:
    """Take a card from the supply after a roll that brought nothing."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseProtectSeven:
    """Take a card from the supply for a seven that costs nothing."""

    resource: int


@dataclass(slots=True)
class SupplyCardTaken:
    """A helper brought its owner a card from the supply."""

    seat: int
    resource: int


def after_roll(draft: Draft[State], seat: int, event: DiceRolled) -> Owed:
    """Let a seven wake the protection, and any other roll offer the balance to its owner, who got nothing, once."""
    if sum(event.dice) == SEVEN:
        return _protect(draft)
    state = draft.state
    owner = ready_holder(state, RESOURCE_BALANCE)
    if owner == NOBODY or not any(state.bank):
        return []
    mine = slice(owner * KINDS, (owner + 1) * KINDS)
    gained = any(any(e.gains[mine]) for e in draft.events if isinstance(e, ResourcesProduced))
    return [] if gained else [Frame(BALANCE, 1 << owner)]


def is_spared(state: State, seat: int) -> bool:
    """Return whether the protection keeps a seat's cards on this seven."""
    return ready_holder(state, PROTECT_SEVEN) == seat


def _protect(draft: Draft[State]) -> Owed:
    """It works by itself: the owner keeps all of a large hand, or takes a card to a small one."""
    state = draft.state
    owner = ready_holder(state, PROTECT_SEVEN)
    if owner == NOBODY:
        return []
    draft.emit(HelperUsed(owner, PROTECT_SEVEN))
    owed = [Frame(SETTLE, 1 << owner)]
    if hand_size(state, owner) <= hand_limit(state, owner) and any(state.bank):
        owed.append(Frame(PROTECTION, 1 << owner))
    return owed


def check_supply(state: State, resource: int) -> None:
    """Refuse a use whose gain the supply cannot pay."""
    if not state.bank[resource]:
        raise IllegalCommand("helpers.use.pointless_refused", resource=RESOURCES[resource])


def use_balance(draft: Draft[State], seat: int, command: UseResourceBalance) -> Agenda | None:
    """Take a card of choice."""
    check_supply(draft.state, command.resource)
    draft.emit(HelperUsed(seat, RESOURCE_BALANCE))
    draft.emit(SupplyCardTaken(seat, command.resource))
    return settling(draft.state, seat, pop(draft.state))


def decline(draft: Draft[State], seat: int, command: DeclineHelper) -> Agenda | None:
    """Take nothing and keep the card unused."""
    return pop(draft.state)


def take_protected(draft: Draft[State], seat: int, command: UseProtectSeven) -> Agenda | None:
    """Take the card that a seven brings to a small hand."""
    check_supply(draft.state, command.resource)
    draft.emit(SupplyCardTaken(seat, command.resource))
    return pop(draft.state)


def list_balance(state: State, seat: int) -> list[AnyCommand]:
    """Return every card that the supply can give, and doing without."""
    uses: list[AnyCommand] = [UseResourceBalance(kind) for kind in range(KINDS) if state.bank[kind]]
    return [*uses, DeclineHelper()]


def list_protected(state: State, seat: int) -> list[AnyCommand]:
    """Return every card that the supply can give."""
    return [UseProtectSeven(kind) for kind in range(KINDS) if state.bank[kind]]
