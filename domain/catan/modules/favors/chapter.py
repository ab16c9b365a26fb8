"""Composes the favors: when each command is allowed, and which rule refuses it at any other time."""

from typing import Final

from domain.catan.belief import learn_card_from_bank, learn_point
from domain.catan.chapters.building.messages import RoadBuilt, SettlementBuilt
from domain.catan.chapters.robber.messages import RobberMoved, StealDeclined
from domain.catan.chapters.turn import TurnStarted
from domain.catan.hands import take_card_from_bank
from domain.catan.kinds import EDGE, OF_SEAT, OPTIONAL_RESOURCE, OPTIONAL_SEAT, RESOURCE, SEAT
from domain.catan.module import Module
from domain.catan.modules.favors import earning, exchange, guilds, linking, terms
from domain.catan.modules.favors.holdings import (
    Favors,
    begin_turn,
    may_act_early,
    restore_favors,
    unpack_favors,
)
from domain.catan.modules.favors.soundness import check_tokens
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.catan.state import State
from domain.catan.terms import MOST_SEATS, PHASES, ROLL
from domain.core.agenda import member
from domain.core.chapter import ANY, Chapter, Compared, Times
from domain.core.config import Config
from domain.core.kinds import integer, seat_mask, word
from domain.core.messages import AnyCommand, Field, Message, name_seats, nobody

_TOKEN: Final = Field("token", word(terms.TOKENS))
_SECRET: Final = Field("token", word(terms.TOKENS), ("seat",))
_GIVER: Final = Field("giver", SEAT)
_PLACES: Final = seat_mask(500)
_GIFT: Final = (
    Field("resource", OPTIONAL_RESOURCE, required=False),
    Field("giver", OPTIONAL_SEAT, required=False),
)

_USE: Final = frozenset(
    {
        guilds.CallTraders,
        guilds.CallMerchants,
        guilds.CallRoadBuilders,
        guilds.CallScholars,
        guilds.CallMasterBuilders,
        exchange.ExchangeFavor,
    }
)
_DEEDS: Final = _USE | {earning.OfferGift}
_UNASKED: Final[dict[type | None, str]] = {
    earning.AcceptGift: "favors.gift.token",
    earning.DeclineGift: "favors.gift.token",
    exchange.ReturnFavor: "favors.exchange.draw_then_return",
    linking.NameDrawer: "favors.link.owner_order",
}


