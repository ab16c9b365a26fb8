"""Counts cubes and ends the game, also if no seat can ever build again (rulebook, End of the game)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda, AgendaSet
from domain.core.chapter import Chapter, change_nothing
from domain.core.decider import Draft
from domain.core.kinds import array
from domain.core.messages import Field, Message, nobody
from domain.elasund.board import FOOTPRINTS
from domain.elasund.chapters.walls import growth_points
from domain.elasund.claims import best_rival
from domain.elasund.displacing import too_large
from domain.elasund.pieces import KINDS_OF_BUILDING
from domain.elasund.soundness import check_material
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    BUILDINGS,
    COUNT,
    CUBES,
    HANDS,
    HUTS,
    MOST_SEATS,
    NOBODY,
    NOWHERE,
    OF_SEAT,
    PERMITS,
    ROLL,
    SEAT,
    SQUARES,
    phase,
)


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn."""


@dataclass(slots=True)
class TurnStarted:
    """A seat's turn began; turns are counted from 1."""

    seat: int
    turn: int


@dataclass(slots=True)
class ElasundGameWon:
    """A seat has all its cubes on the board."""

    seat: int
    points: int


@dataclass(slots=True)
class CityFinished:
    """No seat can ever build again: the seats with the most cubes share the win."""

    winners: tuple[int, ...]
    points: int


@dataclass(slots=True)
class ElasundHandsRevealed:
    """All hands are open after the end, flat by seat and kind of card."""

    hands: tuple[int, ...]


def wins_now(state: State) -> bool:
    """Return whether the active player wins at once: all cubes on the board, in an edition that ends the game then."""
    return state.setting.wins_at_once and state.active >= 0 and state.points[state.active] == CUBES


def win(draft: Draft[State]) -> None:
    """End the game with the active player as the winner."""
    seat = draft.state.active
    draft.emit(ElasundGameWon(seat, draft.state.points[seat]))
    _close(draft)


def _finish_city(draft: Draft[State]) -> None:
    """End a game in which no seat can build any more; the most cubes win, and ties share the win."""
    points = draft.state.points
    most = max(points)
    draft.emit(CityFinished(tuple(seat for seat in range(draft.state.seats) if points[seat] == most), most))
    _close(draft)


def _close(draft: Draft[State]) -> None:
    """Show all hands."""
    state = draft.state
    hands: list[int] = []
    for other in range(state.seats):
        hands += [state.gold[other], *state.colors_of(other)]
    draft.emit(ElasundHandsRevealed(tuple(hands)))
    draft.emit(AgendaSet(()))


def end_turn(draft: Draft[State], seat: int, command: EndTurn) -> Agenda | None:
    """Win with ten cubes on the board, otherwise pass the dice to the left, unless no seat can build any more."""
    state = draft.state
    if state.points[seat] == CUBES:
        win(draft)
        return None
    if stands_still(state):
        _finish_city(draft)
        return None
    following = (seat + 1) % state.seats
    draft.emit(TurnStarted(following, state.turn + 1))
    return phase(ROLL, following)


_KINDS: Final = range(len(HUTS), len(BUILDINGS))


def stands_still(state: Public) -> bool:
    """Return whether no seat could ever build again, whatever cards it had: no wall, no church tile, no building."""
    if NOBODY in state.church_owners or growth_points(state):
        return False
    return not any(_could_build(state, seat, kind) for seat in range(state.seats) for kind in _KINDS)


def _could_build(state: Public, seat: int, kind: int) -> bool:
    if not state.has_piece(seat, kind):
        return False
    return any(_could_stand(state, seat, kind, FOOTPRINTS[kind][place]) for place in range(SQUARES))


def _could_stand(state: Public, seat: int, kind: int, footprint: int) -> bool:
    """Return whether a footprint has room for enough permits, nothing too large on it, and a possible majority."""
    if not state.setting.board.can_bear(footprint) or footprint & state.church or too_large(state, kind, footprint):
        return False
    if (footprint & ~state.built).bit_count() < KINDS_OF_BUILDING[kind].permits:
        return False
    return bool(state.empty) or _could_lead(state, seat, footprint)


def _could_lead(state: Public, seat: int, footprint: int) -> bool:
    """Return whether higher permits from the supply can win a footprint; permits cannot move if no square is empty."""
    placed = (state.own_permits[seat] & footprint).bit_count()
    if not placed:
        return False
    places = [(value, state.permit_at(seat, value)) for value in range(PERMITS)]
    at_hand = [value for value, place in places if place == NOWHERE or footprint >> place & 1]
    return sum(at_hand[-placed:]) > best_rival(state, seat, footprint)


def turn_started(s: State, event: TurnStarted) -> None:
    """The active seat changes; nothing is built or short yet."""
    s.active, s.turn, s.dice, s.builds, s.short = event.seat, event.turn, 0, 0, 0


def game_won(s: State, event: ElasundGameWon) -> None:
    """End the game with a winner."""
    s.winners = (event.seat,)


def city_finished(s: State, event: CityFinished) -> None:
    """End the game because no seat could build any more."""
    s.winners = event.winners


CHAPTER: Final[Chapter[State]] = Chapter(
    "scoring",
    order=12,
    commands=(Message(EndTurn),),
    events=(
        Message(TurnStarted, (OF_SEAT, Field("turn", COUNT)), affects=nobody),
        Message(ElasundGameWon, (OF_SEAT, Field("points", COUNT)), was=("GameWon",)),
        Message(CityFinished, (Field("winners", array(SEAT, MOST_SEATS)), Field("points", COUNT))),
        Message(ElasundHandsRevealed, (Field("hands", HANDS),), reveals=True, was=("HandsRevealed",)),
    ),
    rules={EndTurn: end_turn},
    evolvers={
        TurnStarted: turn_started,
        ElasundGameWon: game_won,
        CityFinished: city_finished,
        ElasundHandsRevealed: change_nothing,
    },
    check=check_material,
)
