"""Exchanges a favor token: a seat draws one and returns one (rulebook 003, Entre amigos, Intercambiar)."""

from dataclasses import dataclass
from typing import Final

from domain.catan.belief import Belief
from domain.catan.modules.favors.holdings import NO_TOKENS, check_rolled, favors_of
from domain.catan.modules.favors.terms import KINDS_OF_TOKEN, NAME, RETURN_FAVOR, STREAM, USE_RULE
from domain.catan.state import State
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import HIDDEN, AnyCommand
from domain.core.number_rows import add, replace_entry
from domain.core.table_state import pop, push


@dataclass(frozen=True, slots=True)
class ExchangeFavor:
    """Draw a favor token in order to return one."""


@dataclass(frozen=True, slots=True)
class ReturnFavor:
    """Return a favor token to the supply, face down."""

    token: int


@dataclass(slots=True)
class ExchangeBegun:
    """A seat drew a token in order to return one; its kind is the drawer's secret."""

    seat: int
    token: int


@dataclass(slots=True)
class FavorReturned:
    """A seat returned a token face down."""

    seat: int
    token: int


_EXCHANGE: Final = ExchangeFavor()
_RETURNS: Final = tuple(ReturnFavor(token) for token in range(KINDS_OF_TOKEN))


def exchange_favor(draft: Draft[State], seat: int, command: ExchangeFavor) -> Agenda | None:
    """Draw a token; one has to go back."""
    state = draft.state
    check_rolled(state, USE_RULE)
    part = favors_of(state)
    if part.deeds.spent:
        raise IllegalCommand("favors.use.once_per_turn")
    if not part.counts[seat] or not part.size:
        raise IllegalCommand("favors.exchange.needs_token_and_supply")
    draft.emit(ExchangeBegun(seat, draft.draw(STREAM, part.supply)))
    return push(state, Frame(RETURN_FAVOR, 1 << seat))


def return_favor(draft: Draft[State], seat: int, command: ReturnFavor) -> Agenda | None:
    """Return any of the own tokens, the one just drawn included."""
    state = draft.state
    if not favors_of(state).tokens(seat)[command.token]:
        raise IllegalCommand("favors.exchange.draw_then_return")
    draft.emit(FavorReturned(seat, command.token))
    return pop(state)


def list_exchange(state: State, seat: int) -> list[AnyCommand]:
    """Return the exchange, where it is allowed."""
    part = favors_of(state)
    return [_EXCHANGE] if part.counts[seat] and part.size and not part.deeds.spent else []


def list_returns(state: State, seat: int) -> list[AnyCommand]:
    """Return every kind of token that a seat can return."""
    return [_RETURNS[token] for token, count in enumerate(favors_of(state).tokens(seat)) if count]


def exchange_begun(s: State, event: ExchangeBegun) -> None:
    """Draw the new token of an exchange."""
    part = favors_of(s)
    part.deeds = part.deeds._replace(spent=True)
    part.draw(event.seat, event.token)
    s.draws[STREAM] += 1


def favor_returned(s: State, event: FavorReturned) -> None:
    """Put a token back; the seat can use no more in this turn, so none counts as fresh any longer."""
    part = favors_of(s)
    at = event.seat * KINDS_OF_TOKEN
    part.held[at + event.token] -= 1
    part.counts[event.seat] -= 1
    part.supply[event.token] += 1
    part.size += 1
    fresh = (*part.deeds.fresh[:at], *NO_TOKENS, *part.deeds.fresh[at + KINDS_OF_TOKEN :])
    part.deeds = part.deeds._replace(fresh=fresh, fresh_counts=replace_entry(part.deeds.fresh_counts, event.seat, 0))


def learn_favor_returned(b: Belief, event: FavorReturned) -> None:
    """The seat that returned a token knows that it lies in the supply."""
    if event.token != HIDDEN:
        b.notes = {**b.notes, NAME: add(b.notes.get(NAME, NO_TOKENS), event.token, 1)}
