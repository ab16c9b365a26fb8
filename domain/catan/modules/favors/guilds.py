"""Uses favors at the guilds (rulebook 003, Entre amigos, Usar un favor gremial)."""

from dataclasses import dataclass
from typing import Final

from domain.catan.belief import Belief
from domain.catan.chapters.building.rules import lay_road
from domain.catan.chapters.building.sites import check_road, road_sites
from domain.catan.chapters.development.messages import DevelopmentCardBought
from domain.catan.hands import pay, take_from_bank
from domain.catan.modules.favors import terms
from domain.catan.modules.favors.holdings import check_rolled, favors_of
from domain.catan.state import State
from domain.catan.terms import KINDS, NOTHING, ONE, RESOURCES, STREAM_DECK
from domain.core.agenda import Agenda
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import AnyCommand


@dataclass(frozen=True, slots=True)
class CallTraders:
    """Swap a card with the bank: for a wagon the first time in a turn, free the second time."""

    give: int
    take: int


@dataclass(frozen=True, slots=True)
class CallMerchants:
    """Take a card from the bank for a ship."""

    take: int


@dataclass(frozen=True, slots=True)
class CallRoadBuilders:
    """Build a road for a shovel."""

    edge: int


@dataclass(frozen=True, slots=True)
class CallScholars:
    """Draw a development card for two books."""


@dataclass(frozen=True, slots=True)
class CallMasterBuilders:
    """Take a Catan token for two compasses."""


@dataclass(slots=True)
class FavorUsed:
    """A seat laid tokens face up at a guild."""

    seat: int
    guild: int
    tokens: int


@dataclass(slots=True)
class CardsSwapped:
    """The traders swapped a card with the bank."""

    seat: int
    give: int
    take: int


@dataclass(slots=True)
class CardTaken:
    """The merchants gave a card from the bank."""

    seat: int
    resource: int


@dataclass(slots=True)
class CatanTokenTaken:
    """The master builders gave a Catan token, worth a point."""

    seat: int


_SWAPS: Final = tuple(tuple(CallTraders(give, take) for take in range(KINDS)) for give in range(KINDS))
_TAKES: Final = tuple(CallMerchants(take) for take in range(KINDS))
_ROADS: Final = tuple(CallRoadBuilders(edge) for edge in range(500))
_SCHOLARS: Final = CallScholars()
_MASTER_BUILDERS: Final = CallMasterBuilders()


def can_call(state: State, seat: int, guild: int) -> bool:
    """Return whether a seat may use a favor in this turn and holds the tokens for a guild from before it."""
    part = favors_of(state)
    return not part.deeds.spent and part.usable(seat, guild) >= terms.COSTS[guild]


def check_call(state: State, seat: int, guild: int) -> None:
    """Refuse a guild that a seat may not call, naming the rule."""
    check_rolled(state, terms.USE_RULE)
    if can_call(state, seat, guild):
        return
    if favors_of(state).deeds.spent:
        raise IllegalCommand("favors.use.once_per_turn")
    if favors_of(state).held[seat * terms.KINDS_OF_TOKEN + guild] < terms.COSTS[guild]:
        raise IllegalCommand("favors.use.cost", tokens=terms.COSTS[guild])
    raise IllegalCommand("favors.use.no_fresh_token" if terms.COSTS[guild] == 1 else "favors.use.pair_all_old")


def call_traders(draft: Draft[State], seat: int, command: CallTraders) -> Agenda | None:
    """Swap a card; the second swap of the turn is free."""
    state = draft.state
    check_rolled(state, terms.USE_RULE)
    swaps = favors_of(state).deeds.swaps
    if swaps >= terms.SWAPS:
        raise IllegalCommand("favors.traders.two_swaps", swaps=terms.SWAPS)
    if not swaps:
        check_call(state, seat, terms.TRADERS)
    if command.give == command.take or not state.bank[command.take]:
        raise IllegalCommand("favors.traders.other_kind_in_stock")
    if not state.hands[seat * KINDS + command.give]:
        raise IllegalCommand("favors.traders.two_swaps", missing={RESOURCES[command.give]: 1})
    if not swaps:
        _spend(draft, seat, terms.TRADERS)
    draft.emit(CardsSwapped(seat, command.give, command.take))
    return None


