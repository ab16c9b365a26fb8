"""Deals the top card of the stack with the second settlement (rulebook 003, helpers, Preparations)."""

from typing import Final

from domain.catan import maps
from domain.catan.chapters.setup.messages import SettlementFounded
from domain.catan.chapters.setup.rules import founder
from domain.catan.modules.helpers.events import HelperDealt
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.state import Setting, State
from domain.catan.terms import NOBODY
from domain.core.chance import Chance
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.messages import AnyEvent

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
