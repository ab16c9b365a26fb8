"""Uses a token as a 2:1 harbor for one resource and one turn, and hands tokens over in a trade."""

from typing import Final

from domain.catan.chapters.trading.messages import TradeMade
from domain.catan.modules.erie_canal.commands import UseCanalToken, UseCanalTokenForAny
from domain.catan.modules.erie_canal.events import (
    CanalTokenReturned,
    CanalTokensTraded,
    CanalTokenUsed,
    CanalTokenUsedForAny,
)
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.catan.modules.erie_canal.terms import ANY, ANY_KIND, TOKEN
from domain.catan.state import Public, State
from domain.catan.terms import KINDS
from domain.core.agenda import Agenda
from domain.core.chapter import Owed
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand

_TWO: Final = (2,)
_NO_RATE: Final[tuple[int, ...]] = ()


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
    return [UseCanalTokenForAny()] if serves_any(state) else [UseCanalToken(kind) for kind in range(KINDS)]


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
