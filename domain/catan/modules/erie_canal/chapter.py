"""Uses canal tokens, each a 2:1 harbor for one turn, hands them over in trades, and composes the canal."""

from dataclasses import dataclass
from typing import Final

from domain.catan.chapters.building.messages import RoadBuilt, SettlementBuilt
from domain.catan.chapters.setup.messages import RoadFounded
from domain.catan.chapters.trading.messages import TradeMade
from domain.catan.kinds import COUNT, NODE, OF_SEAT, RESOURCE, SEAT
from domain.catan.module import Module
from domain.catan.modules.erie_canal.canal_map import canal_tokens, canal_towns
from domain.catan.modules.erie_canal.holdings import (
    ANY,
    ANY_KIND,
    FOUNDING_CLOSES,
    MOST_TOKENS,
    NAME,
    SETTLED_ENDS,
    TOKEN,
    canal_of,
    open_canal,
    restore_canal,
    tokens_of,
    unpack_canal,
)
from domain.catan.modules.erie_canal.linking import CanalLinked, canal_linked, link, settle
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.catan.state import Public, State
from domain.catan.terms import BUILD, KINDS, NOBODY, ROLL, TRADE, TRADE_BUILD
from domain.catan.wares import Ware
from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Owed, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand, Unsound
from domain.core.kinds import array
from domain.core.messages import AnyCommand, Field, Message, name_seats
from domain.core.number_rows import add


@dataclass(frozen=True, slots=True)
class UseCanalToken:
    """Use a canal token as a 2:1 harbor for one resource and the rest of the turn."""

    resource: int


@dataclass(frozen=True, slots=True)
class UseCanalTokenForAny:
    """Use a canal token as a 2:1 harbor for every resource and the rest of the turn, where the table plays so."""


@dataclass(slots=True)
class CanalTokenUsed:
    """A seat uses a token for a resource until its turn ends."""

    seat: int
    resource: int


@dataclass(slots=True)
class CanalTokenUsedForAny:
    """A seat uses a token for every resource until its turn ends."""

    seat: int


@dataclass(slots=True)
class CanalTokenReturned:
    """The token that a seat used went back to the supply."""

    seat: int


@dataclass(slots=True)
class CanalTokensTraded:
    """Tokens went from one seat to another in a trade."""

    giver: int
    taker: int
    count: int


_TWO: Final = (2,)
_NO_RATE: Final[tuple[int, ...]] = ()
_MOST_PAIRS: Final = 500


def use_token(draft: Draft[State], seat: int, command: UseCanalToken) -> Agenda | None:
    """Name the resource that trades 2:1 for the rest of the turn; one token per turn."""
    _check_use(draft.state, seat)
    if serves_any(draft.state):
        raise IllegalCommand("canal.token.any_kind")
    draft.emit(CanalTokenUsed(seat, command.resource))
    return None


def use_for_any(draft: Draft[State], seat: int, command: UseCanalTokenForAny) -> Agenda | None:
    """Trade every resource 2:1 for the rest of the turn, where the table plays so; one token per turn."""
    _check_use(draft.state, seat)
    if not serves_any(draft.state):
        raise IllegalCommand("canal.token.used_as_2_to_1_one_turn")
    draft.emit(CanalTokenUsedForAny(seat))
    return None


def serves_any(state: Public) -> bool:
    """Return whether a token serves every resource at this table."""
    return bool(state.setting.config.options[ANY_KIND])


def _check_use(state: Public, seat: int) -> None:
    """Refuse a second token in a turn, and one that the seat does not hold."""
    canal = canal_of(state)
    if canal.used >= 0:
        raise IllegalCommand("canal.token.one_per_turn")
    if not canal.held[seat]:
        raise IllegalCommand("canal.token.held")


def list_uses(state: State, seat: int) -> list[AnyCommand]:
    """Return every resource that a token may be used for, or the use for all of them."""
    canal = canal_of(state)
    if canal.used >= 0 or not canal.held[seat]:
        return []
    if serves_any(state):
        return [UseCanalTokenForAny()]
    return [UseCanalToken(kind) for kind in range(KINDS)]


def bank_rates(state: Public, seat: int, kind: int) -> tuple[int, ...]:
    """Return the rate of 2:1 for what the token in use serves, for the player on turn."""
    return _TWO if canal_of(state).used in (kind, ANY) and seat == state.active else _NO_RATE


