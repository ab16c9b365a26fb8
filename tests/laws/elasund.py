"""Checks what only Elasund conserves, and invents commands for it."""

from random import Random
from typing import Any

from domain.elasund import ELASUND
from domain.elasund.board import LABELS, ROWS, squares_of
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.church import BuildChurch, ChooseChurchTile
from domain.elasund.chapters.huts import DeclineHut, ReplaceHut
from domain.elasund.chapters.permits import PassPermit, PlacePermit, TakeGold
from domain.elasund.chapters.pirates import ChooseReward, DeclineReward, DrawReward, GiveUpCards
from domain.elasund.chapters.production import HalveInfluence
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.chapters.ship import MoveShip, RollDice
from domain.elasund.chapters.special import BuyGold, MovePermit, PlaceExtraPermit, UpgradePermit
from domain.elasund.chapters.turn import EndBuilding
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.pieces import (
    KIND_OF_PIECE,
    KINDS_OF_BUILDING,
    NOTHING,
    PIECES,
)
from domain.elasund.state import State
from domain.elasund.terms import (
    BUILDINGS,
    CARD_KINDS,
    CHURCH_TILES,
    COLORS,
    KINDS,
    NOWHERE,
    PERMITS,
    SQUARES,
)
from tests.laws.sound import check

BY_SEAT = ("gold", "influence", "aside", "permits", "own_permits", "wall_counts", "towers", "trade", "track", "points")


def conserve(state: State) -> None:
    """Cards only move, pieces stay within their supply, no piece stands on another, and what is counted is right."""
    check(ELASUND, state)
    _conserve_squares(state)


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
        RollDice,
        lambda: MoveShip(rng.choice((*LABELS, 7))),
        lambda: GiveUpCards(_cards(rng, CARD_KINDS, 4)),
        lambda: DrawReward(rng.randint(1, 3)),
        lambda: ChooseReward(_cards(rng, CARD_KINDS, 2)),
        DeclineReward,
        lambda: HalveInfluence(_cards(rng, KINDS, 6)),
        lambda: BuildTile(rng.randrange(len(BUILDINGS)), place, rng.randint(-1, 2)),
        lambda: BuildTile(rng.randrange(len(BUILDINGS)), place, -1),
        lambda: BuildWall(rng.choice(spaces)),
        BuildChurch,
        lambda: ChooseChurchTile(rng.randrange(len(CHURCH_TILES))),
        EndBuilding,
        lambda: ReplaceHut(rng.randrange(2), place),
        lambda: DeclineHut(rng.randrange(2)),
        lambda: PlacePermit(value, place, rng.randint(-1, 2)),
        lambda: PlacePermit(value, place, -1),
        TakeGold,
        PassPermit,
        lambda: MovePermit(value, place, color),
        lambda: UpgradePermit(value, rng.randrange(PERMITS), color),
        lambda: PlaceExtraPermit(value, place),
        BuyGold,
        EndTurn,
    )
    return rng.choice(makers)()
