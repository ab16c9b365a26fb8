"""Checks what only the favors conserve: where every token is; and invents commands for them."""

from operator import le
from random import Random
from typing import Any

from domain.catan.modules.favors import commands as c
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import CATAN_TOKENS, KINDS_OF_TOKEN, PER_PLAYER, SWAPS
from domain.catan.state import State
from domain.catan.terms import KINDS
from domain.core.rows import Row
from tests.laws.part import Part


def conserve(state: State) -> None:
    """Every token lies in the supply, with a seat or at its guild."""
    part = favors_of(state)
    for kind in range(KINDS_OF_TOKEN):
        held = sum(part.held[kind::KINDS_OF_TOKEN])
        assert part.supply[kind] + held + part.used[kind] == PER_PLAYER[kind] * state.seats
    assert part.size == sum(part.supply)
    for seat in range(state.seats):
        own = slice(seat * KINDS_OF_TOKEN, (seat + 1) * KINDS_OF_TOKEN)
        assert part.counts[seat] == sum(part.held[own])
        assert part.deeds.fresh_counts[seat] == sum(part.deeds.fresh[own])
    assert all(0 <= new <= held for new, held in zip(part.deeds.fresh, part.held, strict=True))
    assert min(*part.supply, *part.used) >= 0
    assert part.used[3] % 2 == part.used[4] % 2 == 0
    assert sum(part.catan_tokens) == part.used[4] // 2 <= CATAN_TOKENS
    assert part.deeds.swaps <= SWAPS
    assert part.before.turn <= part.deeds.turn == state.turn


def invent(state: State, rng: Random) -> Any:
    """Return a random command about favors; most are illegal."""
    kind, other = rng.randrange(KINDS), rng.randrange(KINDS)
    makers = (
        lambda: c.OfferGift(kind, rng.randrange(6)),
        c.AcceptGift,
        c.DeclineGift,
        lambda: c.NameDrawer(rng.randrange(6)),
        lambda: c.CallTraders(kind, other),
        lambda: c.CallMerchants(kind),
        lambda: c.CallRoadBuilders(rng.randrange(state.setting.board.topology.edges + 2)),
        c.CallScholars,
        c.CallMasterBuilders,
        c.ExchangeFavor,
        lambda: c.ReturnFavor(rng.randrange(KINDS_OF_TOKEN)),
    )
    return rng.choice(makers)()


def points(state: State, seat: int) -> int:
    """Return the points of a seat: one for each Catan token from the master builders."""
    return favors_of(state).catan_tokens[seat]


def is_noted(noted: Row, state: State) -> None:
    """Tokens that are believed in the supply lie there."""
    assert all(map(le, noted, favors_of(state).supply))


PART = Part(points, conserve, invent, is_noted)
