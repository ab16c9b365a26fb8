"""Decides duties: moving the ship, giving up and taking cards, placing huts."""

from collections.abc import Sequence
from typing import Any

from domain.core.actions import CardsBound, Template
from domain.elasund.board import FOOTPRINTS, LABELS, ROW_MASKS, ROW_OF, row_of, squares_of
from domain.elasund.chapters.huts import ReplaceHut
from domain.elasund.chapters.pirates import ChooseReward, DrawReward, GiveUpCards, cubes_in_row
from domain.elasund.chapters.production import HalveInfluence
from domain.elasund.chapters.ship import MoveShip
from domain.elasund.pieces import GIVES_GOLD, KIND_OF_PIECE, KINDS_OF_BUILDING, NOTHING
from domain.elasund.terms import CARD_KINDS, GOLD, KINDS, NOWHERE, PERMITS
from workers.agents.elasund.sites import best_site
from workers.agents.elasund.situation import CHANCES, Situation


def choose_row(now: Situation, commands: Sequence[MoveShip], is_pirate: bool) -> MoveShip:
    """Move a pirate ship to where the others have cubes, a trade ship to where the own buildings produce."""
    judge = _raid if is_pirate else _production
    return max(commands, key=lambda command: judge(now, ROW_OF[command.row]) + _value_permit(now, ROW_OF[command.row]))


def _raid(now: Situation, row: int) -> float:
    cubes = cubes_in_row(now.view, row)
    taken = [min(count, now.view.hand_sizes[seat]) for seat, count in enumerate(cubes)]
    own = now.weights.raid_own * now.view.seats * taken[now.seat] / (now.view.seats - 1)
    return sum(taken) - own


def _value_permit(now: Situation, row: int) -> float:
    """Value the best permit that could be placed where the ship goes."""
    weight = now.weights.ship_permit
    if not weight:
        return 0.0
    view, own = now.view, now.seat * PERMITS
    values = [v for v in range(min(now.gold + 1, PERMITS)) if view.permits[own + v] == NOWHERE]
    if not values:
        return 0.0
    squares = squares_of(view.setting.board.rows[row] & view.empty)
    gains = [best_site(now, at, v) - now.weights.permit_price * v for at in squares for v in {values[0], values[-1]}]
    return weight * max([0.0, *gains])


def _production(now: Situation, row: int) -> float:
    """Return the own cards produced, minus the average of the others'."""
    view, total = now.view, 0.0
    for piece in view.pieces_on(ROW_MASKS[row]):
        gives = KINDS_OF_BUILDING[KIND_OF_PIECE[piece]].gives
        if gives != NOTHING:
            card = 1.0 if gives == GIVES_GOLD else now.weights.ship_influence
            total += card * (1 if view.holders[piece] == now.seat else -now.weights.ship_rival / view.seats)
    return total


def choose_cards(now: Situation, template: Template) -> Any:
    """Give up influence of the rarest colors first, gold last."""
    owed = _total(template)
    if template.cls is HalveInfluence:
        return HalveInfluence(_rarest(now.view.influence, owed))
    kept = min(owed, now.gold) if now.weights.gives_gold_first else 0
    given = _rarest(now.view.influence, min(owed - kept, sum(now.view.influence)))
    return GiveUpCards((owed - sum(given), *given))


def _total(template: Template) -> int:
    """Return the most cards that a template allows."""
    bound = template.bounds["cards"]
    assert isinstance(bound, CardsBound)
    return bound.total


def _rarest(held: Sequence[int], count: int) -> tuple[int, ...]:
    """Return `count` cards of the rarest colors."""
    given = [0] * KINDS
    for color in sorted(range(KINDS), key=lambda kind: held[kind]):
        given[color] = min(held[color], count - sum(given))
    return tuple(given)


def choose_reward(now: Situation, commands: Sequence[Any], templates: Sequence[Template]) -> Any:
    """Take as many cards as allowed, gold first if they can be chosen."""
    if not templates:
        return max((c for c in commands if isinstance(c, DrawReward)), key=lambda c: c.count)
    most, pool = _total(templates[0]), now.view.pool
    taken = [0] * CARD_KINDS
    for kind in sorted(range(CARD_KINDS), key=lambda kind: (kind != GOLD, -pool[kind])):
        taken[kind] = min(pool[kind], most - sum(taken))
    return ChooseReward(tuple(taken))


def choose_hut_place(now: Situation, commands: Sequence[Any]) -> ReplaceHut:
    """Place a hut off the own permits if there is room, in rows that are rolled often, away from the church."""
    places = [command for command in commands if isinstance(command, ReplaceHut)]
    own = now.view.own_permits[now.seat]
    beside = [command for command in places if not FOOTPRINTS[command.hut][command.square] & own]
    return max(beside or places, key=lambda command: _hut_worth(now, command))


def _hut_worth(now: Situation, command: ReplaceHut) -> float:
    top = row_of(command.square)
    chance = sum(CHANCES[top : top + KINDS_OF_BUILDING[command.hut].height])
    corner = now.view.church_corner
    is_threatened = corner >= 0 and command.square // 10 - corner // 10 in range(3) and top - corner % 10 in range(3)
    return chance - (CHANCES[len(LABELS) // 2] if is_threatened else 0.0)
