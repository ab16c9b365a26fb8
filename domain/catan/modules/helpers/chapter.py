"""Composes the helpers: one rule per command, one lister per effect, one refusal per moment."""

from typing import Final

from domain.catan.chapters.building.messages import RoadBuilt
from domain.catan.chapters.production import DiceRolled
from domain.catan.chapters.setup.messages import SettlementFounded
from domain.catan.kinds import SEAT
from domain.catan.module import Module
from domain.catan.modules.helpers import building, commands, moving, rolling, terms, trading, using
from domain.catan.modules.helpers.events import EVENTS, RoadMoved
from domain.catan.modules.helpers.evolve import EVIDENCE, EVOLVERS
from domain.catan.modules.helpers.holdings import check_helpers, helper_cards, open_cards, unpack
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.catan.state import State
from domain.catan.terms import BUILD, NOBODY, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import member
from domain.core.chapter import ANY, Chapter, Lister, Rule, Times
from domain.core.messages import AnyCommand

_WHILE_TRADING: Final = frozenset({commands.UseForcedTrade, commands.UseTwoToOne})
_AFTER_ROLL: Final = frozenset(
    {
        commands.UseRoadHelp,
        commands.UseMoveRoad,
        commands.UseCardChoice,
        commands.UseTakeFromLeader,
        commands.UseKnightToBuilding,
        commands.UseRobberToDesert,
    }
)
_OWN_TURN: Final = _WHILE_TRADING | _AFTER_ROLL

RULES: Final[dict[type, Rule[State]]] = {
    commands.FlipHelper: using.flip,
    commands.ExchangeHelper: using.exchange,
    commands.DeclineHelper: rolling.decline,
    commands.UseForcedTrade: trading.use_forced_trade,
    commands.ReturnCard: trading.return_card,
    commands.UseRoadHelp: building.use_road_help,
    commands.UseResourceBalance: rolling.use_balance,
    commands.UseMoveRoad: moving.use_move_road,
    commands.UseProtectSeven: rolling.take_protected,
    commands.UseCardChoice: building.use_card_choice,
    commands.KeepCard: building.keep_card,
    commands.UseTakeFromLeader: moving.use_take_from_leader,
    commands.TakeCard: moving.take_card,
    commands.UseKnightToBuilding: building.use_knight,
    commands.UseTwoToOne: trading.use_two_to_one,
    commands.UseRobberToDesert: moving.use_robber,
}

ALLOWED: Final[dict[int, frozenset[type]]] = {
    ROLL: frozenset({commands.UseRobberToDesert}),
    TRADE: _OWN_TURN,
    TRADE_BUILD: _OWN_TURN,
    BUILD: _AFTER_ROLL,
    terms.SETTLE: frozenset({commands.FlipHelper, commands.ExchangeHelper}),
    terms.BALANCE: frozenset({commands.UseResourceBalance, commands.DeclineHelper}),
    terms.PROTECTION: frozenset({commands.UseProtectSeven}),
    terms.KEEP: frozenset({commands.KeepCard}),
    terms.TAKE: frozenset({commands.TakeCard}),
    terms.RETURN: frozenset({commands.ReturnCard}),
}

# Why an answer is refused that nothing asks for, in the own turn and out of it.
_UNASKED: Final[dict[type | None, str]] = {
    commands.FlipHelper: "helpers.use.no_voluntary_return",
    commands.ExchangeHelper: "helpers.use.no_voluntary_return",
    commands.UseResourceBalance: "helpers.balance.window",
    commands.DeclineHelper: "helpers.balance.window",
    commands.UseProtectSeven: "helpers.protection.compulsory",
    commands.KeepCard: "helpers.card_choice.look_three",
    commands.TakeCard: "helpers.leader.look_and_take",
    commands.ReturnCard: "helpers.forced_trade.return_card",
}
_TOO_EARLY: Final[dict[type | None, str]] = {**dict.fromkeys(_OWN_TURN, "helpers.use.after_roll"), **_UNASKED}
_TOO_LATE: Final[dict[type | None, str]] = {
    **dict.fromkeys(_WHILE_TRADING, "catan.turn.no_trade_after_build"),
    **_UNASKED,
}
REFUSALS: Final[dict[int, dict[type | None, str]]] = {
    ROLL: _TOO_EARLY,
    TRADE: _UNASKED,
    TRADE_BUILD: _UNASKED,
    BUILD: _TOO_LATE,
    terms.SETTLE: {ANY: "helpers.use.then_flip_or_exchange"},
    terms.BALANCE: {ANY: "helpers.balance.window"},
    terms.PROTECTION: {ANY: "helpers.protection.compulsory"},
    terms.KEEP: {ANY: "helpers.card_choice.look_three"},
    terms.TAKE: {ANY: "helpers.leader.look_and_take"},
    terms.RETURN: {ANY: "helpers.forced_trade.return_card"},
}
REFUSALS_OTHERS: Final[dict[int, dict[type | None, str]]] = {
    terms.SETTLE: {ANY: "catan.turn.pending_first"},
    terms.BALANCE: {ANY: "helpers.balance.window"},
    terms.PROTECTION: {ANY: "helpers.protection.order"},
}
OUT_OF_TURN: Final[dict[type | None, str]] = {**dict.fromkeys(_OWN_TURN, "helpers.use.off_turn_only_two"), **_UNASKED}