def return_token(draft: Draft[State], seat: int) -> None:
    """Give a used token back at the end of the turn, before other seats build."""
    if canal_of(draft.state).used >= 0:
        draft.emit(CanalTokenReturned(seat))


def hand_over(draft: Draft[State], seat: int, event: TradeMade) -> Owed:
    """Tokens among the goods of a trade change hands with the cards."""
    for goods, giver, taker in ((event.give, event.seat, event.partner), (event.take, event.partner, event.seat)):
        if sum(goods[TOKEN : TOKEN + 1]):
            draft.emit(CanalTokensTraded(giver, taker, goods[TOKEN]))
    return []


def check_canal(state: State) -> None:
    """Raise Unsound unless every token is in the supply, with a seat or in use, and only canal towns are joined."""
    canal = canal_of(state)
    found = canal.supply + sum(canal.held) + (canal.used >= 0)
    are_towns = all(town in canal.towns for pairs in canal.linked for pair in pairs for town in pair)
    is_whole = found == canal_tokens(state.setting.config.map) and min(canal.supply, *canal.held) >= 0
    if not (is_whole and are_towns):
        raise Unsound("module", module=NAME)


def canal_token_used(s: State, event: CanalTokenUsed | CanalTokenUsedForAny) -> None:
    """The token lies aside."""
    canal = canal_of(s)
    canal.used = event.resource if isinstance(event, CanalTokenUsed) else ANY
    canal.held = add(canal.held, event.seat, -1)


def canal_token_returned(s: State, event: CanalTokenReturned) -> None:
    """The token is in the supply again."""
    canal = canal_of(s)
    canal.used = NOBODY
    canal.supply += 1


def canal_tokens_traded(s: State, event: CanalTokensTraded) -> None:
    """The tokens change hands."""
    canal = canal_of(s)
    canal.held = add(add(canal.held, event.giver, -event.count), event.taker, event.count)


_USE: Final = frozenset({UseCanalToken, UseCanalTokenForAny})


def map_refusal(seats: int, map_name: str) -> str | None:
    """Return the rule that the variant needs a board with a canal; None if the map has one."""
    return None if canal_towns(map_name) else "canal.setup.only_new_york"


MODULE: Final = Module(
    order=5,
    chapter=Chapter(
        NAME,
        rules={UseCanalToken: use_token, UseCanalTokenForAny: use_for_any},
        acting=Times(
            allowed={TRADE: _USE, TRADE_BUILD: _USE},
            refusals={
                ROLL: dict.fromkeys(_USE, "canal.token.used_as_2_to_1_one_turn"),
                BUILD: dict.fromkeys(_USE, "catan.turn.no_trade_after_build"),
            },
            listers={TRADE: list_uses, TRADE_BUILD: list_uses},
        ),
        out_of_turn=dict.fromkeys(_USE, "canal.token.bought_and_used"),
        evolvers={
            CanalLinked: canal_linked,
            CanalTokenUsed: canal_token_used,
            CanalTokenUsedForAny: canal_token_used,
            CanalTokenReturned: canal_token_returned,
            CanalTokensTraded: canal_tokens_traded,
        },
        reactions={RoadBuilt: link, RoadFounded: link, SettlementBuilt: settle, TradeMade: hand_over},
        check=check_canal,
    ),
    commands=(Message(UseCanalToken, (Field("resource", RESOURCE),)), Message(UseCanalTokenForAny)),
    events=(
        Message(CanalLinked, (OF_SEAT, Field("pairs", array(array(NODE, 2), _MOST_PAIRS)), Field("tokens", COUNT))),
        Message(CanalTokenUsed, (OF_SEAT, Field("resource", RESOURCE))),
        Message(CanalTokenUsedForAny, (OF_SEAT,)),
        Message(CanalTokenReturned, (OF_SEAT,)),
        Message(
            CanalTokensTraded,
            (Field("giver", SEAT), Field("taker", SEAT), Field("count", COUNT)),
            affects=name_seats("giver", "taker"),
        ),
    ),
    wares={TOKEN: Ware("canal_token", MOST_TOKENS, tokens_of)},
    points=Points(bank_rates=(bank_rates,), closing=(return_token,)),
    open_slice=open_canal,
    unpack_slice=unpack_canal,
    restore_slice=restore_canal,
    options={SETTLED_ENDS: FLAG, FOUNDING_CLOSES: FLAG, ANY_KIND: FLAG},
    before={FOUNDING_CLOSES: True},
    map_refusal=map_refusal,
)
