"""Composes the canal, which any map may have."""

from typing import Final

from domain.catan.chapters.building.messages import RoadBuilt, SettlementBuilt
from domain.catan.chapters.setup.messages import RoadFounded
from domain.catan.chapters.trading.messages import TradeMade
from domain.catan.module import Module
from domain.catan.modules.erie_canal import rules
from domain.catan.modules.erie_canal.canal_map import canal_towns
from domain.catan.modules.erie_canal.evolve import EVOLVERS
from domain.catan.modules.erie_canal.holdings import open_canal, tokens_of, unpack_canal
from domain.catan.modules.erie_canal.messages import COMMANDS, EVENTS, UseCanalToken, UseCanalTokenForAny
from domain.catan.modules.erie_canal.rules import check_canal, link, settle
from domain.catan.modules.erie_canal.terms import ANY_KIND, FOUNDING_CLOSES, MOST_TOKENS, NAME, SETTLED_ENDS, TOKEN
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.catan.terms import BUILD, ROLL, TRADE, TRADE_BUILD
from domain.catan.wares import Ware
from domain.core.chapter import Chapter, Times

_USE: Final = frozenset({UseCanalToken, UseCanalTokenForAny})


def refused(seats: int, map_name: str) -> str | None:
    """Return the rule that the variant needs a board with a canal; None if the map has one."""
    return None if canal_towns(map_name) else "canal.setup.only_new_york"


MODULE: Final = Module(
    order=5,
    chapter=Chapter(
        NAME,
        rules={UseCanalToken: rules.use_token, UseCanalTokenForAny: rules.use_for_any},
        acting=Times(
            allowed={TRADE: _USE, TRADE_BUILD: _USE},
            refusals={
                ROLL: dict.fromkeys(_USE, "canal.token.used_as_2_to_1_one_turn"),
                BUILD: dict.fromkeys(_USE, "catan.turn.no_trade_after_build"),
            },
            listers={TRADE: rules.list_uses, TRADE_BUILD: rules.list_uses},
        ),
        out_of_turn=dict.fromkeys(_USE, "canal.token.bought_and_used"),
        evolvers=EVOLVERS,
        reactions={
            RoadBuilt: link,
            RoadFounded: link,
            SettlementBuilt: settle,
            TradeMade: rules.hand_over,
        },
        check=check_canal,
    ),
    commands=COMMANDS,
    events=EVENTS,
    wares={TOKEN: Ware("canal_token", MOST_TOKENS, tokens_of)},
    points=Points(
        bank_rates=(rules.bank_rates,),
        closing=(rules.return_token,),
    ),
    open_slice=open_canal,
    unpack_slice=unpack_canal,
    options={SETTLED_ENDS: FLAG, FOUNDING_CLOSES: FLAG, ANY_KIND: FLAG},
    before={FOUNDING_CLOSES: True},
    refused=refused,
)
