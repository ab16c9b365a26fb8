"""Ends the game and reveals the hands (rulebook 003, End of the game), and checks whether a position is sound."""

from dataclasses import dataclass
from operator import add, le
from typing import Final

from domain.catan.belief import Belief
from domain.catan.joint_hands import certain
from domain.catan.kinds import CARD_COUNTS, COUNT, HANDS, OF_SEAT
from domain.catan.module import Module
from domain.catan.state import State
from domain.catan.terms import AWARD_POINTS, CARDS, KINDS, MOST_SEATS, NOBODY, RESOURCES, VICTORY_POINT
from domain.core.agenda import AgendaSet
from domain.core.chapter import Chapter
from domain.core.decider import Draft
from domain.core.errors import Unsound
from domain.core.kinds import array, groups
from domain.core.masks import bits
from domain.core.messages import Field, Message


@dataclass(slots=True)
class GameWon:
    """A seat won in its own turn; its victory point cards are shown."""

    seat: int
    points: int
    victory_point_cards: int


@dataclass(slots=True)
class HandsRevealed:
    """All is open after the end: every hand, flat by seat and kind, every unplayed development card, all totals."""

    hands: tuple[int, ...]
    cards: tuple[int, ...]
    points: tuple[int, ...]


def victory_points(state: State, seat: int) -> int:
    """Return a seat's points with its victory point cards; with an option, not those bought this turn."""
    at = seat * len(CARDS) + VICTORY_POINT
    cards = state.cards[at]
    if state.setting.victory_point_card_waits:
        cards -= state.fresh[at]
    return state.points[seat] + cards


def has_won(state: State) -> bool:
    """Return whether the active player has reached the target in the own turn."""
    return state.active >= 0 and victory_points(state, state.active) >= state.setting.target


def finish(draft: Draft[State]) -> None:
    """End the game at once: the winner shows the victory point cards, then all hands and totals are shown."""
    state = draft.state
    totals = tuple(state.points[seat] + state.card(seat, VICTORY_POINT) for seat in range(state.seats))
    winner = state.active
    shown = state.card(winner, VICTORY_POINT)
    draft.emit(GameWon(winner, totals[winner], shown))
    draft.emit(HandsRevealed(tuple(state.hands), state.cards, totals))
    draft.emit(AgendaSet(()))


def game_won(s: State, event: GameWon) -> None:
    """Name the winner."""
    s.winner = event.seat
    s.points[event.seat] = event.points


def hands_revealed(s: State, event: HandsRevealed) -> None:
    """Lay all hands open."""
    for at, count in enumerate(event.hands):
        s.known[at] = count
    s.extra = (0,) * len(s.extra)
    s.cards = event.cards
    s.points = list(event.points)


def learn_game_won(b: Belief, event: GameWon) -> None:
    """The points of the winner are shown."""
    b.active = NOBODY
    b.points[event.seat] = event.points


def learn_hands_revealed(b: Belief, event: HandsRevealed) -> None:
    """All hands and totals are public."""
    b.hands = certain(event.hands)
    b.points = list(event.points)


def check_material(state: State) -> None:
    """Raise Unsound for the first law of the base game that a position breaks."""
    _check_cards(state)
    _check_seats(state)
    _check_pieces(state)
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
    if state.active >= state.seats or any(frame.seats >> state.seats for frame in state.agenda):
        raise Unsound("seats", seats=state.seats)


def _check_pieces(state: State) -> None:
    topology, roads, buildings = state.setting.board.topology, 0, 0
    if state.robber >= topology.tiles:
        raise Unsound("place")
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
    for node in bits(buildings):
        if topology.near[node] & buildings != 1 << node:
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


MODULE: Final = Module(
    order=10,
    chapter=Chapter(
        "scoring",
        evolvers={GameWon: game_won, HandsRevealed: hands_revealed},
        check=check_material,
    ),
    events=(
        Message(GameWon, (OF_SEAT, Field("points", COUNT), Field("victory_point_cards", COUNT)), reveals=True),
        Message(
            HandsRevealed,
            (
                Field("hands", HANDS),
                Field("cards", groups(CARD_COUNTS, len(CARDS), MOST_SEATS)),
                Field("points", array(COUNT, MOST_SEATS)),
            ),
            reveals=True,
        ),
    ),
    evidence={GameWon: learn_game_won, HandsRevealed: learn_hands_revealed},
)