_USES: Final = _OWN_TURN | {commands.UseResourceBalance, commands.UseProtectSeven}
BETWEEN_TURNS: Final[dict[type, str]] = dict.fromkeys(_USES, "helpers.use.no_special_building")

_BUILDING: Final[dict[int, Lister[State]]] = {
    terms.ROAD_HELP: building.list_road_helps,
    terms.MOVE_ROAD: moving.list_road_moves,
    terms.CARD_CHOICE: building.list_card_choices,
    terms.TAKE_FROM_LEADER: moving.list_leaders,
    terms.KNIGHT_TO_BUILDING: building.list_knight_buildings,
    terms.ROBBER_TO_DESERT: moving.list_homes,
}
_TRADING: Final[dict[int, Lister[State]]] = {
    **_BUILDING,
    terms.FORCED_TRADE: trading.list_forced_trades,
    terms.TWO_TO_ONE: trading.list_rates,
}
_ROLLING: Final[dict[int, Lister[State]]] = {terms.ROBBER_TO_DESERT: moving.list_homes}


def _list_by(table: dict[int, Lister[State]], state: State, seat: int) -> list[AnyCommand]:
    """Return the uses of the seat's helper that a moment allows."""
    helper = helper_cards(state).helpers[seat]
    lister = table.get(helper) if helper != NOBODY else None
    return lister(state, seat) if lister is not None and using.is_ready(state, seat) else []


def _list_rolling(state: State, seat: int) -> list[AnyCommand]:
    return _list_by(_ROLLING, state, seat)


def _list_trading(state: State, seat: int) -> list[AnyCommand]:
    return _list_by(_TRADING, state, seat)


def _list_building(state: State, seat: int) -> list[AnyCommand]:
    return _list_by(_BUILDING, state, seat)


LISTERS: Final[dict[int, Lister[State]]] = {
    ROLL: _list_rolling,
    TRADE: _list_trading,
    TRADE_BUILD: _list_trading,
    BUILD: _list_building,
    terms.SETTLE: using.list_settling,
    terms.BALANCE: rolling.list_balance,
    terms.PROTECTION: rolling.list_protected,
    terms.KEEP: building.list_kept,
    terms.TAKE: moving.list_hand,
    terms.RETURN: trading.list_returns,
}

MODULE: Final = Module(
    order=3,
    chapter=Chapter(
        terms.NAME,
        idle=(commands.DeclineHelper,),
        frames=terms.FRAMES,
        members={terms.TAKE: member("victim", SEAT), terms.RETURN: member("to", SEAT)},
        rules=RULES,
        acting=Times(allowed=ALLOWED, refusals=REFUSALS, listers=LISTERS),
        others=Times(refusals=REFUSALS_OTHERS),
        out_of_turn=OUT_OF_TURN,
        evolvers=EVOLVERS,
        reactions={SettlementFounded: using.deal, DiceRolled: rolling.after_roll},
        counts_as={RoadMoved: RoadBuilt},
        check=check_helpers,
    ),
    commands=commands.COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
    between_turns=BETWEEN_TURNS,
    points=Points(
        setup=(using.deal_printed,),
        bank_rates=(trading.named_rate,),
        spared=(rolling.is_spared,),
        after_turn=(trading.settle_rate,),
    ),
    open_slice=open_cards,
    unpack_slice=unpack,
    options={terms.TRADE_WITH_ONE: FLAG},
    before={terms.TRADE_WITH_ONE: True},
)
