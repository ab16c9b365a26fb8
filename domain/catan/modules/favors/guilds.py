"""Uses favors, or exchanges them (rulebook 003, Entre amigos, Usar un favor gremial and Intercambiar)."""

from typing import Final

from domain.catan.chapters.building.rules import check_road, lay_road, road_sites
from domain.catan.chapters.development.messages import DevelopmentCardBought
from domain.catan.modules.favors.commands import (
    CallMasterBuilders,
    CallMerchants,
    CallRoadBuilders,
    CallScholars,
    CallTraders,
    ExchangeFavor,
    ReturnFavor,
)
from domain.catan.modules.favors.events import (
    CardsSwapped,
    CardTaken,
    CatanTokenTaken,
    ExchangeBegun,
    FavorReturned,
    FavorUsed,
)
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import (
    COSTS,
    KINDS_OF_TOKEN,
    MASTER_BUILDERS,
    MERCHANTS,
    RETURN_FAVOR,
    ROAD_BUILDERS,
    SCHOLARS,
    STREAM,
    SWAPS,
    TRADERS,
)
from domain.catan.state import State
from domain.catan.terms import KINDS, NOTHING, RESOURCES, STREAM_DECK
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import AnyCommand
from domain.core.table_state import pop, push

_SWAPS: Final = tuple(tuple(CallTraders(give, take) for take in range(KINDS)) for give in range(KINDS))
_TAKES: Final = tuple(CallMerchants(take) for take in range(KINDS))
_ROADS: Final = tuple(CallRoadBuilders(edge) for edge in range(500))
_SCHOLARS: Final = CallScholars()
_MASTER_BUILDERS: Final = CallMasterBuilders()


def can_call(state: State, seat: int, guild: int) -> bool:
    """Return whether a seat may use a favor in this turn and holds the tokens for a guild from before it."""
    part = favors_of(state)
    return not part.deeds.spent and part.usable(seat, guild) >= COSTS[guild]


def check_call(state: State, seat: int, guild: int) -> None:
    """Refuse a guild that a seat may not call, naming the rule."""
    if can_call(state, seat, guild):
        return
    if favors_of(state).deeds.spent:
        raise IllegalCommand("favors.use.once_per_turn")
    if favors_of(state).held[seat * KINDS_OF_TOKEN + guild] < COSTS[guild]:
        raise IllegalCommand("favors.use.cost", tokens=COSTS[guild])
    raise IllegalCommand("favors.use.no_fresh_token" if COSTS[guild] == 1 else "favors.use.pair_all_old")


def call_traders(draft: Draft[State], seat: int, command: CallTraders) -> Agenda | None:
    """Swap a card; the second swap of the turn is free."""
    state = draft.state
    swaps = favors_of(state).deeds.swaps
    if swaps >= SWAPS:
        raise IllegalCommand("favors.traders.two_swaps", swaps=SWAPS)
    if not swaps:
        check_call(state, seat, TRADERS)
    if command.give == command.take or not state.bank[command.take]:
        raise IllegalCommand("favors.traders.other_kind_in_stock")
    if not state.hands[seat * KINDS + command.give]:
        raise IllegalCommand("favors.traders.two_swaps", missing={RESOURCES[command.give]: 1})
    if not swaps:
        _spend(draft, seat, TRADERS)
    draft.emit(CardsSwapped(seat, command.give, command.take))
    return None


def _spend(draft: Draft[State], seat: int, guild: int) -> None:
    draft.emit(FavorUsed(seat, guild, COSTS[guild]))


def call_merchants(draft: Draft[State], seat: int, command: CallMerchants) -> Agenda | None:
    """Take a card from the bank."""
    state = draft.state
    check_call(state, seat, MERCHANTS)
    if not state.bank[command.take]:
        raise IllegalCommand("favors.merchants.take_one")
    _spend(draft, seat, MERCHANTS)
    draft.emit(CardTaken(seat, command.take))
    return None


