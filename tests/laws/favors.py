"""Invents commands for the favors, and checks what beliefs note of them."""

from operator import le
from random import Random
from typing import Any

from domain.catan.modules.favors import commands as c
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import KINDS_OF_TOKEN
from domain.catan.state import State
from domain.catan.terms import KINDS
from domain.core.rows import Row
from tests.laws.part import Part


def invent(state: State, rng: Random) -> Any:
    """Return a random command about favors; most are illegal."""
    kind, other = rng.randrange(KINDS), rng.randrange(KINDS)
    makers = (
        lambda: c.OfferGift(kind, rng.randrange(6)),
        lambda: c.AcceptGift(kind, rng.randrange(6)),
        lambda: c.DeclineGift(kind, rng.randrange(6)),
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


def is_noted(noted: Row, state: State) -> None:
    """Tokens that are believed in the supply lie there."""
    assert all(map(le, noted, favors_of(state).supply))


PART = Part(invent, is_noted)
