"""Counts cubes, checks positions, and ends the game, also if no seat can build again (rulebook, End of the game)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda, AgendaSet
from domain.core.chapter import Chapter, change_nothing
from domain.core.decider import Draft
from domain.core.errors import Unsound
from domain.core.kinds import array
from domain.core.messages import Field, Message, nobody
from domain.elasund.board import FOOTPRINTS, squares_of
from domain.elasund.chapters.permits import highest_rival, totals_on
from domain.elasund.chapters.pirates import church_square
from domain.elasund.chapters.walls import growth_points
from domain.elasund.displacing import too_large
from domain.elasund.pieces import (
    CHURCH_SIZE,
    FIRST_NEUTRAL,
    KIND_OF_PIECE,
    KINDS_OF_BUILDING,
    PIECES,
    TRACK_FLAGS,
    TRACK_SPACES,
)
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    BUILDINGS,
    CARD_KINDS,
    COLORS,
    COUNT,
    CUBES,
    GOLD,
    GOLD_CARDS,
    HANDS,
    HUTS,
    INFLUENCE_CARDS,
    KINDS,
    MOST_SEATS,
    NOBODY,
    NOWHERE,
    OF_SEAT,
    PERMITS,
    ROLL,
    SEAT,
    phase,
)
from domain.elasund.trade import trade_due


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


def _close(draft: Draft[State]) -> None:
    """Show all hands."""
    state = draft.state
    hands: list[int] = []
    for other in range(state.seats):
        hands += [state.gold[other], *state.colors_of(other)]
    draft.emit(ElasundHandsRevealed(tuple(hands)))
    draft.emit(AgendaSet(()))


def end_turn(draft: Draft[State], seat: int, command: EndTurn) -> Agenda | None:
    """Win with ten cubes on the board, otherwise pass the dice to the left, unless no seat can build any more.

    Then the most cubes win, and ties share the win.
    """
    state = draft.state
    if state.points[seat] == CUBES:
        win(draft)
        return None
    if stands_still(state):
        most = max(state.points)
        draft.emit(CityFinished(tuple([other for other, points in enumerate(state.points) if points == most]), most))
        _close(draft)
        return None
    following = (seat + 1) % state.seats
    draft.emit(TurnStarted(following, state.turn + 1))
    return phase(ROLL, following)


_KINDS: Final = range(len(HUTS), len(BUILDINGS))


def stands_still(state: Public) -> bool:
    """Return whether no seat could ever build again, whatever cards it had: no wall, no church tile, no building."""
    if NOBODY in state.church_owners or growth_points(state):
        return False
    pieces = [(seat, kind) for seat in range(state.seats) for kind in _KINDS if state.has_piece(seat, kind)]
    return not any(_could_stand(state, seat, kind, mask) for seat, kind in pieces for mask in FOOTPRINTS[kind])


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
    totals = totals_on(state, squares_of(state.permit_squares & footprint))
    return sum(at_hand[-placed:]) > highest_rival(totals, seat)


def turn_started(s: State, event: TurnStarted) -> None:
    """The active seat changes; nothing is built or short yet."""
    s.active, s.turn, s.dice, s.builds, s.short = event.seat, event.turn, 0, 0, 0


def game_won(s: State, event: ElasundGameWon) -> None:
    """End the game with a winner."""
    s.winners = (event.seat,)


def city_finished(s: State, event: CityFinished) -> None:
    """End the game because no seat could build any more."""
    s.winners = event.winners


def check_material(state: State) -> None:
    """Raise Unsound for the first law that a position breaks."""
    if state.active >= state.seats or any(frame.seats >> state.seats for frame in state.agenda):
        raise Unsound("seats", seats=state.seats)
    _check_cards(state)
    _check_squares(state)
    _check_trade(state)
    _check_points(state)
    _check_church_and_walls(state)


def _check_cards(state: State) -> None:
    numbers = (state.bank, *state.gold, *state.influence, *state.aside, *state.deck, *state.discards, *state.pool)
    if min(numbers) < 0:
        raise Unsound("negative")
    gold = state.bank + sum(state.gold) + sum(state.aside[GOLD::CARD_KINDS]) + state.pool[GOLD]
    if gold != GOLD_CARDS:
        raise Unsound("cards", card="gold", found=gold, due=GOLD_CARDS)
    for color in range(KINDS):
        found = state.deck[color] + state.discards[color] + state.pool[1 + color]
        found += sum(state.influence[color::KINDS]) + sum(state.aside[1 + color :: CARD_KINDS])
        if found != INFLUENCE_CARDS[color]:
            raise Unsound("cards", card=COLORS[color], found=found, due=INFLUENCE_CARDS[color])
    for seat in range(state.seats):
        held, at = zip(state.colors_of(seat), state.aside_of(seat)[1:], strict=True), seat * KINDS
        if any(known > own + aside for known, (own, aside) in zip(state.known[at : at + KINDS], held, strict=True)):
            raise Unsound("known")


def _check_squares(state: State) -> None:
    taken = state.church
    for piece in range(PIECES):
        if state.anchors[piece] == NOWHERE:
            continue
        mask = state.footprint(piece)
        if taken & mask:
            raise Unsound("shared")
        if not mask or not state.setting.board.can_bear(mask) or state.holders[piece] >= state.seats:
            raise Unsound("place")
        taken |= mask
    for place in state.permits:
        if place != NOWHERE:
            if taken >> place & 1:
                raise Unsound("shared")
            if not state.setting.board.open >> place & 1:
                raise Unsound("place")
            taken |= 1 << place


def _check_trade(state: State) -> None:
    for seat in range(state.seats):
        due = trade_due(state, seat)
        if state.trade[seat] != due:
            raise Unsound("trade", seat=seat, found=state.trade[seat], due=due)
        reached = sum([1 << space for space in TRACK_SPACES if space <= state.trade[seat]])
        if state.track[seat] & ~reached:
            raise Unsound("supply", seat=seat)
    for space, flags in TRACK_FLAGS:
        if sum([track >> space & 1 for track in state.track]) > flags:
            raise Unsound("shared")


def _check_points(state: State) -> None:
    for piece in range(FIRST_NEUTRAL, PIECES):
        if state.cubes[piece] > KINDS_OF_BUILDING[KIND_OF_PIECE[piece]].flags:
            raise Unsound("supply", seat=state.holders[piece])
    for seat in range(state.seats):
        cubes = sum([state.cubes[piece] for piece in range(PIECES) if state.holders[piece] == seat])
        owners = enumerate(state.church_owners)
        church = sum([state.church_cubes >> tile & 1 for tile, owner in owners if owner == seat])
        due = cubes + church + state.towers[seat] + state.track[seat].bit_count()
        if state.points[seat] != due:
            raise Unsound("points", seat=seat, found=state.points[seat], due=due)
        if due > CUBES:
            raise Unsound("supply", seat=seat)


def _check_church_and_walls(state: State) -> None:
    built = [tile for tile in range(CHURCH_SIZE) if state.church_owners[tile] != NOBODY]
    stands = sum([1 << church_square(state, tile) for tile in built]) == state.church
    if not stands or state.bottom in built or {*state.pair} & {*built}:
        raise Unsound("place")
    spaces = {wall.space for wall in state.walls}
    if not len(spaces) == len(state.walls) == sum(state.growth) == sum(state.wall_counts):
        raise Unsound("shared")
    if not spaces <= {*state.setting.board.wall_spaces()}:
        raise Unsound("place")
    if min([state.walls_left(seat) for seat in range(state.seats)]) < 0:
        raise Unsound("supply", seat=min(range(state.seats), key=state.walls_left))


CHAPTER: Final[Chapter[State]] = Chapter(
    "scoring",
    order=12,  # its command is listed last, as it ends the turn
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
