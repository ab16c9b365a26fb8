"""Says what each rule of Catan's base game means when it refuses a command."""

from typing import Final

from domain.catan.chapters.trading.rules import MOST_OFFERS
from domain.catan.modules.five_six import PAIRED_TURN
from domain.catan.state import Offer
from domain.catan.terms import (
    BUILD,
    CARDS,
    DESERT,
    DISCARD,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FREE_ROADS,
    GENERIC,
    KINDS,
    MOVE_ROBBER,
    ROLL,
    STEAL,
    TRADE,
    TRADE_BUILD,
)
from tests.laws.refused import Asked, Means

_FOUNDING: Final = (FOUND_SETTLEMENT, FOUND_ROAD)
_TRADING: Final = (TRADE, TRADE_BUILD)
_PENDING: Final = (DISCARD, MOVE_ROBBER, STEAL)
_PLAYED: Final = {
    "PlayKnight": "knight",
    "PlayRoadBuilding": "road_building",
    "PlayYearOfPlenty": "year_of_plenty",
    "PlayMonopoly": "monopoly",
}


def short(asked: Asked) -> bool:
    """Return whether the refusal names what is missing, truly."""
    hand = asked.state.hand(asked.seat)
    return bool(asked.params["missing"]) and sum(hand) < 100


def _open(asked: Asked) -> Offer | None:
    return next((offer for offer in asked.state.offers if offer.id == _named(asked)), None)


def _named(asked: Asked) -> int:
    """Return the number of the offer that a command names, or answers."""
    return int(asked.command.answers if asked.name == "OfferTrade" else asked.command.offer)


def _closed(asked: Asked) -> bool:
    return _open(asked) is None and asked.params["open"] == [offer.id for offer in asked.state.offers]


def _answered(asked: Asked) -> bool:
    offer = _open(asked)
    given = {"AcceptOffer": "accepted", "DeclineOffer": "declined"}[asked.name]
    if offer is None or asked.params["case"] != given or not getattr(offer, given) >> asked.seat & 1:
        return False
    return given == "declined" or offer.agreed(asked.seat) == (asked.command.give or offer.take)


def _unasked(asked: Asked) -> bool:
    offer = _open(asked)
    return offer is not None and offer.seat != asked.seat and not offer.to >> asked.seat & 1


def _not_agreed(asked: Asked) -> bool:
    offer = _open(asked)
    if offer is None or offer.seat != asked.seat:
        return False
    if not offer.accepted >> asked.command.partner & 1:
        return True
    return offer.agreed(asked.command.partner) != (asked.command.take or offer.take) or bool(asked.command.take)


def _is_not_asked(asked: Asked) -> bool:
    """What is given is none of the other things that the offer asks for, or the offer asks for the same twice."""
    if asked.name == "OfferTrade":
        return asked.command.take in asked.command.or_take or len({*asked.command.or_take}) < len(asked.command.or_take)
    offer = _open(asked)
    return offer is not None and bool(asked.command.give) and asked.command.give not in offer.or_take


def _foreign(asked: Asked) -> bool:
    offer = _open(asked)
    return offer is not None and offer.seat != asked.seat


def _own_side(asked: Asked) -> bool:
    """Both sides would be one player: an offer to its maker, or an answer to one's own."""
    if asked.name == "OfferTrade" and asked.command.to >> asked.seat & 1:
        return True
    offer = _open(asked)
    return offer is not None and offer.seat == asked.seat


def _without_active(asked: Asked) -> bool:
    to = getattr(asked.command, "to", 0)
    return not asked.is_active and (bool(to and to != 1 << asked.state.active) or _unasked(asked))


def _owns_less(asked: Asked) -> bool:
    offer = None if asked.name == "OfferTrade" else _open(asked)
    cards = asked.command.give or (() if offer is None else offer.take)
    hand = asked.state.hand(asked.seat)
    return len(cards) > KINDS or any(n > held for n, held in zip(cards, hand, strict=False))


def _given(asked: Asked) -> tuple[int, int]:
    """Return the kind and the number of the cards for the bank."""
    count = max(asked.command.give)
    return asked.command.give.index(count), count


def _no_rate(asked: Asked) -> bool:
    return _given(asked)[1] not in asked.params["rates"]


def _held(asked: Asked) -> int:
    card = CARDS.index(_PLAYED[asked.name])
    return int(asked.state.cards[asked.seat * len(CARDS) + card])


def _stands(asked: Asked, masks: list[int]) -> bool:
    return any(mask >> asked.command.node & 1 for mask in masks)


def _taken(asked: Asked) -> bool:
    return _stands(asked, asked.state.settlements) or _stands(asked, asked.state.cities)


