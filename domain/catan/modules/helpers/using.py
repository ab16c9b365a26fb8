"""Deals helpers, and decides when one may be used and what becomes of it (rulebook 003, helpers, Special rules)."""

from typing import Final

from domain.catan import maps
from domain.catan.chapters.setup.messages import SettlementFounded
from domain.catan.chapters.setup.rules import founder
from domain.catan.modules.helpers.commands import ExchangeHelper, FlipHelper
from domain.catan.modules.helpers.events import HelperDealt, HelperExchanged, HelperFlipped
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.terms import EFFECTS, SETTLE, SIDE_A
from domain.catan.state import Public, Setting, State
from domain.catan.terms import NOBODY
from domain.core.agenda import Agenda, Frame
from domain.core.chance import Chance
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand, AnyEvent
from domain.core.table_state import pop

_SECOND: Final = 2


def deal(draft: Draft[State], seat: int, event: SettlementFounded) -> Owed:
    """Deal the next card after a second settlement."""
    if draft.state.settlements[event.seat].bit_count() == _SECOND:
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


def is_ready(state: Public, seat: int) -> bool:
    """Return whether the seat's helper may be used in this turn."""
    return helper_cards(state).is_ready(seat, state.turn)


def ready_holder(state: Public, helper: int) -> int:
    """Return the seat that holds a helper and may use it in this turn, or NOBODY."""
    seat = helper_cards(state).holder(helper)
    return seat if seat < 0 or is_ready(state, seat) else -1


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
