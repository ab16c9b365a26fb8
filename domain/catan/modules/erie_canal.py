"""The Erie canal (rulebook 003, variant of New York): whoever joins two canal towns by road takes a canal token.

A token is a ware in domestic trade, or a 2:1 harbor for one resource and one turn. Any map may have a canal.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, Final

from domain.catan import maps
from domain.catan.agenda import Agenda
from domain.catan.commands import NODE, RESOURCE, SEAT
from domain.catan.events import COUNT, RoadBuilt, RoadFounded, RoadMoved, TradeMade
from domain.catan.maps.scenario import Scenario
from domain.catan.module import Module, Slice
from domain.catan.setting import Setting
from domain.catan.state import Public, Row, State, added
from domain.catan.terms import BUILD, KINDS, NOBODY, RESOURCES, ROLL, TRADE, TRADE_BUILD
from domain.catan.topology import bits
from domain.catan.wares import Ware
from domain.core.agenda import Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import array
from domain.core.messages import Field, Message
from domain.pictures.shapes import Said, phrase

NAME: Final = "erie-canal"
TOKEN: Final = 5
MOST_TOKENS: Final = 8
_TWO: Final = (2,)
_NO_RATE: Final[tuple[int, ...]] = ()
_MOST_PAIRS: Final = 500

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class UseCanalToken:
    """Use a canal token as a 2:1 harbor for one resource and the rest of the turn."""

    resource: int


@dataclass(frozen=True, slots=True)
class CanalLinked:
    """A seat joined pairs of canal towns for the first time and took so many tokens."""

    seat: int
    pairs: tuple[Pair, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class CanalTokenUsed:
    """A seat uses a token for a resource until its turn ends."""

    seat: int
    resource: int


@dataclass(frozen=True, slots=True)
class CanalTokenReturned:
    """The token that a seat used went back to the supply."""

    seat: int


@dataclass(frozen=True, slots=True)
class CanalTokensTraded:
    """Tokens went from one seat to another in a trade."""

    giver: int
    taker: int
    count: int


class Canal(Slice):
    """Supply, tokens by seat, the resource of the one in use (-1: none), and the pairs that each seat has joined."""

    def __init__(self, supply: int, held: Row, used: int, linked: tuple[frozenset[Pair], ...]) -> None:
        self.supply = supply
        self.held = held
        self.used = used
        self.linked = linked

    def copy(self) -> "Canal":
        """An independent copy."""
        return Canal(self.supply, self.held, self.used, self.linked)

    def pack(self) -> Any:
        """Everything as JSON."""
        return [self.supply, self.held, self.used, [sorted(pairs) for pairs in self.linked]]

    def observed(self, seat: int) -> "Canal":
        """All of it is public."""
        return self.copy()

    def render(self, view: Any) -> dict[str, Any]:
        """Supply and tokens, the resource of the one in use, and the joined pairs of each seat by node."""
        return {
            "supply": self.supply,
            "tokens": list(self.held),
            "used": None if self.used < 0 else RESOURCES[self.used],
            "links": [[list(pair) for pair in sorted(pairs)] for pairs in self.linked],
        }

    def determinized(self, state: Any, rng: Random) -> "Canal":
        """Nothing is unknown."""
        return self.copy()


def open_canal(setting: Setting) -> Canal:
    """The canal before the first event: all tokens in the supply."""
    ground = maps.scenario_of(setting.config.map)
    tokens = 0 if ground is None else ground.canal_tokens
    return Canal(tokens, (0,) * setting.seats, NOBODY, (frozenset(),) * setting.seats)


def unpack_canal(packed: Any) -> Canal:
    """The slice from its packed values."""
    supply, held, used, linked = packed
    return Canal(supply, tuple(held), used, tuple(frozenset((a, b) for a, b in pairs) for pairs in linked))


def canal_of(state: Public) -> Canal:
    """This module's part of a position."""
    canal = state.slices[NAME]
    assert isinstance(canal, Canal)
    return canal


def tokens_of(state: Public, seat: int) -> int:
    """The unused canal tokens of a seat."""
    return canal_of(state).held[seat]


def refused(seats: int, map_name: str) -> str | None:
    """The variant needs a board with a canal."""
    ground = maps.scenario_of(map_name)
    return None if ground is not None and ground.canal else "canal.setup.only_new_york"


def link(draft: Draft, seat: int, event: RoadBuilt | RoadMoved | RoadFounded) -> list[tuple[int, Frame]]:
    """A road that newly joins canal towns brings a token a pair, as long as there are any; none in the founding."""
    canal = canal_of(draft.state)
    joined = _joined(draft.state, event.seat, event.edge)
    pairs = tuple(pair for pair in combinations(joined, 2) if pair not in canal.linked[event.seat])
    if pairs:
        tokens = 0 if isinstance(event, RoadFounded) else min(len(pairs), canal.supply)
        draft.emit(CanalLinked(event.seat, pairs, tokens))
    return []


def _joined(state: Public, seat: int, edge: int) -> list[int]:
    """The canal towns that the seat's roads join to an edge with no town between, ascending."""
    ground, topology = maps.scenario_of(state.setting.config.map), state.setting.board.topology
    if ground is None:
        return []
    stops = ground.sites(state.seats)
    reached = topology.edge_mask[edge]
    open_nodes = bits(reached & ~stops)
    while open_nodes:
        for side, end in topology.reach[open_nodes.pop()]:
            if state.roads[seat] >> side & 1 and not reached >> end & 1:
                reached |= 1 << end
                open_nodes += [] if stops >> end & 1 else [end]
    return _canal_towns(ground, reached)


