"""Checks what only Elasund conserves, and invents commands for it."""

from random import Random
from typing import Any

from domain.elasund import commands as c
from domain.elasund.board import LABELS, ROWS, SQUARES, squares_of
from domain.elasund.pieces import (
    FIRST_NEUTRAL,
    KIND_OF_PIECE,
    KINDS_OF_BUILDING,
    NOTHING,
    PIECES,
    TRACK_FLAGS,
    TRACK_SPACES,
)
from domain.elasund.pirates import church_square
from domain.elasund.state import State
from domain.elasund.terms import (
    BUILDINGS,
    CARD_KINDS,
    CHURCH_TILES,
    COLORS,
    CUBES,
    GOLD_CARDS,
    INFLUENCE_CARDS,
    KINDS,
    NOBODY,
    NOWHERE,
    PERMITS,
)


def conserve(state: State) -> None:
    """Cards only move, pieces stay within their supply, and no piece stands on another."""
    _conserve_cards(state)
    _conserve_squares(state)
    _conserve_cubes(state)
    _conserve_church(state)


def _conserve_cards(state: State) -> None:
    assert state.bank + sum(state.gold) + sum(state.aside[::CARD_KINDS]) + state.pool[0] == GOLD_CARDS
    for color in range(KINDS):
        open_cards = state.deck[color] + state.discards[color] + state.pool[1 + color]
        held = sum(state.influence[color::KINDS]) + sum(state.aside[1 + color :: CARD_KINDS])
        assert open_cards + held == INFLUENCE_CARDS[color]
    numbers = (state.bank, *state.gold, *state.influence, *state.aside, *state.deck, *state.discards, *state.pool)
    assert min(numbers) >= 0
    for seat in range(state.seats):
        for color in range(KINDS):
            held = state.influence[seat * KINDS + color] + state.aside_of(seat)[1 + color]
            assert state.known[seat * KINDS + color] <= held, "somebody's deduction excludes the truth"


def _conserve_squares(state: State) -> None:
    board, used, built = state.setting.board, 0, 0
    for piece in range(PIECES):
        if state.anchors[piece] != NOWHERE:
            footprint = state.footprint(piece)
            assert board.can_bear(footprint)
            assert not built & footprint
            built |= footprint
    assert built == state.built == state.ranked[0] | state.ranked[1] | state.ranked[2] | state.ranked[3]
    for used_by in (built, state.church, *(1 << place for place in state.permits if place != NOWHERE)):
        assert not used & used_by, "two things on a square"
        used |= used_by
    permits = sum(1 << place for place in state.permits if place != NOWHERE)
    assert permits == state.permit_squares == sum(state.own_permits)
    assert state.empty == board.open & ~used
    assert [place for place, mark in enumerate(state.marks) if mark] == squares_of(permits)
    assert all(state.marks[place] == at + 1 for at, place in enumerate(state.permits) if place != NOWHERE)
    assert state.standing == sum(1 << piece for piece in range(PIECES) if state.anchors[piece] != NOWHERE)
    for row in range(ROWS):
        assert _income(state, row) == state.due[2 * row * state.seats : 2 * (row + 1) * state.seats]


def _income(state: State, row: int) -> list[int]:
    """Return the gold that a row gives each seat, then the influence, as its pieces say."""
    due = [0] * (2 * state.seats)
    for piece in state.pieces_in_row(row):
        gives = KINDS_OF_BUILDING[KIND_OF_PIECE[piece]].gives
        if gives != NOTHING:
            due[gives * state.seats + state.holders[piece]] += 1
    return due


def _conserve_cubes(state: State) -> None:
    for seat in range(state.seats):
        flags = sum(state.cubes[p] for p in range(FIRST_NEUTRAL, PIECES) if state.holders[p] == seat)
        church = sum(1 for t in range(9) if state.church_cubes >> t & 1 and state.church_owners[t] == seat)
        assert state.points[seat] == flags + church + state.towers[seat] + state.track[seat].bit_count() <= CUBES
        windmills = [
            state.setting.board.windmills(state.footprint(p)) for p in range(PIECES) if state.holders[p] == seat
        ]
        assert state.trade[seat] == sum(windmills)
        reached = sum(1 << space for space in TRACK_SPACES if space <= state.trade[seat])
        assert not state.track[seat] & ~reached
    for space, flags in TRACK_FLAGS:
        assert sum(track >> space & 1 for track in state.track) <= flags
    for piece in range(FIRST_NEUTRAL, PIECES):
        assert state.cubes[piece] <= KINDS_OF_BUILDING[KIND_OF_PIECE[piece]].flags


def _conserve_church(state: State) -> None:
    built = [tile for tile in range(9) if state.church_owners[tile] != NOBODY]
    assert sum(1 << church_square(state, tile) for tile in built) == state.church
    assert not set(state.pair) & set(built)
    assert state.bottom not in built
    assert len({wall.space for wall in state.walls}) == len(state.walls) == sum(state.growth) == sum(state.wall_counts)


def _cards(rng: Random, kinds: int, most: int) -> tuple[int, ...]:
    chosen = [0] * kinds
    for _ in range(rng.randint(0, most)):
        chosen[rng.randrange(kinds)] += 1
    return tuple(chosen)


def invent(state: State, rng: Random) -> Any:
    """Return a random command of the right shape; most are illegal."""
    place, value, color = rng.randrange(SQUARES), rng.randrange(PERMITS), rng.randrange(len(COLORS))
    spaces = (*state.setting.board.wall_spaces(), 101, 309)
    makers = (
        c.RollDice,
        lambda: c.MoveShip(rng.choice((*LABELS, 7))),
        lambda: c.GiveUpCards(_cards(rng, CARD_KINDS, 4)),
        lambda: c.DrawReward(rng.randint(1, 3)),
        lambda: c.ChooseReward(_cards(rng, CARD_KINDS, 2)),
        c.DeclineReward,
        lambda: c.HalveInfluence(_cards(rng, KINDS, 6)),
        lambda: c.BuildTile(rng.randrange(len(BUILDINGS)), place, rng.randint(-1, 2)),
        lambda: c.BuildTile(rng.randrange(len(BUILDINGS)), place, -1),
        lambda: c.BuildWall(rng.choice(spaces)),
        c.BuildChurch,
        lambda: c.ChooseChurchTile(rng.randrange(len(CHURCH_TILES))),
        c.EndBuilding,
        lambda: c.ReplaceHut(rng.randrange(2), place),
        lambda: c.DeclineHut(rng.randrange(2)),
        lambda: c.PlacePermit(value, place, rng.randint(-1, 2)),
        lambda: c.PlacePermit(value, place, -1),
        c.TakeGold,
        c.PassPermit,
        lambda: c.MovePermit(value, place, color),
        lambda: c.UpgradePermit(value, rng.randrange(PERMITS), color),
        lambda: c.PlaceExtraPermit(value, place),
        c.BuyGold,
        c.EndTurn,
    )
    return rng.choice(makers)()
