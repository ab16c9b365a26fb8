"""Trades with the bank, in phase 2b (rulebook 003, Trade b)."""

from dataclasses import dataclass
from typing import Final

from domain.catan.belief import Belief
from domain.catan.hands import pay, take_from_bank
from domain.catan.kinds import HAND, OF_SEAT, RESOURCE, Cards
from domain.catan.module import Module
from domain.catan.state import Public, State
from domain.catan.terms import BUILD, GENERIC, KINDS, ONE, RESOURCES, ROLL, TRADE_PHASES
from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand, Field, Message


@dataclass(frozen=True, slots=True)
class MaritimeTrade:
    """Trade with the bank: equal cards for one of choice."""

    give: Cards
    take: int


@dataclass(slots=True)
class MaritimeTradeMade:
    """A seat traded with the bank."""

    seat: int
    give: Cards
    take: Cards


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
    draft.emit(MaritimeTradeMade(seat, command.give, ONE[command.take]))
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
    return "catan.trade.maritime.two_to_one" if count == 2 else "catan.trade.maritime.three_to_one"


def list_maritime(state: State, seat: int) -> list[AnyCommand]:
    """Return every trade with the bank that a seat can make."""
    found: list[AnyCommand] = []
    hand = state.hand(seat)
    may_be_better = state.setting.points.bank_rates or state.buildings(seat) & state.setting.board.harbor_nodes
    if max(hand) < (_LOWEST_RATE if may_be_better else _HIGHEST_RATE):
        return found
    is_full = all(state.bank)
    for give, held in enumerate(hand):
        if held >= _LOWEST_RATE:
            for rate in bank_rates(state, seat, give):
                if held >= rate:
                    trades = _TRADES[give][rate]
                    found += trades if is_full else [trade for trade in trades if state.bank[trade.take]]
    return found


def maritime_trade_made(s: State, event: MaritimeTradeMade) -> None:
    """Exchange cards with the bank."""
    pay(s, event.seat, event.give)
    take_from_bank(s, event.seat, event.take)


def learn_maritime_trade_made(b: Belief, event: MaritimeTradeMade) -> None:
    """All players see what the seat gives and takes."""
    b.hands.lose(event.seat, event.give)
    b.hands.gain(event.seat, event.take)


MODULE: Final = Module(
    order=5,
    listing=0,
    chapter=Chapter(
        "maritime",
        rules={MaritimeTrade: maritime_trade},
        acting=Times(
            allowed=dict.fromkeys(TRADE_PHASES, frozenset({MaritimeTrade})),
            refusals={
                ROLL: {MaritimeTrade: "catan.turn.phase_order"},
                BUILD: {MaritimeTrade: "catan.turn.no_trade_after_build"},
            },
            listers=dict.fromkeys(TRADE_PHASES, list_maritime),
        ),
        out_of_turn={MaritimeTrade: "catan.trade.maritime.active_only"},
        evolvers={MaritimeTradeMade: maritime_trade_made},
    ),
    commands=(Message(MaritimeTrade, (Field("give", HAND), Field("take", RESOURCE))),),
    events=(Message(MaritimeTradeMade, (OF_SEAT, Field("give", HAND), Field("take", HAND))),),
    evidence={MaritimeTradeMade: learn_maritime_trade_made},
)
