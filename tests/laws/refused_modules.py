"""Says what each rule of Catan's modules means when it refuses a command."""

from typing import Any, Final

from domain.catan.modules.erie_canal.rules import canal_of
from domain.catan.modules.favors.earning import favors_of
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.moving import robber_homes
from domain.catan.modules.helpers.terms import EFFECTS, KEEP, TAKE
from domain.catan.terms import RESOURCES, ROLL
from domain.core.masks import bits
from tests.laws.refused import Asked, Means
from tests.laws.refused_catan import short


def _deeds(asked: Asked) -> Any:
    return favors_of(asked.state).deeds


def _lacks(asked: Asked, kind: int) -> bool:
    return not asked.state.hand(asked.seat)[kind]


def _is_any_kind(asked: Asked) -> bool:
    return bool(asked.state.setting.config.options["canal_any_kind"])


def _has_other_card(asked: Asked) -> bool:
    return EFFECTS[helper_cards(asked.state).helpers[asked.seat]] != asked.params["helper"]


def _answers(asked: Asked, name: str, frame: int) -> bool:
    """The command is the one that the open frame waits for; any other is refused for its time."""
    return asked.name == name and asked.frame == frame and asked.is_awaited


def _kept_unseen(asked: Asked) -> bool:
    return asked.name == "KeepCard" and not helper_cards(asked.state).looked[asked.command.card]


def _not_there(asked: Asked) -> bool:
    victim = asked.state.agenda[-1].data
    return victim < asked.state.seats and not asked.state.hand(victim)[asked.command.resource]


def _open_ends(asked: Asked) -> int:
    """Return how many ends of the road touch another own piece; none if the seat has no such road."""
    state, ends = asked.state, asked.state.setting.board.topology.edge_mask
    if not state.roads[asked.seat] >> asked.command.origin & 1:
        return 0
    touched = state.buildings(asked.seat)
    for edge in bits(state.roads[asked.seat] & ~(1 << asked.command.origin)):
        touched |= ends[edge]
    return int((touched & ends[asked.command.origin]).bit_count())


def _gain(asked: Asked) -> int:
    return RESOURCES.index(asked.params["resource"])


def _takes_no_gift(asked: Asked) -> bool:
    """The named seat is the giver or none; or no gift waits for an answer."""
    to = getattr(asked.command, "to", asked.seat)
    return to == asked.seat or to >= asked.state.seats


MEANS: Final[Means] = {
    "canal.token.any_kind": lambda a: _is_any_kind(a),
    "canal.token.bought_and_used": lambda a: not a.is_active,
    "canal.token.held": lambda a: not canal_of(a.state).held[a.seat],
    "canal.token.one_per_turn": lambda a: canal_of(a.state).used >= 0,
    "canal.token.used_as_2_to_1_one_turn": lambda a: a.frame == ROLL or not _is_any_kind(a),
    "favors.exchange.draw_then_return": lambda a: a.name == "ReturnFavor",
    "favors.exchange.needs_token_and_supply": lambda a: (
        not favors_of(a.state).counts[a.seat] or not favors_of(a.state).size
    ),
    "favors.gift.ask_each_once": lambda a: bool(_deeds(a).asked >> a.command.to & 1),
    "favors.gift.named": lambda a: (
        RESOURCES[a.state.agenda[-1].data] == a.params["resource"] and a.state.active == a.params["giver"]
    ),
    "favors.gift.one_card_held": lambda a: _lacks(a, a.command.resource),
    "favors.gift.one_per_turn": lambda a: _deeds(a).given,
    "favors.gift.own_turn_after_roll": lambda a: a.frame == ROLL or not a.is_active,
    "favors.gift.points_limit": lambda a: a.state.points[a.command.to] > a.state.points[a.seat],
    "favors.gift.token": _takes_no_gift,
    "favors.link.owner_order": lambda a: a.name == "NameDrawer",
    "favors.master_builders.stock": lambda a: not favors_of(a.state).catan_tokens_left(),
    "favors.merchants.take_one": lambda a: not a.state.bank[a.command.take],
    "favors.scholars.deck_empty": lambda a: not any(a.state.deck),
    "favors.traders.other_kind_in_stock": lambda a: (
        a.command.give == a.command.take or not a.state.bank[a.command.take]
    ),
    "favors.traders.two_swaps": lambda a: _deeds(a).swaps == 2 or _lacks(a, a.command.give),
    "favors.use.after_roll": lambda a: a.frame == ROLL,
    "favors.use.cost": lambda a: not _deeds(a).spent,
    "favors.use.no_fresh_token": lambda a: any(_deeds(a).fresh),
    "favors.use.once_per_turn": lambda a: _deeds(a).spent,
    "favors.use.own_turn_only": lambda a: not a.is_active,
    "favors.use.pair_all_old": lambda a: any(_deeds(a).fresh),
    "helpers.card_choice.look_three": lambda a: not _answers(a, "KeepCard", KEEP) or _kept_unseen(a),
    "helpers.card_choice.short_deck": lambda a: not any(a.state.deck),
    "helpers.exchange.other_card": lambda a: a.command.helper not in helper_cards(a.state).display(),
    "helpers.forced_trade.one_or_two": lambda a: (
        bool(a.command.seats >> a.seat & 1) or a.command.seats >> a.state.seats > 0 or a.command.seats.bit_count() != 2
    ),
    "helpers.forced_trade.return_card": lambda a: "missing" not in a.params or _lacks(a, a.command.resource),
    "helpers.knight_building.cost": short,
    "helpers.knight_building.played_only": lambda a: not a.state.knights[a.seat],
    "helpers.leader.look_and_take": lambda a: not _answers(a, "TakeCard", TAKE) or _not_there(a),
    "helpers.leader.more_points": lambda a: (
        a.command.victim >= a.state.seats
        or a.state.points[a.command.victim] <= a.state.points[a.seat]
        or not any(a.state.hand(a.command.victim))
    ),
    "helpers.move_road.destination": lambda a: a.command.edge == a.command.origin,
    "helpers.move_road.open_end": lambda a: _open_ends(a) != 1,
    "helpers.road_help.replace_one": lambda a: a.command.cards != (1, 1, 0, 0, 0),
    "helpers.robber_desert.move_and_take": lambda a: a.command.tile not in robber_homes(a.state),
    "helpers.robber_desert.not_from_desert": lambda a: a.state.robber in robber_homes(a.state),
    "helpers.use.not_turn_taken": lambda a: helper_cards(a.state).taken[a.seat] == a.state.turn,
    "helpers.use.off_turn_only_two": lambda a: not a.is_active,
    "helpers.use.after_roll": lambda a: a.frame == ROLL,
    "helpers.use.one_per_turn": lambda a: helper_cards(a.state).used[a.seat] == a.state.turn,
    "helpers.use.own_card": _has_other_card,
    "helpers.use.pointless_refused": lambda a: a.name == "UseTwoToOne" or not a.state.bank[_gain(a)],
    "helpers.use.side_b_leaves": lambda a: helper_cards(a.state).sides[a.seat] == 1,
    "mallorca.road.stops_at_unsettled_town": lambda a: hasattr(a.command, "edge"),
    "mallorca.town.only_sites": lambda a: hasattr(a.command, "node"),
    "new_york.road.stops_at_unsettled_town": lambda a: hasattr(a.command, "edge"),
    "new_york.town.only_sites": lambda a: hasattr(a.command, "node"),
    "new_york.water.nobody_builds": lambda a: hasattr(a.command, "edge"),
}
