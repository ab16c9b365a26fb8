"""Checks that a position could be one of a game: cards only move, pieces stand apart, and every cube counts once."""

from domain.core.errors import Unsound
from domain.elasund.chapters.pirates import church_square
from domain.elasund.pieces import (
    CHURCH_SIZE,
    FIRST_NEUTRAL,
    KIND_OF_PIECE,
    KINDS_OF_BUILDING,
    PIECES,
    TRACK_FLAGS,
    TRACK_SPACES,
)
from domain.elasund.state import State
from domain.elasund.terms import CARD_KINDS, COLORS, CUBES, GOLD, GOLD_CARDS, INFLUENCE_CARDS, KINDS, NOBODY, NOWHERE
from domain.elasund.trade import trade_due


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
