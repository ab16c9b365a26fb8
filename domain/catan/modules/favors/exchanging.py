"""Exchanges a favor token instead of using one (rulebook 003, Entre amigos, Intercambiar una ficha de favor)."""

from typing import Final

from domain.catan.modules.favors.commands import ExchangeFavor, ReturnFavor
from domain.catan.modules.favors.events import ExchangeBegun, FavorReturned
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import KINDS_OF_TOKEN, RETURN_FAVOR, STREAM
from domain.catan.state import State
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand
from domain.core.table_state import popped, pushed

_EXCHANGE: Final = ExchangeFavor()
_RETURNS: Final = tuple(ReturnFavor(token) for token in range(KINDS_OF_TOKEN))


def exchange_favor(draft: Draft[State], seat: int, command: ExchangeFavor) -> Agenda | None:
    """Draw a token; one has to go back."""
    state = draft.state
    part = favors_of(state)
    if part.deeds.spent:
        raise IllegalCommand("favors.use.once_per_turn")
    if not part.counts[seat] or not part.size:
        raise IllegalCommand("favors.exchange.needs_token_and_supply")
    draft.emit(ExchangeBegun(seat, draft.draw(STREAM, part.supply)))
    return pushed(state, Frame(RETURN_FAVOR, 1 << seat))


def return_favor(draft: Draft[State], seat: int, command: ReturnFavor) -> Agenda | None:
    """Return any of the own tokens, the one just drawn included."""
    state = draft.state
    if not favors_of(state).tokens(seat)[command.token]:
        raise IllegalCommand("favors.exchange.draw_then_return")
    draft.emit(FavorReturned(seat, command.token))
    return popped(state)


def list_exchange(state: State, seat: int) -> list[AnyCommand]:
    """Return the exchange, where it is allowed."""
    part = favors_of(state)
    return [_EXCHANGE] if part.counts[seat] and part.size and not part.deeds.spent else []


def list_returns(state: State, seat: int) -> list[AnyCommand]:
    """Return every kind of token that a seat can return."""
    return [_RETURNS[token] for token, count in enumerate(favors_of(state).tokens(seat)) if count]