def _neighbors(asked: Asked) -> bool:
    """A building stands at the node or next to it."""
    return bool(asked.state.blocked >> asked.command.node & 1)


def _reached(asked: Asked) -> bool:
    return bool(asked.state.touched[asked.seat] >> asked.command.node & 1)


def _ends(asked: Asked) -> int:
    return int(asked.state.setting.board.topology.edge_mask[asked.command.edge])


def _off_the_board(asked: Asked) -> bool:
    board = asked.state.setting.board
    if hasattr(asked.command, "edge"):
        return not board.all_edges >> asked.command.edge & 1
    return not board.land >> asked.command.node & 1


def _has_victims(asked: Asked, victim: int) -> bool:
    nodes = asked.state.setting.board.tile_mask[asked.state.robber]
    return victim < asked.state.seats and bool(asked.state.buildings(victim) & nodes)


def _road_only(asked: Asked) -> bool:
    victim, nodes = asked.command.victim, asked.state.setting.board.tile_mask[asked.state.robber]
    return not _has_victims(asked, victim) and bool(asked.state.touched[victim] & nodes)


def _owes(asked: Asked) -> bool:
    frame = asked.state.agenda[-1]
    return bool(frame.kind == DISCARD and frame.seats >> asked.seat & 1)


MEANS: Final[Means] = {
    "catan.board.coast": _off_the_board,
    "catan.city.cost": short,
    "catan.city.limit": lambda a: not a.state.cities_left(a.seat),
    "catan.city.no_downgrade": lambda a: bool(a.state.cities[a.seat] >> a.command.node & 1),
    "catan.city.upgrade_only": lambda a: not a.state.settlements[a.seat] >> a.command.node & 1,
    "catan.development_card.cost": short,
    "catan.development_card.deck_empty": lambda a: not any(a.state.deck),
    "catan.development_card.not_bought_now": lambda a: _held(a) > 0,
    "catan.development_card.one_per_turn": lambda a: _held(a) > 0 and a.state.card_played,
    "catan.development_card.own_card": lambda a: _held(a) == 0,
    "catan.development_card.own_turn": lambda a: not a.is_active,
    "catan.founding.distance": lambda a: _neighbors(a) and not _taken(a),
    "catan.founding.nothing_else": lambda a: a.frame in _FOUNDING and a.is_awaited,
    "catan.founding.over": lambda a: a.frame not in _FOUNDING,
    "catan.founding.pair": lambda a: a.frame in _FOUNDING and a.is_awaited,
    "catan.founding.road_touches": lambda a: a.frame == FOUND_ROAD,
    "catan.founding.snake_order": lambda a: a.frame in _FOUNDING and not a.is_awaited,
    "catan.paired_turns.no_domestic": lambda a: a.frame == PAIRED_TURN,
    "catan.paired_turns.no_roll": lambda a: a.frame == PAIRED_TURN,
    "catan.paired_turns.what": lambda a: a.frame == PAIRED_TURN and a.is_awaited,
    "catan.paired_turns.who": lambda a: a.frame == PAIRED_TURN and not a.is_awaited,
    "catan.road.connection": lambda a: not _ends(a) & a.state.touched[a.seat],
    "catan.road.cost": short,
    "catan.road.limit": lambda a: not a.state.roads_left(a.seat),
    "catan.road.not_through_opponent": lambda a: bool(_ends(a) & a.state.touched[a.seat] & a.state.foreign(a.seat)),
    "catan.road.one_per_edge": lambda a: bool(a.state.road_total >> a.command.edge & 1),
    "catan.road_building.mandatory": lambda a: a.frame == FREE_ROADS,
    "catan.road_building.none": lambda a: _held(a) > 0,
    "catan.robber.friendly": lambda a: a.state.setting.friendly_robber,
    "catan.robber.land_only": lambda a: a.command.tile >= len(a.state.setting.board.terrain),
    "catan.robber.must_move": lambda a: a.frame == MOVE_ROBBER and a.is_awaited,
    "catan.robber.not_self": lambda a: a.command.victim == a.seat,
    "catan.robber.other_hex": lambda a: a.command.tile == a.state.robber,
    "catan.robber.road_no_victim": _road_only,
    "catan.robber.stays": lambda a: a.frame != MOVE_ROBBER,
    "catan.robber.steal_may_decline": lambda a: a.state.setting.config.options["steal_compulsory"],
    "catan.robber.steal_one": lambda a: a.frame != STEAL or not _has_victims(a, a.command.victim),
    "catan.robber.token_only": lambda a: a.state.setting.board.terrain[a.command.tile] == DESERT,
    "catan.settlement.connection": lambda a: not _reached(a) and not _neighbors(a),
    "catan.settlement.cost": short,
    "catan.settlement.distance": lambda a: _neighbors(a) and not _taken(a),
    "catan.settlement.free_vertex": _taken,
    "catan.settlement.limit": lambda a: not a.state.settlements_left(a.seat),
    "catan.seven.discard_before_robber": lambda a: a.frame == DISCARD,
    "catan.seven.discard_half_down": lambda a: sum(a.command.cards) != sum(a.state.hand(a.seat)) // 2,
    "catan.seven.discard_held": lambda a: any(
        n > h for n, h in zip(a.command.cards, a.state.hand(a.seat), strict=True)
    ),
    "catan.seven.discard_owed": lambda a: a.frame in _PENDING and not _owes(a),
    "catan.seven.discard_threshold": lambda a: a.frame != DISCARD,
    "catan.special_building.after_each_turn": lambda a: a.frame in (ROLL, TRADE, BUILD, TRADE_BUILD) or not a.is_active,
    "catan.special_building.clockwise": lambda a: not a.is_awaited,
    "catan.trade.domestic.active_selects": lambda a: not a.is_active,
    "catan.trade.domestic.answers": lambda a: a.command.to != 1 << a.params["maker"],
    "catan.trade.domestic.any_of": _is_not_asked,
    "catan.trade.domestic.asked_only": _unasked,
    "catan.trade.domestic.consent": _not_agreed,
    "catan.trade.domestic.most_asked": lambda a: sum(a.command.take) > 0,
    "catan.trade.domestic.most_offers": lambda a: sum(o.seat == a.seat for o in a.state.offers) == MOST_OFFERS,
    "catan.trade.domestic.must_own": _owns_less,
    "catan.trade.domestic.no_gift": lambda a: (
        not any(a.command.give) or not all(map(any, (a.command.take, *a.command.or_take)))
    ),
    "catan.trade.domestic.no_like_for_like": lambda a: any(
        m and n for goods in (a.command.take, *a.command.or_take) for m, n in zip(a.command.give, goods, strict=False)
    ),
    "catan.trade.domestic.offers": lambda a: a.is_active and a.command.to >> a.state.seats > 0,
    "catan.trade.domestic.offers_end": lambda a: a.frame == BUILD,
    "catan.trade.domestic.one_answer": _answered,
    "catan.trade.domestic.open_offer": _closed,
    "catan.trade.domestic.own_offer": _foreign,
    "catan.trade.domestic.phase": lambda a: a.frame == ROLL,
    "catan.trade.domestic.two_parties": _own_side,
    "catan.trade.domestic.with_active": _without_active,
    "catan.trade.maritime.active_only": lambda a: not a.is_active,
    "catan.trade.maritime.bank_has_card": lambda a: not a.state.bank[a.command.take],
    "catan.trade.maritime.four_to_one": _no_rate,
    "catan.trade.maritime.must_own": lambda a: a.state.hand(a.seat)[_given(a)[0]] < _given(a)[1],
    "catan.trade.maritime.no_like_for_like": lambda a: bool(a.command.give[a.command.take]),
    "catan.trade.maritime.own_harbor_only": _no_rate,
    "catan.trade.maritime.road_not_enough": _no_rate,
    "catan.trade.maritime.same_kind_given": lambda a: (
        sum(1 for n in a.command.give if n) != 1 or _given(a)[0] >= GENERIC
    ),
    "catan.trade.maritime.three_to_one": _no_rate,
    "catan.trade.maritime.two_to_one": _no_rate,
    "catan.trade.maritime.two_to_one_kind_only": _no_rate,
    "catan.turn.active_only": lambda a: not a.is_active,
    "catan.turn.before_roll_card_only": lambda a: a.frame == ROLL and a.is_active,
    "catan.turn.no_trade_after_build": lambda a: a.frame == BUILD and a.is_active,
    "catan.turn.others_duties": lambda a: not a.is_awaited,
    "catan.turn.pending_first": lambda a: a.frame not in (ROLL, TRADE, BUILD, TRADE_BUILD),
    "catan.turn.phase_order": lambda a: a.is_active,
    "catan.turn.roll_first": lambda a: a.frame == ROLL,
    "catan.turn.roll_once": lambda a: a.frame in (TRADE, BUILD, TRADE_BUILD),
    "catan.year_of_plenty.bank_short": lambda a: any(
        n > left for n, left in zip(a.command.cards, a.state.bank, strict=True)
    ),
    "catan.year_of_plenty.two_cards": lambda a: sum(a.command.cards) != a.params["count"],
}
