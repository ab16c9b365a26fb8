"""Invents commands for the helper cards, and says what golden records keep and refusals mean of them."""

from random import Random
from typing import Any, Final

from domain.catan.modules.helpers import building, moving, rolling, trading, using
from domain.catan.modules.helpers.holdings import helper_cards
from domain.catan.modules.helpers.moving import robber_homes
from domain.catan.modules.helpers.terms import EFFECTS, KEEP, TAKE
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, RESOURCES, ROLL
from domain.core.masks import bits
from tests.laws.refused import Asked, Means
from tests.laws.refused_catan import short
from tests.modules.part import Part


def _cards(rng: Random) -> tuple[int, ...]:
    chosen = [0] * KINDS
    for _ in range(rng.randint(2, 3)):
        chosen[rng.randrange(KINDS)] += 1
    return tuple(chosen)


def invent(state: State, rng: Random) -> Any:
    """Return a random command about a helper; most are illegal."""
    topology = state.setting.board.topology
    edges, kind = topology.edges + 2, rng.randrange(KINDS)
    makers = (
        using.FlipHelper,
        rolling.DeclineHelper,
        lambda: using.ExchangeHelper(rng.randrange(len(EFFECTS))),
        lambda: trading.UseForcedTrade(kind, rng.randrange(1 << state.seats)),
        lambda: trading.ReturnCard(kind),
        lambda: building.UseRoadHelp(rng.randrange(edges), _cards(rng)),
        lambda: rolling.UseResourceBalance(kind),
        lambda: moving.UseMoveRoad(rng.randrange(edges), rng.randrange(edges)),
        lambda: rolling.UseProtectSeven(kind),
        lambda: building.UseCardChoice(_cards(rng)),
        lambda: building.KeepCard(rng.randrange(len(CARDS))),
        lambda: moving.UseTakeFromLeader(rng.randrange(6)),
        lambda: moving.TakeCard(kind),
        lambda: building.UseKnightToBuilding(rng.randrange(topology.nodes + 2)),
        lambda: trading.UseTwoToOne(kind),
        lambda: moving.UseRobberToDesert(rng.randrange(topology.tiles + 2)),
    )
    return rng.choice(makers)()


def facts(part: Any) -> dict[str, Any]:
    """Return what golden records keep of the helper cards."""
    return {
        "helpers": list(part.helpers),
        "sides": list(part.sides),
        "taken": list(part.taken),
        "used": list(part.used),
        "rate": [part.rate_seat, part.rate_kind],
        "looking": [part.looker, part.count, list(part.looked)],
    }


def _lacks(asked: Asked, kind: int) -> bool:
    return not asked.state.hand(asked.seat)[kind]


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


MEANS: Final[Means] = {
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
}

PART: Final = Part(invent=invent, means=MEANS, by_seat=("helpers", "sides"), facts=facts)