def list_deeds(state: State, seat: int) -> list[AnyCommand]:
    """Return gifts, favors and the exchange."""
    return [
        *earning.list_gifts(state, seat),
        *guilds.list_calls(state, seat),
        *exchange.list_exchange(state, seat),
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
        terms.NAME,
        idle=(earning.DeclineGift,),
        details=dict.fromkeys((earning.AcceptGift, earning.DeclineGift), earning.gift_details),
        open_proposals=earning.list_proposals,
        frames=terms.FRAMES,
        members={
            terms.ANSWER_GIFT: member("resource", RESOURCE),
            terms.NAME_DRAWER: member("owners", seat_mask(MOST_SEATS)),
        },
        streams=terms.STREAMS,
        outcomes=terms.OUTCOMES,
        rules={
            earning.OfferGift: earning.offer_gift,
            earning.AcceptGift: earning.accept_gift,
            earning.DeclineGift: earning.decline_gift,
            linking.NameDrawer: linking.name_drawer,
            guilds.CallTraders: guilds.call_traders,
            guilds.CallMerchants: guilds.call_merchants,
            guilds.CallRoadBuilders: guilds.call_road_builders,
            guilds.CallScholars: guilds.call_scholars,
            guilds.CallMasterBuilders: guilds.call_master_builders,
            exchange.ExchangeFavor: exchange.exchange_favor,
            exchange.ReturnFavor: exchange.return_favor,
        },
        acting=Times(
            allowed={
                **dict.fromkeys((ROLL, *PHASES), _DEEDS),
                terms.ANSWER_GIFT: frozenset({earning.AcceptGift, earning.DeclineGift}),
                terms.RETURN_FAVOR: frozenset({exchange.ReturnFavor}),
                terms.NAME_DRAWER: frozenset({linking.NameDrawer}),
            },
            refusals={
                **dict.fromkeys((ROLL, *PHASES), _UNASKED),
                terms.ANSWER_GIFT: {ANY: "catan.turn.pending_first"},
                terms.RETURN_FAVOR: {ANY: "catan.turn.pending_first"},
                terms.NAME_DRAWER: {ANY: "catan.turn.pending_first"},
            },
            listers={
                ROLL: list_early_deeds,
                **dict.fromkeys(PHASES, list_deeds),
                terms.ANSWER_GIFT: earning.list_answers,
                terms.RETURN_FAVOR: exchange.list_returns,
                terms.NAME_DRAWER: linking.list_drawers,
            },
        ),
        others=Times(
            refusals={
                terms.ANSWER_GIFT: {ANY: "catan.turn.others_duties"},
                terms.NAME_DRAWER: {ANY: "catan.turn.others_duties"},
            }
        ),
        out_of_turn={
            **_UNASKED,
            **dict.fromkeys(_USE, "favors.use.own_turn_only"),
            earning.OfferGift: terms.GIFT_RULE,
        },
        evolvers={
            earning.GiftOffered: earning.gift_offered,
            earning.GiftAccepted: earning.gift_accepted,
            earning.GiftDeclined: earning.gift_declined,
            earning.FavorDrawn: earning.favor_drawn,
            linking.ContactKept: linking.contact_kept,
            guilds.FavorUsed: guilds.favor_used,
            guilds.CardsSwapped: guilds.cards_swapped,
            guilds.CardTaken: take_card_from_bank,
            guilds.CatanTokenTaken: guilds.catan_token_taken,
            exchange.ExchangeBegun: exchange.exchange_begun,
            exchange.FavorReturned: exchange.favor_returned,
        },
        reactions={
            RobberMoved: earning.after_move,
            StealDeclined: earning.after_declining,
            RoadBuilt: Compared(linking.after_road),
            SettlementBuilt: Compared(linking.after_settlement),
        },
        check=check_tokens,
    ),
    commands=(
        Message(earning.OfferGift, (Field("resource", RESOURCE), Field("to", SEAT))),
        Message(earning.AcceptGift, _GIFT),
        Message(earning.DeclineGift, _GIFT),
        Message(linking.NameDrawer, (Field("owner", SEAT),)),
        Message(guilds.CallTraders, (Field("give", RESOURCE), Field("take", RESOURCE))),
        Message(guilds.CallMerchants, (Field("take", RESOURCE),)),
        Message(guilds.CallRoadBuilders, (Field("edge", EDGE),)),
        Message(guilds.CallScholars),
        Message(guilds.CallMasterBuilders),
        Message(exchange.ExchangeFavor),
        Message(exchange.ReturnFavor, (_TOKEN,)),
    ),
    events=(
        Message(earning.GiftOffered, (OF_SEAT, Field("to", SEAT), Field("resource", RESOURCE))),
        Message(
            earning.GiftAccepted,
            (OF_SEAT, _GIVER, Field("resource", RESOURCE)),
            reveals=True,
            affects=name_seats("seat", "giver"),
        ),
        Message(earning.GiftDeclined, (OF_SEAT, _GIVER), reveals=True),
        Message(earning.FavorDrawn, (OF_SEAT, Field("deed", word(terms.DEEDS)), _SECRET), reveals=True),
        Message(
            linking.ContactKept,
            (
                OF_SEAT,
                Field("roads", _PLACES),
                Field("buildings", _PLACES),
                Field("other", SEAT),
                Field("other_roads", _PLACES),
                Field("other_buildings", _PLACES),
            ),
            affects=nobody,
        ),
        Message(guilds.FavorUsed, (OF_SEAT, Field("guild", word(terms.GUILDS)), Field("tokens", integer(1, 2)))),
        Message(guilds.CardsSwapped, (OF_SEAT, Field("give", RESOURCE), Field("take", RESOURCE))),
        Message(guilds.CardTaken, (OF_SEAT, Field("resource", RESOURCE))),
        Message(guilds.CatanTokenTaken, (OF_SEAT,)),
        Message(exchange.ExchangeBegun, (OF_SEAT, _SECRET), reveals=True),
        Message(exchange.FavorReturned, (OF_SEAT, _SECRET)),
    ),
    evidence={
        earning.GiftOffered: earning.learn_gift_offered,
        earning.GiftAccepted: earning.learn_gift_accepted,
        earning.FavorDrawn: earning.learn_token_drawn,
        exchange.ExchangeBegun: earning.learn_token_drawn,
        exchange.FavorReturned: exchange.learn_favor_returned,
        guilds.CardsSwapped: guilds.learn_cards_swapped,
        guilds.CardTaken: learn_card_from_bank,
        guilds.CatanTokenTaken: learn_point,
    },
    between_turns={
        **dict.fromkeys(_USE, "favors.use.special_building_none"),
        earning.OfferGift: terms.GIFT_RULE,
    },
    folds={TurnStarted: begin_turn},
    points=Points(target=(one_more,), may_decline=(earning.is_desert,), scores=(guilds.catan_tokens,)),
    open_slice=lambda setting: Favors(setting.seats),
    unpack_slice=unpack_favors,
    restore_slice=restore_favors,
    options={terms.BEFORE_ROLL: FLAG},
)
