"""Composes the helpers: one rule per command, one lister per effect, one refusal per moment."""

from functools import partial
from typing import Final

from domain.catan.belief import learn_card_from_bank
from domain.catan.chapters.building.messages import RoadBuilt
from domain.catan.chapters.production import DiceRolled
from domain.catan.chapters.setup.messages import SettlementFounded
from domain.catan.hands import take_card_from_bank
from domain.catan.kinds import CARD, EDGE, HAND, NODE, OF_SEAT, RESOURCE, SEAT, SEATS, TILE
from domain.catan.module import Module
from domain.catan.modules.helpers import building, moving, rolling, terms, trading, using
from domain.catan.modules.helpers.holdings import HelperCards, check_helpers, helper_cards, restore, unpack
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.catan.state import State
from domain.catan.terms import BUILD, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import member
from domain.core.chapter import ANY, Chapter, Lister, Times
from domain.core.kinds import word
from domain.core.messages import AnyCommand, Field, Message, name_masks, name_seats

_WHILE_TRADING: Final = frozenset({trading.UseForcedTrade, trading.UseTwoToOne})
_AFTER_ROLL: Final = frozenset(
    {
        building.UseRoadHelp,
        moving.UseMoveRoad,
        building.UseCardChoice,
        moving.UseTakeFromLeader,
        building.UseKnightToBuilding,
        moving.UseRobberToDesert,
    }
)
_OWN_TURN: Final = _WHILE_TRADING | _AFTER_ROLL

_HELPER: Final = word(terms.EFFECTS)
_RESOURCE: Final = Field("resource", RESOURCE)
_VICTIM: Final = Field("victim", SEAT)
_BOTH: Final = ("seat", "victim")

# Why an answer is refused that nothing asks for, in the own turn and out of it.
_UNASKED: Final[dict[type | None, str]] = {
    using.FlipHelper: "helpers.use.no_voluntary_return",
    using.ExchangeHelper: "helpers.use.no_voluntary_return",
    rolling.UseResourceBalance: "helpers.balance.window",
    rolling.DeclineHelper: "helpers.balance.window",
    rolling.UseProtectSeven: "helpers.protection.compulsory",
    building.KeepCard: "helpers.card_choice.look_three",
    moving.TakeCard: "helpers.leader.look_and_take",
    trading.ReturnCard: "helpers.forced_trade.return_card",
}
_TOO_EARLY: Final[dict[type | None, str]] = {**dict.fromkeys(_OWN_TURN, "helpers.use.after_roll"), **_UNASKED}
_TOO_LATE: Final[dict[type | None, str]] = {
    **dict.fromkeys(_WHILE_TRADING, "catan.turn.no_trade_after_build"),
    **_UNASKED,
}
_USES: Final = _OWN_TURN | {rolling.UseResourceBalance, rolling.UseProtectSeven}

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
    cards = helper_cards(state)
    lister = table.get(cards.helpers[seat])
    return lister(state, seat) if lister is not None and cards.is_ready(seat, state.turn) else []