def call_road_builders(draft: Draft[State], seat: int, command: CallRoadBuilders) -> Agenda | None:
    """Build a road without paying; it does not end the trade phase."""
    state = draft.state
    check_call(state, seat, ROAD_BUILDERS)
    if not state.roads_left(seat):
        raise IllegalCommand("catan.road.limit")
    check_road(state, seat, command.edge)
    _spend(draft, seat, ROAD_BUILDERS)
    lay_road(draft, seat, command.edge, NOTHING)
    return None


def call_scholars(draft: Draft[State], seat: int, command: CallScholars) -> Agenda | None:
    """Draw a development card free; like one bought in this turn, it cannot be played before the next turn."""
    state = draft.state
    check_call(state, seat, SCHOLARS)
    if not any(state.deck):
        raise IllegalCommand("favors.scholars.deck_empty")
    _spend(draft, seat, SCHOLARS)
    draft.emit(DevelopmentCardBought(seat, draft.draw(STREAM_DECK, state.deck), NOTHING))
    return None


def call_master_builders(draft: Draft[State], seat: int, command: CallMasterBuilders) -> Agenda | None:
    """Take a Catan token."""
    state = draft.state
    check_call(state, seat, MASTER_BUILDERS)
    if not favors_of(state).catan_tokens_left():
        raise IllegalCommand("favors.master_builders.stock")
    _spend(draft, seat, MASTER_BUILDERS)
    draft.emit(CatanTokenTaken(seat))
    return None


def list_calls(state: State, seat: int) -> list[AnyCommand]:
    """Return every favor that a seat can use now."""
    part = favors_of(state)
    if part.deeds.spent:
        return _list_swaps(state, seat) if 0 < part.deeds.swaps < SWAPS else []
    if not part.counts[seat]:
        return []
    found = _list_swaps(state, seat) if can_call(state, seat, TRADERS) else []
    if can_call(state, seat, MERCHANTS):
        found += [_TAKES[take] for take in range(KINDS) if state.bank[take]]
    if can_call(state, seat, ROAD_BUILDERS) and state.roads_left(seat):
        found += [_ROADS[edge] for edge in bits(road_sites(state, seat))]
    if can_call(state, seat, SCHOLARS) and any(state.deck):
        found.append(_SCHOLARS)
    if can_call(state, seat, MASTER_BUILDERS) and part.catan_tokens_left():
        found.append(_MASTER_BUILDERS)
    return found


def _list_swaps(state: State, seat: int) -> list[AnyCommand]:
    hand = state.hand(seat)
    return [
        _SWAPS[give][take]
        for give in range(KINDS)
        if hand[give]
        for take in range(KINDS)
        if take != give and state.bank[take]
    ]


_EXCHANGE: Final = ExchangeFavor()
_RETURNS: Final = tuple(ReturnFavor(token) for token in range(KINDS_OF_TOKEN))


def exchange_favor(draft: Draft[State], seat: int, command: ExchangeFavor) -> Agenda | None:
    """Draw a token; one has to go back."""
    state = draft.state
    part = favors_of(state)
    if part.deeds.spent:
        raise IllegalCommand("favors.use.once_per_turn")
    if not part.counts[seat] or not part.size:
        raise IllegalCommand("favors.exchange.needs_token_and_supply")
    draft.emit(ExchangeBegun(seat, draft.draw(STREAM, part.supply)))
    return push(state, Frame(RETURN_FAVOR, 1 << seat))


def return_favor(draft: Draft[State], seat: int, command: ReturnFavor) -> Agenda | None:
    """Return any of the own tokens, the one just drawn included."""
    state = draft.state
    if not favors_of(state).tokens(seat)[command.token]:
        raise IllegalCommand("favors.exchange.draw_then_return")
    draft.emit(FavorReturned(seat, command.token))
    return pop(state)


def list_exchange(state: State, seat: int) -> list[AnyCommand]:
    """Return the exchange, where it is allowed."""
    part = favors_of(state)
    return [_EXCHANGE] if part.counts[seat] and part.size and not part.deeds.spent else []


def list_returns(state: State, seat: int) -> list[AnyCommand]:
    """Return every kind of token that a seat can return."""
    return [_RETURNS[token] for token, count in enumerate(favors_of(state).tokens(seat)) if count]
