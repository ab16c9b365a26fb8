"""Answers a seven: what to discard, where the robber goes and whom to rob."""

from collections.abc import Iterable, Sequence
from typing import Any

from domain.catan.chapters.robber.messages import DeclineSteal, Discard, MoveRobber, Steal
from domain.catan.terms import BARREN, KINDS
from domain.core.actions import CardsBound, Template
from workers.agents.catan.goal_finding import first_goals
from workers.agents.catan.prospects import promise
from workers.agents.catan.situation import Situation

PLANS = 3  # plans by which a card is judged


def choose_discard(now: Situation, template: Template) -> Discard:
    """Discard, card by card, what the plans need least."""
    bound = template.bounds["cards"]
    assert isinstance(bound, CardsBound)
    hand, plans = list(now.hand), first_goals(now, PLANS)
    for _ in range(bound.least):
        held = [k for k in range(KINDS) if hand[k]]
        kind = max(held, key=lambda k: (promise(now, _without(hand, k), plans), hand[k]))
        hand[kind] -= 1
    return Discard(tuple(now.hand[k] - hand[k] for k in range(KINDS)))


def _without(hand: Sequence[int], kind: int) -> list[int]:
    return [n - (k == kind) for k, n in enumerate(hand)]


def choose_tile(now: Situation, commands: Iterable[MoveRobber]) -> MoveRobber:
    """Choose the tile that costs the leaders most, avoiding own tiles; a victim with cards counts too."""
    return max(commands, key=lambda command: _tile_worth(now, command.tile) + now.mercy(command.tile))


def _tile_worth(now: Situation, tile: int) -> float:
    view, board = now.view, now.view.setting.board
    if board.resources[tile] == BARREN:
        return 0.0
    pips, nodes, worth, loot = now.ground.pips[tile], board.tile_mask[tile], 0.0, 0.0
    for seat in range(view.seats):
        buildings = (view.settlements[seat] & nodes).bit_count() + 2 * (view.cities[seat] & nodes).bit_count()
        if not buildings:
            continue
        if seat == now.seat:
            worth -= now.weights.own * (pips + 3) * buildings
            continue
        worth += pips * buildings * (1 + now.weights.leader * now.threat(seat))
        if view.hand_sizes[seat]:
            loot = max(loot, 2.0 + _loot(now, seat))
    return worth + loot


def choose_victim(now: Situation, commands: Sequence[Any]) -> Any:
    """Rob the seat closest to winning that has cards, among equals one with needed cards; none if that pays."""
    if DeclineSteal() in commands and now.mercy(now.view.robber) > 0:
        return DeclineSteal()
    victims = [command for command in commands if isinstance(command, Steal)]
    return max(victims, key=lambda command: _victim_worth(now, command.victim))


def _victim_worth(now: Situation, seat: int) -> float:
    if not now.view.hand_sizes[seat]:
        return -1.0
    return now.weights.leader * now.threat(seat) + _loot(now, seat)


def _loot(now: Situation, seat: int) -> float:
    """Return the probability that a card from this hand is of a kind that the own seat neither earns nor holds."""
    size = now.view.hand_sizes[seat]
    scarce = [k for k in range(KINDS) if not now.income[k] and not now.hand[k]]
    return sum(now.likely(seat, k) for k in scarce) / size