MODULE: Final = Module(
    order=3,
    chapter=Chapter(
        terms.NAME,
        idle=(rolling.DeclineHelper,),
        frames=terms.FRAMES,
        members={terms.TAKE: member("victim", SEAT), terms.RETURN: member("to", SEAT)},
        rules={
            using.FlipHelper: using.flip,
            using.ExchangeHelper: using.exchange,
            rolling.DeclineHelper: rolling.decline,
            trading.UseForcedTrade: trading.use_forced_trade,
            trading.ReturnCard: trading.return_card,
            building.UseRoadHelp: building.use_road_help,
            rolling.UseResourceBalance: rolling.use_balance,
            moving.UseMoveRoad: moving.use_move_road,
            rolling.UseProtectSeven: rolling.take_protected,
            building.UseCardChoice: building.use_card_choice,
            building.KeepCard: building.keep_card,
            moving.UseTakeFromLeader: moving.use_take_from_leader,
            moving.TakeCard: moving.take_card,
            building.UseKnightToBuilding: building.use_knight,
            trading.UseTwoToOne: trading.use_two_to_one,
            moving.UseRobberToDesert: moving.use_robber,
        },
        acting=Times(
            allowed={
                ROLL: frozenset({moving.UseRobberToDesert}),
                TRADE: _OWN_TURN,
                TRADE_BUILD: _OWN_TURN,
                BUILD: _AFTER_ROLL,
                terms.SETTLE: frozenset({using.FlipHelper, using.ExchangeHelper}),
                terms.BALANCE: frozenset({rolling.UseResourceBalance, rolling.DeclineHelper}),
                terms.PROTECTION: frozenset({rolling.UseProtectSeven}),
                terms.KEEP: frozenset({building.KeepCard}),
                terms.TAKE: frozenset({moving.TakeCard}),
                terms.RETURN: frozenset({trading.ReturnCard}),
            },
            refusals={
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
            },
            listers={
                ROLL: partial(_list_by, _ROLLING),
                TRADE: partial(_list_by, _TRADING),
                TRADE_BUILD: partial(_list_by, _TRADING),
                BUILD: partial(_list_by, _BUILDING),
                terms.SETTLE: using.list_settling,
                terms.BALANCE: rolling.list_balance,
                terms.PROTECTION: rolling.list_protected,
                terms.KEEP: building.list_kept,
                terms.TAKE: moving.list_hand,
                terms.RETURN: trading.list_returns,
            },
        ),
        others=Times(
            refusals={
                terms.SETTLE: {ANY: "catan.turn.pending_first"},
                terms.BALANCE: {ANY: "helpers.balance.window"},
                terms.PROTECTION: {ANY: "helpers.protection.order"},
            }
        ),
        out_of_turn={**dict.fromkeys(_OWN_TURN, "helpers.use.off_turn_only_two"), **_UNASKED},
        evolvers={
            using.HelperDealt: using.helper_dealt,
            using.HelperUsed: using.helper_used,
            using.HelperFlipped: using.helper_flipped,
            using.HelperExchanged: using.helper_exchanged,
            rolling.SupplyCardTaken: take_card_from_bank,
            trading.ForcedTradeMade: trading.forced_trade_made,
            trading.CardReturned: trading.card_returned,
            trading.RateNamed: trading.rate_named,
            building.CardChoicePaid: building.card_choice_paid,
            building.TopCardSeen: building.top_card_seen,
            building.DevelopmentCardKept: building.development_card_kept,
            moving.HandSeen: moving.hand_seen,
            moving.LeaderCardTaken: moving.leader_card_taken,
            moving.RoadMoved: moving.road_moved,
            building.KnightDiscarded: building.knight_discarded,
            moving.RobberSentHome: moving.robber_sent_home,
        },
        reactions={SettlementFounded: using.deal, DiceRolled: rolling.after_roll},
        counts_as={moving.RoadMoved: RoadBuilt},
        check=check_helpers,
    ),
    commands=(
        Message(using.FlipHelper),
        Message(using.ExchangeHelper, (Field("helper", _HELPER),)),
        Message(rolling.DeclineHelper),
        Message(trading.UseForcedTrade, (Field("resource", RESOURCE), Field("seats", SEATS))),
        Message(trading.ReturnCard, (Field("resource", RESOURCE),)),
        Message(building.UseRoadHelp, (Field("edge", EDGE), Field("cards", HAND))),
        Message(rolling.UseResourceBalance, (Field("resource", RESOURCE),)),
        Message(moving.UseMoveRoad, (Field("origin", EDGE), Field("edge", EDGE))),
        Message(rolling.UseProtectSeven, (Field("resource", RESOURCE),)),
        Message(building.UseCardChoice, (Field("cards", HAND),)),
        Message(building.KeepCard, (Field("card", CARD),)),
        Message(moving.UseTakeFromLeader, (Field("victim", SEAT),)),
        Message(moving.TakeCard, (Field("resource", RESOURCE),)),
        Message(building.UseKnightToBuilding, (Field("node", NODE),)),
        Message(trading.UseTwoToOne, (Field("resource", RESOURCE),)),
        Message(moving.UseRobberToDesert, (Field("tile", TILE),)),
    ),
    events=(
        Message(using.HelperDealt, (OF_SEAT, Field("helper", _HELPER))),
        Message(using.HelperUsed, (OF_SEAT, Field("helper", _HELPER))),
        Message(using.HelperFlipped, (OF_SEAT,)),
        Message(using.HelperExchanged, (OF_SEAT, Field("returned", _HELPER), Field("helper", _HELPER))),
        Message(rolling.SupplyCardTaken, (OF_SEAT, _RESOURCE)),
        Message(
            trading.ForcedTradeMade,
            (OF_SEAT, _RESOURCE, Field("asked", SEATS), Field("gave", SEATS)),
            reveals=True,
            affects=name_masks("gave"),
        ),
        Message(
            trading.CardReturned, (OF_SEAT, Field("partner", SEAT), _RESOURCE), affects=name_seats("seat", "partner")
        ),
        Message(trading.RateNamed, (OF_SEAT, _RESOURCE)),
        Message(building.CardChoicePaid, (OF_SEAT, Field("cost", HAND))),
        Message(building.TopCardSeen, (OF_SEAT, Field("card", CARD, ("seat",))), reveals=True),
        Message(building.DevelopmentCardKept, (OF_SEAT, Field("card", CARD, ("seat",)))),
        Message(moving.HandSeen, (OF_SEAT, _VICTIM, Field("hand", HAND, _BOTH)), reveals=True),
        Message(
            moving.LeaderCardTaken,
            (OF_SEAT, _VICTIM, Field("resource", RESOURCE, _BOTH)),
            reveals=True,
            affects=name_seats("seat", "victim"),
        ),
        Message(moving.RoadMoved, (OF_SEAT, Field("origin", EDGE), Field("edge", EDGE))),
        Message(building.KnightDiscarded, (OF_SEAT,)),
        Message(moving.RobberSentHome, (OF_SEAT, Field("tile", TILE))),
    ),
    evidence={
        rolling.SupplyCardTaken: learn_card_from_bank,
        trading.ForcedTradeMade: trading.learn_forced_trade_made,
        trading.CardReturned: trading.learn_card_returned,
        building.CardChoicePaid: building.learn_card_choice_paid,
        building.TopCardSeen: building.learn_top_card_seen,
        building.DevelopmentCardKept: building.learn_development_card_kept,
        moving.HandSeen: moving.learn_hand_seen,
        moving.LeaderCardTaken: moving.learn_leader_card_taken,
    },
    between_turns=dict.fromkeys(_USES, "helpers.use.no_special_building"),
    points=Points(
        setup=(using.deal_printed,),
        bank_rates=(trading.named_rate,),
        spared=(rolling.is_spared,),
        after_turn=(trading.settle_rate,),
    ),
    open_slice=lambda setting: HelperCards(setting.seats),
    unpack_slice=unpack,
    restore_slice=restore,
    options={terms.TRADE_WITH_ONE: FLAG},
    before={terms.TRADE_WITH_ONE: True},
)
