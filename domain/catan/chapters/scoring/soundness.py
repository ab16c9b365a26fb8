"""Checks that a position could be one of a game: cards only move, and pieces stand where they may and count once."""

from operator import add, le

from domain.catan.state import State
from domain.catan.terms import AWARD_POINTS, CARDS, KINDS, NOBODY, RESOURCES, VICTORY_POINT
from domain.core.errors import Unsound
from domain.core.masks import bits


def check_material(state: State) -> None:
    """Raise Unsound for the first law of the base game that a position breaks."""
    _check_cards(state)
    _check_seats(state)
    _check_pieces(state)
    _check_distances(state)
    _check_points(state)
    _check_bounds(state)


def _check_cards(state: State) -> None:
    counts = (*state.bank, *state.hands, *state.aside, *state.deck, *state.cards, *state.fresh)
    if min(counts) < 0:
        raise Unsound("negative")
    for kind, name in enumerate(RESOURCES):
        found = state.bank[kind] + sum(state.hands[kind::KINDS]) + sum(state.aside[kind::KINDS])
        if found != state.setting.supply:
            raise Unsound("cards", card=name, found=found, due=state.setting.supply)
    for card, due in enumerate(state.setting.deck):
        found = state.deck[card] + sum(state.cards[card :: len(CARDS)])
        if found > due:
            raise Unsound("cards", card=CARDS[card], found=found, due=due)


def _check_seats(state: State) -> None:
    topology = state.setting.board.topology
    if state.active >= state.seats or any(frame.seats >> state.seats for frame in state.agenda):
        raise Unsound("seats", seats=state.seats)
    if state.robber >= topology.tiles:
        raise Unsound("place")


def _check_pieces(state: State) -> None:
    topology, roads, buildings = state.setting.board.topology, 0, 0
    for seat in range(state.seats):
        settled = state.settlements[seat]
        if roads & state.roads[seat] or buildings & state.buildings(seat) or settled & state.cities[seat]:
            raise Unsound("shared")
        if min(state.roads_left(seat), state.settlements_left(seat), state.cities_left(seat)) < 0:
            raise Unsound("supply", seat=seat)
        roads |= state.roads[seat]
        buildings |= state.buildings(seat)
    if roads >> topology.edges or buildings >> topology.nodes:
        raise Unsound("place")


def _check_distances(state: State) -> None:
    near = state.setting.board.topology.near
    taken = 0
    for seat in range(state.seats):
        taken |= state.buildings(seat)
    for node in bits(taken):
        if near[node] & taken != 1 << node:
            raise Unsound("distance", node=node)


def _check_points(state: State) -> None:
    for seat in range(state.seats):
        due = state.settlements[seat].bit_count() + 2 * state.cities[seat].bit_count()
        due += AWARD_POINTS * ((state.longest_road == seat) + (state.largest_army == seat))
        due += sum([score(state, seat) for score in state.setting.points.scores])
        if state.winner != NOBODY:
            due += state.card(seat, VICTORY_POINT)
        if state.points[seat] != due:
            raise Unsound("points", seat=seat, found=state.points[seat], due=due)


def _check_bounds(state: State) -> None:
    """Compare what others can count on with what a seat holds, publicly and for each observer."""
    held = [*map(add, state.hands, state.aside)]
    beyond = [state.extra[at : at + len(held)] for at in range(0, len(state.extra), len(held))]
    for more in ((0,) * len(held), *beyond):
        if not all(map(le, map(add, state.known, more), held)):
            raise Unsound("known")
