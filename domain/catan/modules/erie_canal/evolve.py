"""Evolves the canal tokens."""

from typing import Final

from domain.catan.modules.erie_canal import messages as e
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.catan.modules.erie_canal.terms import ANY
from domain.catan.state import State
from domain.catan.terms import NOBODY
from domain.core.decider import Evolvers
from domain.core.rows import add


def canal_linked(s: State, event: e.CanalLinked) -> None:
    """The pairs count as joined; the tokens leave the supply."""
    canal = canal_of(s)
    before = canal.linked
    canal.linked = (
        *before[: event.seat],
        before[event.seat] | {(one, other) for one, other in event.pairs},
        *before[event.seat + 1 :],
    )
    canal.supply -= event.tokens
    canal.held = add(canal.held, event.seat, event.tokens)


def canal_token_used(s: State, event: e.CanalTokenUsed) -> None:
    """The token lies aside."""
    canal = canal_of(s)
    canal.used = event.resource
    canal.held = add(canal.held, event.seat, -1)


def canal_token_used_for_any(s: State, event: e.CanalTokenUsedForAny) -> None:
    """The token lies aside."""
    canal = canal_of(s)
    canal.used = ANY
    canal.held = add(canal.held, event.seat, -1)


def canal_token_returned(s: State, event: e.CanalTokenReturned) -> None:
    """The token is in the supply again."""
    canal = canal_of(s)
    canal.used = NOBODY
    canal.supply += 1


def canal_tokens_traded(s: State, event: e.CanalTokensTraded) -> None:
    """The tokens change hands."""
    canal = canal_of(s)
    canal.held = add(add(canal.held, event.giver, -event.count), event.taker, event.count)


EVOLVERS: Final[Evolvers[State]] = {
    e.CanalLinked: canal_linked,
    e.CanalTokenUsed: canal_token_used,
    e.CanalTokenUsedForAny: canal_token_used_for_any,
    e.CanalTokenReturned: canal_token_returned,
    e.CanalTokensTraded: canal_tokens_traded,
}
