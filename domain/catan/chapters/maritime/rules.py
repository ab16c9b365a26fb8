"""Trades with the bank, in phase 2b (rulebook 003, Trade b)."""

from typing import Final

from domain.catan.chapters.maritime.messages import MaritimeTrade, MaritimeTradeMade
from domain.catan.state import Public, State
from domain.catan.terms import GENERIC, KINDS, RESOURCES
from domain.core.agenda import Agenda
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand

_ONE: Final = tuple(tuple(int(k == kind) for k in range(KINDS)) for kind in range(KINDS))
_TRADES: Final = tuple(
    tuple(
        tuple(
            MaritimeTrade(tuple(rate if k == give else 0 for k in range(KINDS)), take)
            for take in range(KINDS)
            if take != give
        )
        for rate in range(5)
    )
    for give in range(KINDS)
)
_LOWEST_RATE: Final = 2
_HIGHEST_RATE: Final = 4
_RATES: Final = ((4,), (3, 4), (2, 4), (2, 3, 4))
"""The rates of a kind: without a harbor, at one for any kind, at its own, at both."""
_RATE_RULES: Final = {
    2: "catan.trade.maritime.two_to_one",
    3: "catan.trade.maritime.three_to_one",
    4: "catan.trade.maritime.four_to_one",
}


def bank_rates(state: Public, seat: int, kind: int) -> tuple[int, ...]:
    """Return how many cards of a kind a seat may give for one: four always, fewer at an own harbor."""
    harbors, mine = state.setting.board.harbor_mask, state.buildings(seat)
    rates = _RATES[2 * bool(mine & harbors[kind]) + bool(mine & harbors[GENERIC])]
    for more in state.setting.points.bank_rates:
        rates = tuple(sorted({*rates, *more(state, seat, kind)}))
    return rates


def maritime_trade(draft: Draft[State], seat: int, command: MaritimeTrade) -> Agenda | None:
    """Give equal cards at a rate the seat has, take one of another kind that the bank holds."""
    state = draft.state
    count = max(command.give)
    kind = command.give.index(count)
    if not count or sum(command.give) != count or kind >= KINDS:
        raise IllegalCommand("catan.trade.maritime.same_kind_given")
    if kind == command.take:
        raise IllegalCommand("catan.trade.maritime.no_like_for_like")
    if count not in bank_rates(state, seat, kind):
        raise IllegalCommand(_rate_rule(state, seat, kind, count), rates=list(bank_rates(state, seat, kind)))
    if state.hands[seat * KINDS + kind] < count:
        missing = {RESOURCES[kind]: count - state.hands[seat * KINDS + kind]}
        raise IllegalCommand("catan.trade.maritime.must_own", missing=missing)
    if not state.bank[command.take]:
        raise IllegalCommand("catan.trade.maritime.bank_has_card")
    draft.emit(MaritimeTradeMade(seat, command.give, _ONE[command.take]))
    return None


def _rate_rule(state: Public, seat: int, kind: int, count: int) -> str:
    """Return the rule that denies a seat a rate."""
    if count not in (2, 3):
        return "catan.trade.maritime.four_to_one"
    harbors = state.setting.board.harbor_mask
    mine = state.buildings(seat)
    wanted = harbors[kind] if count == 2 else harbors[GENERIC]
    if count == 2 and any(mine & harbors[other] for other in range(KINDS) if other != kind):
        return "catan.trade.maritime.two_to_one_kind_only"
    if wanted & state.foreign(seat):
        return "catan.trade.maritime.own_harbor_only"
    if wanted & state.touched[seat]:
        return "catan.trade.maritime.road_not_enough"
    return _RATE_RULES[count]


def _lowest_rate(state: Public, seat: int) -> int:
    """Return a rate below which a seat has none."""
    if state.buildings(seat) & state.setting.board.harbor_nodes or state.setting.points.bank_rates:
        return _LOWEST_RATE
    return _HIGHEST_RATE


def list_maritime(state: State, seat: int) -> list[AnyCommand]:
    """Return every trade with the bank that a seat can make."""
    found: list[AnyCommand] = []
    hand = state.hand(seat)
    if max(hand) < _lowest_rate(state, seat):
        return found
    is_full = all(state.bank)
    for give, held in enumerate(hand):
        if held >= _LOWEST_RATE:
            for rate in bank_rates(state, seat, give):
                if held >= rate:
                    trades = _TRADES[give][rate]
                    found += trades if is_full else [trade for trade in trades if state.bank[trade.take]]
    return found
