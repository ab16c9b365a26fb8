"""Plays phases 3 and 4: places permits for a building soon, or takes gold for one that waits."""

import math
from collections.abc import Sequence
from typing import Any, Final

from domain.elasund.board import CELLS, FOOTPRINTS, SHAPES
from domain.elasund.chapters.permits import PlacePermit, TakeGold, highest_rival, sum_owed, totals_on
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.chapters.special import BuyGold, MovePermit, PlaceExtraPermit, UpgradePermit
from domain.elasund.displacing import needs_set, too_large
from domain.elasund.pieces import KINDS_OF_BUILDING, TRACK_SPACES
from domain.elasund.terms import GOLD_TAKEN, KINDS, MOVE_ANY_PRICE, NO_COLOR
from workers.agents.elasund.endgame import likeliest
from workers.agents.elasund.sites import KINDS_OF_SHAPE, best_site, best_waiting, standing_site
from workers.agents.elasund.situation import Situation

_GOLD: Final = TakeGold()


def _value_gold(now: Situation, gold: float) -> float:
    """Value gold taken now: at least the usual value, more if a waiting building needs it."""
    lacking = max(0, best_waiting(now).gold - now.gold)
    return gold + (now.weights.needed - 1) * min(GOLD_TAKEN, lacking)


def choose_permit(now: Situation, commands: Sequence[Any]) -> Any:
    """Place the permit that brings the best site nearest for its price, or take two gold."""
    listed = likeliest(now, [_GOLD, *_cheapest_far(commands)])
    best: Any = listed[0]
    best_gain = _value_gold(now, now.weights.taken) if best is _GOLD else -math.inf
    for command in listed:
        if command is _GOLD:
            continue
        cards = 0.0 if command.color == NO_COLOR else MOVE_ANY_PRICE * _card(now)
        gain = value_placing(now, command) - cards
        if gain > best_gain:
            best, best_gain = command, gain
    return best


def value_placing(now: Situation, command: PlacePermit | PlaceExtraPermit) -> float:
    """Value a permit on a square beyond its price: for own sites, and against rivals' sites."""
    own = best_site(now, command.square, command.value) - now.weights.permit_price * command.value
    return own + _denied(now, command.square, command.value) if now.weights.deny else own


def _cheapest_far(commands: Sequence[Any]) -> list[PlacePermit]:
    """List the commands to place permits; of those paid with influence only the lowest value."""
    placed = [command for command in commands if isinstance(command, PlacePermit)]
    lowest = min((command.value for command in placed), default=0)
    return [command for command in placed if command.color == NO_COLOR or command.value == lowest]


def _card(now: Situation) -> float:
    """Value an influence card: little if there are many."""
    weights = now.weights
    return weights.influence * (1 if sum(now.view.influence) <= weights.surplus else weights.surplus_share)


def choose_special(now: Situation, commands: Sequence[Any]) -> Any:
    """Pay influence for an extra permit, a better one or gold if that gains; else end the turn."""
    listed = likeliest(now, commands)
    best: Any = listed[0]
    best_gain = -math.inf
    for command in listed:
        gain = _special_gain(now, command)
        if gain > best_gain:
            best, best_gain = command, gain
    return best


def _special_gain(now: Situation, command: Any) -> float:
    if isinstance(command, BuyGold):
        return _value_gold(now, GOLD_TAKEN) - KINDS * _card(now)
    if isinstance(command, PlaceExtraPermit):
        return value_placing(now, command) - KINDS * _card(now)
    if isinstance(command, MovePermit) and now.weights.changes:
        return value_moving(now, command) - MOVE_ANY_PRICE * _card(now)
    if isinstance(command, UpgradePermit) and now.weights.changes:
        return value_raising(now, command) - MOVE_ANY_PRICE * _card(now)
    return 0.0 if isinstance(command, EndTurn) else -math.inf


def value_moving(now: Situation, command: MovePermit) -> float:
    """Value the move of an own permit to another place."""
    place = now.view.permit_at(now.seat, command.value)
    return best_site(now, command.square, command.value) - standing_site(now, place)


def value_raising(now: Situation, command: UpgradePermit) -> float:
    """Value a higher permit in the place of one that serves no site."""
    place = now.view.permit_at(now.seat, command.value)
    more = command.higher - command.value
    gain = best_site(now, place, more) - standing_site(now, place)
    return gain - now.weights.permit_price * more


def _denied(now: Situation, square: int, value: int) -> float:
    """Return the highest value of the rivals' ready and affordable sites where a permit would end their majority."""
    best = 0.0
    for shape in range(len(SHAPES)):
        for corner in now.view.setting.board.around[shape][square]:
            best = max(best, _value_site(now, shape, corner, value))
    return best


def _value_site(now: Situation, shape: int, corner: int, value: int) -> float:
    """Value one site that a rival may build on as long as no other seat has the same total there."""
    kinds, view = KINDS_OF_SHAPE[shape], now.view
    footprint = FOOTPRINTS[kinds[0]][corner]
    present = view.permit_squares & footprint
    if not present & ~view.own_permits[now.seat]:
        return 0.0
    totals = totals_on(view, CELLS[kinds[0]][corner])
    rival = max(range(view.seats), key=lambda seat: totals[seat])
    if rival == now.seat or totals[rival] == highest_rival(totals, rival):
        return 0.0
    if max(totals[now.seat], 0) + value < totals[rival] or present.bit_count() < KINDS_OF_BUILDING[kinds[0]].permits:
        return 0.0
    if footprint & view.church or too_large(view, kinds[0], footprint) or needs_set(view, kinds[0], footprint):
        return 0.0
    return max(_threat(now, rival, kind, corner, sum_owed(totals, rival)) for kind in kinds)


def _threat(now: Situation, rival: int, kind: int, corner: int, owed: int) -> float:
    """Value the cubes that a rival gets by a building that it can pay in its next turn."""
    view, building = now.view, KINDS_OF_BUILDING[kind]
    if not view.has_piece(rival, kind) or view.held_gold[rival] + GOLD_TAKEN < building.gold + owed:
        return 0.0
    points, before = view.setting.board.windmills(FOOTPRINTS[kind][corner]), view.trade[rival]
    cubes = building.flags + sum(1 for space in TRACK_SPACES if before < space <= before + points)
    return now.weights.deny * now.rival_cube(rival) * cubes