def _canal_towns(ground: Scenario, nodes: int) -> list[int]:
    return sorted(town for town in ground.canal if nodes >> town & 1)


def use_token(draft: Draft, seat: int, command: UseCanalToken) -> Agenda | None:
    """Name the resource that trades 2:1 for the rest of the turn; one token a turn."""
    canal = canal_of(draft.state)
    if canal.used >= 0:
        raise IllegalCommand("canal.token.one_per_turn")
    if not canal.held[seat]:
        raise IllegalCommand("canal.token.used_as_2_to_1_one_turn")
    draft.emit(CanalTokenUsed(seat, command.resource))
    return None


def list_uses(state: State, seat: int) -> list[object]:
    """Every resource that a token may be used for."""
    canal = canal_of(state)
    if canal.used >= 0 or not canal.held[seat]:
        return []
    return [UseCanalToken(kind) for kind in range(KINDS)]


def bank_rates(state: Public, seat: int, kind: int) -> tuple[int, ...]:
    """The resource of the token in use trades 2:1 for the player on turn."""
    return _TWO if canal_of(state).used == kind and seat == state.active else _NO_RATE


def return_token(draft: Draft, seat: int) -> None:
    """At the end of the turn, before anybody else builds, a used token goes back."""
    if canal_of(draft.state).used >= 0:
        draft.emit(CanalTokenReturned(seat))


def hand_over(draft: Draft, seat: int, event: TradeMade) -> list[tuple[int, Frame]]:
    """Tokens among the goods of a trade change hands with the cards."""
    for goods, giver, taker in ((event.give, event.seat, event.partner), (event.take, event.partner, event.seat)):
        if sum(goods[TOKEN : TOKEN + 1]):
            draft.emit(CanalTokensTraded(giver, taker, goods[TOKEN]))
    return []


def legend(state: Public) -> list[str]:
    """Where the tokens are."""
    canal = canal_of(state)
    return [f"canal tokens: supply {canal.supply}, seats {', '.join(str(count) for count in canal.held)}"]


def seat_notes(state: Public, seat: int) -> list[Said]:
    """A seat's tokens, and what the one in use is good for."""
    canal = canal_of(state)
    held: list[Said] = [phrase("canal_tokens", count=canal.held[seat])] if canal.held[seat] else []
    is_used = canal.used >= 0 and seat == state.active
    return [*held, phrase("canal_used", resource=RESOURCES[canal.used])] if is_used else held


def table_notes(state: Public) -> list[Said]:
    """The supply of tokens."""
    return [phrase("canal_supply", count=canal_of(state).supply)]


def canal_linked(s: State, event: CanalLinked) -> None:
    """The pairs count as joined; the tokens leave the supply."""
    canal = canal_of(s)
    before = canal.linked
    canal.linked = (*before[: event.seat], before[event.seat] | set(event.pairs), *before[event.seat + 1 :])
    canal.supply -= event.tokens
    canal.held = added(canal.held, event.seat, event.tokens)


def canal_token_used(s: State, event: CanalTokenUsed) -> None:
    """The token lies aside."""
    canal = canal_of(s)
    canal.used = event.resource
    canal.held = added(canal.held, event.seat, -1)


def canal_token_returned(s: State, event: CanalTokenReturned) -> None:
    """The token is in the supply again."""
    canal = canal_of(s)
    canal.used = NOBODY
    canal.supply += 1


def canal_tokens_traded(s: State, event: CanalTokensTraded) -> None:
    """The tokens change hands."""
    canal = canal_of(s)
    canal.held = added(added(canal.held, event.giver, -event.count), event.taker, event.count)


def _refusals(kinds: Iterable[int], rule: str) -> dict[int, dict[Any, str]]:
    return {kind: {UseCanalToken: rule} for kind in kinds}


_SEAT: Final = Field("seat", SEAT)

ERIE_CANAL: Final = Module(
    NAME,
    commands=(Message(UseCanalToken, (Field("resource", RESOURCE),)),),
    events=(
        Message(CanalLinked, (_SEAT, Field("pairs", array(array(NODE, 2), _MOST_PAIRS)), Field("tokens", COUNT))),
        Message(CanalTokenUsed, (_SEAT, Field("resource", RESOURCE))),
        Message(CanalTokenReturned, (_SEAT,)),
        Message(CanalTokensTraded, (Field("giver", SEAT), Field("taker", SEAT), Field("count", COUNT))),
    ),
    wares={TOKEN: Ware("canal_token", MOST_TOKENS, tokens_of)},
    handlers={UseCanalToken: use_token},
    allowed={TRADE: frozenset({UseCanalToken}), TRADE_BUILD: frozenset({UseCanalToken})},
    refusals={
        **_refusals((ROLL,), "canal.token.used_as_2_to_1_one_turn"),
        **_refusals((BUILD,), "catan.turn.no_trade_after_build"),
    },
    out_of_turn={UseCanalToken: "canal.token.bought_and_used"},
    listers={TRADE: list_uses, TRADE_BUILD: list_uses},
    evolvers={
        CanalLinked: canal_linked,
        CanalTokenUsed: canal_token_used,
        CanalTokenReturned: canal_token_returned,
        CanalTokensTraded: canal_tokens_traded,
    },
    reactions={RoadBuilt: link, RoadMoved: link, RoadFounded: link, TradeMade: hand_over},
    points={
        "bank_rates": bank_rates,
        "closing": return_token,
        "legend": legend,
        "seat_notes": seat_notes,
        "table_notes": table_notes,
    },
    open_slice=open_canal,
    unpack_slice=unpack_canal,
    refused=refused,
)
