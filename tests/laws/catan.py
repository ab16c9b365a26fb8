"""Checks what only Catan conserves, and invents commands for it."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import add, le
from random import Random
from typing import Any

from domain.catan import CATAN
from domain.catan.belief import Belief
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import DeclineSteal, Discard, MoveRobber, Steal
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, DeclineOffer, OfferTrade, WithdrawOffer
from domain.catan.chapters.turn import EndTurn
from domain.catan.knowledge import Knowledge
from domain.catan.modules.five_six import Pass
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, NOBODY, VICTORY_POINT
from tests.laws.sound import check
from tests.modules import part_of

BY_SEAT = ("hands", "cards", "aside", "roads", "settlements", "cities", "knights", "points")


def conserve(state: State) -> None:
    """Cards only move, pieces stay within their supply, and nothing stands where it must not."""
    check(CATAN, state)


def allows(beliefs: Iterable[Belief], state: State) -> None:
    """The true hands are possible to everybody, and so are the hidden points and the deck."""
    held = [*map(add, state.hands, state.aside)]
    kept = [sum(state.cards[at : at + len(CARDS)]) for at in range(0, len(state.cards), len(CARDS))]
    points = state.cards[VICTORY_POINT :: len(CARDS)]
    for belief in beliefs:
        assert belief.hands.cuts or belief.hands.weight(held) > 0
        assert belief.points == state.points
        assert [*map(len, belief.kept)] == kept
        assert all(map(le, belief.in_deck, state.deck))
        assert state.winner != NOBODY or all(map(le, points, belief.most_points))
        for name in state.slices:
            part_of(name).is_noted(belief.notes.get(name, ()), state)


def fits(belief: Belief, knowledge: Knowledge) -> None:
    """Every possibility has hands of the right sizes, within the bounds; no upper ones are known during discards."""
    sizes = [*map(add, knowledge.hand_sizes, knowledge.aside_sizes)]
    for hands, weight in belief.hands.worlds():
        assert weight > 0
        assert min(hands) >= 0
        assert [sum(hands[at : at + KINDS]) for at in range(0, len(hands), KINDS)] == sizes
        assert knowledge.finished or all(map(le, knowledge.lows, hands))
        assert any(knowledge.aside_sizes) or all(map(le, hands, knowledge.highs))


def _cards(rng: Random, most: int) -> tuple[int, ...]:
    chosen = [0] * KINDS
    for _ in range(rng.randint(0, most)):
        chosen[rng.randrange(KINDS)] += 1
    return tuple(chosen)


def invent(state: State, rng: Random) -> Any:
    """Return a random command of the right shape; most are illegal."""
    topology = state.setting.board.topology
    node, edge = rng.randrange(topology.nodes + 2), rng.randrange(topology.edges + 2)
    seat, offer = rng.randrange(state.seats), rng.randint(1, max(1, state.next_offer))
    own = _own(tuple(state.slices))
    if own and rng.random() < 0.5:
        return rng.choice(own)(state, rng)
    makers = (
        lambda: FoundSettlement(node),
        lambda: FoundRoad(edge),
        RollDice,
        lambda: Discard(_cards(rng, 8)),
        lambda: MoveRobber(rng.randrange(topology.tiles + 2)),
        lambda: Steal(seat),
        DeclineSteal,
        lambda: OfferTrade(_cards(rng, 3), _cards(rng, 3), rng.randrange(1 << state.seats)),
        lambda: _invent_offer(state, rng, offer),
        lambda: AcceptOffer(offer),
        lambda: AcceptOffer(offer, _cards(rng, 2)),
        lambda: DeclineOffer(offer),
        lambda: WithdrawOffer(offer),
        lambda: ConfirmTrade(offer, seat),
        lambda: ConfirmTrade(offer, seat, _cards(rng, 2)),
        lambda: MaritimeTrade(_cards(rng, 4), rng.randrange(KINDS)),
        lambda: BuildRoad(edge),
        lambda: BuildSettlement(node),
        lambda: BuildCity(node),
        BuyDevelopmentCard,
        PlayKnight,
        PlayRoadBuilding,
        lambda: PlayYearOfPlenty(_cards(rng, 3)),
        lambda: PlayMonopoly(rng.randrange(KINDS)),
        EndTurn,
        Pass,
    )
    return rng.choice(makers)()


def _invent_offer(state: State, rng: Random, answered: int) -> OfferTrade:
    """Return an offer for one of several things, often as an answer to another; many are illegal."""
    kinds = rng.sample(range(KINDS), 4)
    give, *wanted = [tuple(int(kind == one) for kind in range(KINDS)) for one in kinds]
    if rng.random() < 0.2:
        wanted[1] = rng.choice((give, wanted[0], wanted[2], (0,) * KINDS))
    to = rng.choice((0, 0, rng.randrange(1 << state.seats)))
    return OfferTrade(give, wanted[0], to, tuple(wanted[1:]), rng.choice((0, answered)), rng.choice((0, 0, 5, 60)))


@cache
def _own(modules: Sequence[str]) -> list[Callable[[State, Random], Any]]:
    """Return the functions by which modules invent commands."""
    return [invent for invent in (part_of(name).invent for name in modules) if invent is not None]