def _spend(draft: Draft[State], seat: int, guild: int) -> None:
    draft.emit(FavorUsed(seat, guild, terms.COSTS[guild]))


def call_merchants(draft: Draft[State], seat: int, command: CallMerchants) -> Agenda | None:
    """Take a card from the bank."""
    state = draft.state
    check_call(state, seat, terms.MERCHANTS)
    if not state.bank[command.take]:
        raise IllegalCommand("favors.merchants.take_one")
    _spend(draft, seat, terms.MERCHANTS)
    draft.emit(CardTaken(seat, command.take))
    return None


def call_road_builders(draft: Draft[State], seat: int, command: CallRoadBuilders) -> Agenda | None:
    """Build a road without paying; it does not end the trade phase."""
    state = draft.state
    check_call(state, seat, terms.ROAD_BUILDERS)
    if not state.roads_left(seat):
        raise IllegalCommand("catan.road.limit")
    check_road(state, seat, command.edge)
    _spend(draft, seat, terms.ROAD_BUILDERS)
    lay_road(draft, seat, command.edge, NOTHING)
    return None


def call_scholars(draft: Draft[State], seat: int, command: CallScholars) -> Agenda | None:
    """Draw a development card free; like one bought in this turn, it cannot be played before the next turn."""
    state = draft.state
    check_call(state, seat, terms.SCHOLARS)
    if not any(state.deck):
        raise IllegalCommand("favors.scholars.deck_empty")
    _spend(draft, seat, terms.SCHOLARS)
    draft.emit(DevelopmentCardBought(seat, draft.draw(STREAM_DECK, state.deck), NOTHING))
    return None


def call_master_builders(draft: Draft[State], seat: int, command: CallMasterBuilders) -> Agenda | None:
    """Take a Catan token."""
    state = draft.state
    check_call(state, seat, terms.MASTER_BUILDERS)
    if not favors_of(state).catan_tokens_left():
        raise IllegalCommand("favors.master_builders.stock")
    _spend(draft, seat, terms.MASTER_BUILDERS)
    draft.emit(CatanTokenTaken(seat))
    return None


def list_calls(state: State, seat: int) -> list[AnyCommand]:
    """Return every favor that a seat can use now."""
    part = favors_of(state)
    if part.deeds.spent:
        return _list_swaps(state, seat) if 0 < part.deeds.swaps < terms.SWAPS else []
    if not part.counts[seat]:
        return []
    found = _list_swaps(state, seat) if can_call(state, seat, terms.TRADERS) else []
    if can_call(state, seat, terms.MERCHANTS):
        found += [_TAKES[take] for take in range(KINDS) if state.bank[take]]
    if can_call(state, seat, terms.ROAD_BUILDERS) and state.roads_left(seat):
        found += [_ROADS[edge] for edge in bits(road_sites(state, seat))]
    if can_call(state, seat, terms.SCHOLARS) and any(state.deck):
        found.append(_SCHOLARS)
    if can_call(state, seat, terms.MASTER_BUILDERS) and part.catan_tokens_left():
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


def catan_tokens(state: State, seat: int) -> int:
    """Return the points of a seat: one for each Catan token from the master builders."""
    return favors_of(state).catan_tokens[seat]


def favor_used(s: State, event: FavorUsed) -> None:
    """Spend the tokens."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(spent=True)
    part.held[event.seat * terms.KINDS_OF_TOKEN + event.guild] -= event.tokens
    part.counts[event.seat] -= event.tokens
    part.used[event.guild] += event.tokens


def cards_swapped(s: State, event: CardsSwapped) -> None:
    """Exchange a card with the bank."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(swaps=part.deeds.swaps + 1)
    pay(s, event.seat, ONE[event.give])
    take_from_bank(s, event.seat, ONE[event.take])


def catan_token_taken(s: State, event: CatanTokenTaken) -> None:
    """Give the seat a Catan token, which is a point."""
    favors_of(s).catan_tokens[event.seat] += 1
    s.points[event.seat] += 1


def learn_cards_swapped(b: Belief, event: CardsSwapped) -> None:
    """All players see what the seat gives and takes."""
    b.hands.lose(event.seat, ONE[event.give])
    b.hands.gain(event.seat, ONE[event.take])
