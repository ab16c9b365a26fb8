"""Composes the favors: when each command is allowed, and which rule refuses it at any other time."""

from collections.abc import Callable
from typing import Final, TypeVar

from domain.catan.chapters.building.messages import RoadBuilt, SettlementBuilt
from domain.catan.chapters.robber.messages import RobberMoved, StealDeclined
from domain.catan.kinds import RESOURCE
from domain.catan.module import Module
from domain.catan.modules.favors import earning, guilds, linking
from domain.catan.modules.favors.commands import (
    COMMANDS,
    AcceptGift,
    CallMasterBuilders,
    CallMerchants,
    CallRoadBuilders,
    CallScholars,
    CallTraders,
    DeclineGift,
    ExchangeFavor,
    NameDrawer,
    OfferGift,
    ReturnFavor,
)
from domain.catan.modules.favors.events import EVENTS
from domain.catan.modules.favors.evolve import EVIDENCE, EVOLVERS, FOLDS
from domain.catan.modules.favors.holdings import open_favors, unpack_favors
from domain.catan.modules.favors.soundness import catan_tokens, check_tokens
from domain.catan.modules.favors.terms import (
    ANSWER_GIFT,
    BEFORE_ROLL,
    FRAMES,
    NAME,
    NAME_DRAWER,
    OUTCOMES,
    RETURN_FAVOR,
    STREAMS,
)
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.catan.state import Public, State
from domain.catan.terms import BUILD, MOST_SEATS, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import Agenda, member
from domain.core.chapter import ANY, Chapter, Compared, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import seat_mask
from domain.core.messages import AnyCommand
from domain.core.ruleset import Config

C = TypeVar("C")
Handler = Callable[[Draft[State], int, C], Agenda | None]
"""Carries out a command of a class of its own."""


def may_act_early(state: Public) -> bool:
    """Return whether the table chose that gifts and favors need not wait for the roll."""
    return bool(state.setting.config.options[BEFORE_ROLL])


def after_roll(handler: Handler[C], rule: str) -> Handler[C]:
    """Return a command's handler that waits for the roll by a rule, unless the table chose otherwise."""

    def handle(draft: Draft[State], seat: int, command: C) -> Agenda | None:
        if draft.state.agenda[-1].kind == ROLL and not may_act_early(draft.state):
            raise IllegalCommand(rule)
        return handler(draft, seat, command)

    return handle


_USE: Final = frozenset({CallTraders, CallMerchants, CallRoadBuilders, CallScholars, CallMasterBuilders, ExchangeFavor})
_DEEDS: Final = _USE | {OfferGift}
_PHASES: Final = (TRADE, BUILD, TRADE_BUILD)
_USE_RULE: Final = "favors.use.after_roll"
_GIFT_RULE: Final = "favors.gift.own_turn_after_roll"
_UNASKED: Final[dict[type | None, str]] = {
    AcceptGift: "favors.gift.token",
    DeclineGift: "favors.gift.token",
    ReturnFavor: "favors.exchange.draw_then_return",
    NameDrawer: "favors.link.owner_order",
}


def list_deeds(state: State, seat: int) -> list[AnyCommand]:
    """Return gifts, favors and the exchange."""
    return [
        *earning.list_gifts(state, seat),
        *guilds.list_calls(state, seat),
        *guilds.list_exchange(state, seat),
    ]


def list_early_deeds(state: State, seat: int) -> list[AnyCommand]:
    """Return the same before the roll, where the table chose so."""
    return list_deeds(state, seat) if may_act_early(state) else []


def one_more(config: Config) -> int:
    """With favors a game takes one more point."""
    return 1


MODULE: Final = Module(
    order=2,
    chapter=Chapter(
        NAME,
        idle=(DeclineGift,),
        details=dict.fromkeys((AcceptGift, DeclineGift), earning.gift_details),
        frames=FRAMES,
        members={ANSWER_GIFT: member("resource", RESOURCE), NAME_DRAWER: member("owners", seat_mask(MOST_SEATS))},
        streams=STREAMS,
        outcomes=OUTCOMES,
        rules={
            OfferGift: after_roll(earning.offer_gift, _GIFT_RULE),
            AcceptGift: earning.accept_gift,
            DeclineGift: earning.decline_gift,
            NameDrawer: linking.name_drawer,
            CallTraders: after_roll(guilds.call_traders, _USE_RULE),
            CallMerchants: after_roll(guilds.call_merchants, _USE_RULE),
            CallRoadBuilders: after_roll(guilds.call_road_builders, _USE_RULE),
            CallScholars: after_roll(guilds.call_scholars, _USE_RULE),
            CallMasterBuilders: after_roll(guilds.call_master_builders, _USE_RULE),
            ExchangeFavor: after_roll(guilds.exchange_favor, _USE_RULE),
            ReturnFavor: guilds.return_favor,
        },
        acting=Times(
            allowed={
                **dict.fromkeys((ROLL, *_PHASES), _DEEDS),
                ANSWER_GIFT: frozenset({AcceptGift, DeclineGift}),
                RETURN_FAVOR: frozenset({ReturnFavor}),
                NAME_DRAWER: frozenset({NameDrawer}),
            },
            refusals={
                **dict.fromkeys((ROLL, *_PHASES), _UNASKED),
                ANSWER_GIFT: {ANY: "catan.turn.pending_first"},
                RETURN_FAVOR: {ANY: "catan.turn.pending_first"},
                NAME_DRAWER: {ANY: "catan.turn.pending_first"},
            },
            listers={
                ROLL: list_early_deeds,
                **dict.fromkeys(_PHASES, list_deeds),
                ANSWER_GIFT: earning.list_answers,
                RETURN_FAVOR: guilds.list_returns,
                NAME_DRAWER: linking.list_drawers,
            },
        ),
        others=Times(
            refusals={
                ANSWER_GIFT: {ANY: "catan.turn.others_duties"},
                NAME_DRAWER: {ANY: "catan.turn.others_duties"},
            }
        ),
        out_of_turn={
            **_UNASKED,
            **dict.fromkeys(_USE, "favors.use.own_turn_only"),
            OfferGift: _GIFT_RULE,
        },
        evolvers=EVOLVERS,
        reactions={
            RobberMoved: earning.after_move,
            StealDeclined: earning.after_declining,
            RoadBuilt: Compared(linking.after_road),
            SettlementBuilt: Compared(linking.after_settlement),
        },
        check=check_tokens,
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
    between_turns={
        **dict.fromkeys(_USE, "favors.use.special_building_none"),
        OfferGift: _GIFT_RULE,
    },
    folds=FOLDS,
    points=Points(target=(one_more,), may_decline=(earning.is_desert,), scores=(catan_tokens,)),
    open_slice=open_favors,
    unpack_slice=unpack_favors,
    options={BEFORE_ROLL: FLAG},
)
