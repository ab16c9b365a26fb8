"""Deals helpers, and decides when one may be used and what becomes of it (rulebook 003, helpers, Special rules)."""

from dataclasses import dataclass

from domain.catan import maps
from domain.catan.chapters.setup.messages import SettlementFounded
from domain.catan.chapters.setup.rules import founder
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.terms import EFFECTS, SETTLE, SIDE_A, SIDE_B
from domain.catan.state import Public, Setting, State
from domain.catan.terms import NOBODY
from domain.core.agenda import Agenda, Frame
from domain.core.chance import Chance
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand, AnyEvent
from domain.core.number_rows import replace_entry
from domain.core.table_state import pop


@dataclass(frozen=True, slots=True)
class FlipHelper:
    """Turn the helper just used to side B."""


@dataclass(frozen=True, slots=True)
class ExchangeHelper:
    """Put the helper just used into the display and take another one."""

    helper: int


@dataclass(slots=True)
class HelperDealt:
    """A seat took the top card of the stack in the founding phase."""

    seat: int
    helper: int


@dataclass(slots=True)
class HelperUsed:
    """A seat used its helper."""

    seat: int
    helper: int


@dataclass(slots=True)
class HelperFlipped:
    """A used helper shows side B now."""

    seat: int


@dataclass(slots=True)
class HelperExchanged:
    """A used helper (`returned`) went to the display, and another one came from there."""

    seat: int
    returned: int
    helper: int


def deal(draft: Draft[State], seat: int, event: SettlementFounded) -> Owed:
    """Deal the next card after a second settlement."""
    if draft.state.settlements[event.seat].bit_count() == 2:
        held = helper_cards(draft.state).helpers
        draft.emit(HelperDealt(event.seat, len(held) - held.count(NOBODY)))
    return []


def deal_printed(setting: Setting, chance: Chance) -> list[AnyEvent]:
    """On a map with printed pieces the cards are dealt as if the second settlements had just been placed."""
    if maps.read(setting.config.map).get("pieces") is None:
        return []
    return [HelperDealt(founder(setting, setting.seats + card), card) for card in range(setting.seats)]


def check_use(state: Public, seat: int, helper: int) -> None:
    """Refuse a helper that the seat does not hold, took in this turn, or has used in this turn."""
    cards = helper_cards(state)
    if cards.helpers[seat] != helper:
        raise IllegalCommand("helpers.use.own_card", helper=EFFECTS[helper])
    if cards.taken[seat] == state.turn:
        raise IllegalCommand("helpers.use.not_turn_taken")
    if cards.used[seat] == state.turn:
        raise IllegalCommand("helpers.use.one_per_turn")


def ready_holder(state: Public, helper: int) -> int:
    """Return the seat that holds a helper and may use it in this turn, or NOBODY."""
    cards = helper_cards(state)
    seat = cards.helpers.index(helper) if helper in cards.helpers else NOBODY
    return seat if seat < 0 or cards.is_ready(seat, state.turn) else NOBODY


def settling(state: Public, seat: int, agenda: Agenda | None, *frames: Frame) -> Agenda:
    """Return the agenda with the flip or exchange due on top, and above it what the use still requires."""
    below: Agenda = state.agenda if agenda is None else agenda
    return (*below, Frame(SETTLE, 1 << seat), *frames)


def flip(draft: Draft[State], seat: int, command: FlipHelper) -> Agenda | None:
    """Keep the card on side B for one more use."""
    if helper_cards(draft.state).sides[seat] != SIDE_A:
        raise IllegalCommand("helpers.use.side_b_leaves")
    draft.emit(HelperFlipped(seat))
    return pop(draft.state)


def exchange(draft: Draft[State], seat: int, command: ExchangeHelper) -> Agenda | None:
    """Take another card from the display; it sleeps until the next turn."""
    cards = helper_cards(draft.state)
    if command.helper not in cards.display():
        raise IllegalCommand("helpers.exchange.other_card", helper=EFFECTS[command.helper])
    draft.emit(HelperExchanged(seat, cards.helpers[seat], command.helper))
    return pop(draft.state)


def list_settling(state: State, seat: int) -> list[AnyCommand]:
    """Return every exchange, and the flip from side A."""
    cards = helper_cards(state)
    found: list[AnyCommand] = [FlipHelper()] if cards.sides[seat] == SIDE_A else []
    return [*found, *(ExchangeHelper(helper) for helper in cards.display())]


def helper_dealt(s: State, event: HelperDealt) -> None:
    """Give the seat its helper."""
    cards = helper_cards(s)
    cards.helpers = replace_entry(cards.helpers, event.seat, event.helper)


def helper_used(s: State, event: HelperUsed) -> None:
    """Remember the turn in which the seat used its helper."""
    cards = helper_cards(s)
    cards.used = replace_entry(cards.used, event.seat, s.turn)


def helper_flipped(s: State, event: HelperFlipped) -> None:
    """Turn the helper to its side B."""
    cards = helper_cards(s)
    cards.sides = replace_entry(cards.sides, event.seat, SIDE_B)
    _forget_rate(s, event.seat)


def helper_exchanged(s: State, event: HelperExchanged) -> None:
    """Replace the helper by another one on its side A."""
    cards = helper_cards(s)
    cards.helpers = replace_entry(cards.helpers, event.seat, event.helper)
    cards.sides = replace_entry(cards.sides, event.seat, SIDE_A)
    cards.taken = replace_entry(cards.taken, event.seat, s.turn)
    _forget_rate(s, event.seat)


def _forget_rate(s: State, seat: int) -> None:
    cards = helper_cards(s)
    if cards.rate_seat == seat:
        cards.rate_seat, cards.rate_kind = NOBODY, 0
