"""Invents commands for the Erie canal, and says what golden records keep and refusals mean of it."""

from random import Random
from typing import Any, Final

from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.modules.erie_canal.chapter import UseCanalToken, UseCanalTokenForAny
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.catan.state import State
from domain.catan.terms import KINDS, ROLL
from tests.laws.refused import Asked, Means
from tests.modules.part import Part


def invent(state: State, rng: Random) -> Any:
    """Return a command to use a canal token, or an offer that includes some; most are illegal."""
    if rng.random() < 0.3:
        return rng.choice((UseCanalToken(rng.randrange(KINDS)), UseCanalTokenForAny()))
    sides = [[rng.random() < 0.2 for _ in range(KINDS)] + [rng.randrange(3)] for _ in range(2)]
    return OfferTrade(*[tuple(int(count) for count in side) for side in sides], rng.randrange(1 << state.seats))


def facts(part: Any) -> dict[str, Any]:
    """Return what golden records keep of the canal."""
    links = [sorted(list(pair) for pair in pairs) for pairs in part.linked]
    return {"supply": part.supply, "held": list(part.held), "used": part.used, "links": links}


def _is_any_kind(asked: Asked) -> bool:
    return bool(asked.state.setting.config.options["canal_any_kind"])


MEANS: Final[Means] = {
    "canal.token.any_kind": lambda a: _is_any_kind(a),
    "canal.token.bought_and_used": lambda a: not a.is_active,
    "canal.token.held": lambda a: not canal_of(a.state).held[a.seat],
    "canal.token.one_per_turn": lambda a: canal_of(a.state).used >= 0,
    "canal.token.used_as_2_to_1_one_turn": lambda a: a.frame == ROLL or not _is_any_kind(a),
}

PART: Final = Part(invent=invent, means=MEANS, by_seat=("held",), facts=facts)
