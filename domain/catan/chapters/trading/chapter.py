"""Composes trade among players: when each command is allowed, and which rule refuses it at any other time."""

from typing import Final

from domain.catan.chapters.trading import rules
from domain.catan.chapters.trading.evolve import EVIDENCE, EVOLVERS
from domain.catan.chapters.trading.messages import (
    ANSWER,
    COMMANDS,
    EVENTS,
    AcceptOffer,
    ConfirmTrade,
    DeclineOffer,
    OfferTrade,
    WithdrawOffer,
    goods_commands,
    goods_events,
)
from domain.catan.chapters.trading.offers import drop_stale_offers, offering_hands
from domain.catan.module import Module
from domain.catan.terms import BUILD, ROLL, TRADE, TRADE_BUILD
from domain.core.chapter import Chapter, Times, Watch

_DEAL: Final = ANSWER | {ConfirmTrade}
_PHASES: Final = (TRADE, TRADE_BUILD)

MODULE: Final = Module(
    order=4,
    chapter=Chapter(
        "trading",
        frames={TRADE: "trade", TRADE_BUILD: "trade_build"},
        rules={
            OfferTrade: rules.offer_trade,
            AcceptOffer: rules.accept_offer,
            DeclineOffer: rules.decline_offer,
            WithdrawOffer: rules.withdraw_offer,
            ConfirmTrade: rules.confirm_trade,
        },
        acting=Times(
            allowed=dict.fromkeys(_PHASES, _DEAL),
            refusals={
                ROLL: dict.fromkeys(_DEAL, "catan.trade.domestic.phase"),
                BUILD: dict.fromkeys(_DEAL, "catan.turn.no_trade_after_build"),
            },
            listers=dict.fromkeys(_PHASES, rules.list_answers),
            templates=dict.fromkeys(_PHASES, rules.offer_template),
        ),
        others=Times(
            allowed=dict.fromkeys(_PHASES, ANSWER),
            refusals={
                ROLL: dict.fromkeys(ANSWER, "catan.trade.domestic.phase"),
                BUILD: dict.fromkeys(ANSWER, "catan.trade.domestic.offers_end"),
            },
            listers=dict.fromkeys(_PHASES, rules.list_answers),
            templates=dict.fromkeys(_PHASES, rules.offer_template),
        ),
        out_of_turn={
            **dict.fromkeys(ANSWER, "catan.turn.others_duties"),
            ConfirmTrade: "catan.trade.domestic.active_selects",
        },
        evolvers=EVOLVERS,
        watch=Watch(offering_hands, drop_stale_offers),
        details=dict.fromkeys((AcceptOffer, DeclineOffer, WithdrawOffer, ConfirmTrade), rules.offer_details),
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
    goods_commands=goods_commands,
    goods_events=goods_events,
)
