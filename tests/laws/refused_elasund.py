"""Says what each rule of Elasund means when it refuses a command."""

from operator import gt
from typing import Final

from domain.elasund.board import FOOTPRINTS, FOUNDATION
from domain.elasund.chapters.walls import growth_points
from domain.elasund.terms import (
    CHURCH,
    GIVE_UP,
    HALVE,
    HUT,
    MOVE_PIRATE,
    MOVE_SHIP,
    NOWHERE,
    PERMIT,
    REWARD,
    SMALL_HUT,
    SPECIAL,
)
from tests.laws.refused import Asked, Means


def _short(asked: Asked) -> bool:
    return sum(asked.params["missing"].values()) > 0


def _colors(asked: Asked) -> tuple[int, ...]:
    return tuple(asked.state.colors_of(asked.seat))


def _cards(asked: Asked) -> tuple[int, ...]:
    return (asked.state.gold[asked.seat], *_colors(asked))


def _has_no_set(asked: Asked) -> bool:
    color = asked.command.color
    return color < 0 or _colors(asked)[color] < 3


def _placed(asked: Asked, value: int) -> bool:
    return bool(asked.state.permit_at(asked.seat, value) != NOWHERE)


def _footprint(asked: Asked) -> int:
    return int(FOOTPRINTS[asked.command.building][asked.command.square])


def _lacks_one_color(asked: Asked) -> bool:
    return not all(_colors(asked))


def _of_own_permit(asked: Asked) -> bool:
    """Either the permit is not on the board, or it cannot be paid for."""
    return not _placed(asked, asked.command.value) or "missing" in asked.params


def _wall_taken(asked: Asked) -> bool:
    return any(wall.space == asked.command.space for wall in asked.state.walls)


MEANS: Final[Means] = {
    "elasund.building.from_supply": lambda a: not a.state.has_piece(a.seat, a.command.building),
    "elasund.building.inside_walls": lambda a: not _footprint(a) or _footprint(a) & ~a.state.setting.board.inside != 0,
    "elasund.building.not_foundation": lambda a: _footprint(a) >> FOUNDATION & 1 == 1,
    "elasund.building.permit_count": lambda a: (_footprint(a) & a.state.permit_squares).bit_count() < a.params["count"],
    "elasund.church.complete": lambda a: a.state.church.bit_count() == 9,
    "elasund.church.cost": lambda a: a.state.gold[a.seat] < 7,
    "elasund.church.first_tile_choice": lambda a: a.frame == CHURCH or a.name == "ChooseChurchTile",
    "elasund.church.tile_permanent": lambda a: _footprint(a) & a.state.church != 0,
    "elasund.compensation.afford_all": _short,
    "elasund.component.house": _short,
    "elasund.component.inn": _short,
    "elasund.component.large": _short,
    "elasund.component.large_hut": lambda a: a.command.building == 1,
    "elasund.component.shop": _short,
    "elasund.component.small_hut": lambda a: a.command.building == SMALL_HUT,
    "elasund.component.stalls": _short,
    "elasund.component.well": _short,
    "elasund.component.workshop": _short,
    "elasund.displace.larger_blocks": lambda a: a.state.built != 0,
    "elasund.displace.smaller_free": lambda a: a.command.color >= 0,
    "elasund.equal.three_same_colour": _has_no_set,
    "elasund.hut.any_empty": lambda a: not a.state.empty >> a.command.square & 1,
    "elasund.hut.clockwise": lambda a: a.frame == HUT and not a.is_awaited,
    "elasund.hut.must_replace": lambda a: a.state.setting.hut_must,
    "elasund.hut.not_on_permits": lambda a: a.state.permit_squares != 0,
    "elasund.hut.not_trade_field": lambda a: bool(a.state.setting.board.trade_fields >> a.command.square & 1),
    "elasund.hut.trigger_any": lambda a: not a.state.agenda[-1].data >> a.command.hut & 1,
    "elasund.permit.majority_strict": lambda a: a.params["total"] < a.params["highest"],
    "elasund.permit.own_permit_needed": lambda a: not _footprint(a) & a.state.own_permits[a.seat],
    "elasund.permit.tie_at_top_blocks_all": lambda a: a.params["total"] >= 0,
    "elasund.permit_phase.any_row": lambda a: _colors(a)[a.command.color] < 2,
    "elasund.permit_phase.any_row_still_gold": lambda a: a.state.gold[a.seat] < a.command.value,
    "elasund.permit_phase.empty_square": lambda a: not a.state.empty >> a.command.square & 1,
    "elasund.permit_phase.from_supply": lambda a: _placed(a, a.command.value),
    "elasund.permit_phase.no_permits_left": lambda a: all(_placed(a, value) for value in range(5)),
    "elasund.permit_phase.overflow_adjacent": lambda a: not _ship_row_is_open(a),
    "elasund.permit_phase.overflow_nearest": lambda a: not _ship_row_is_open(a),
    "elasund.permit_phase.overflow_needs_influence": lambda a: not _ship_row_is_open(a),
    "elasund.permit_phase.pass_forbidden": lambda a: not a.state.setting.may_pass,
    "elasund.permit_phase.price": lambda a: a.state.gold[a.seat] < a.command.value,
    "elasund.permit_phase.ship_row": lambda a: _ship_row_is_open(a),
    "elasund.pirate.before_reward": lambda a: a.frame in (GIVE_UP, REWARD),
    "elasund.pirate.cards_held": lambda a: any(n > held for n, held in zip(a.command.cards, _cards(a), strict=True)),
    "elasund.pirate.discard_per_cube": lambda a: sum(a.command.cards) != a.params["count"],
    "elasund.pirate.move_other_row": lambda a: a.frame == MOVE_PIRATE,
    "elasund.pirate.reward_cap": lambda a: _exceeds_pool(a),
    "elasund.pirate.reward_choose": lambda a: a.state.setting.reward_chosen,
    "elasund.pirate.reward_count": lambda a: a.frame != REWARD or not a.is_awaited or _counts_wrong(a),
    "elasund.pirate.reward_random": lambda a: not a.state.setting.reward_chosen,
    "elasund.ship.same_number_two": lambda a: a.frame == MOVE_SHIP and a.is_awaited,
    "elasund.shortage.cards_held": lambda a: any(n > held for n, held in zip(a.command.cards, _colors(a), strict=True)),
    "elasund.shortage.halve_all": lambda a: sum(a.command.cards) != a.params["count"],
    "elasund.shortage.lasts": lambda a: a.state.short != 0 and a.state.bank > 0,
    "elasund.shortage.special_d_empty_bank": lambda a: a.state.bank == 0,
    "elasund.special.a_move": lambda a: _of_own_permit(a),
    "elasund.special.b_only_higher": lambda a: a.command.higher <= a.command.value or _placed(a, a.command.higher),
    "elasund.special.b_upgrade": lambda a: _of_own_permit(a),
    "elasund.special.c_place": lambda a: _short(a) and ("gold" in a.params["missing"] or _lacks_one_color(a)),
    "elasund.special.d_gold": lambda a: _short(a) and _lacks_one_color(a),
    "elasund.turn.clockwise": lambda a: not a.is_active and not a.is_awaited,
    "elasund.turn.max_two_builds": lambda a: a.state.builds == 2 and a.frame == PERMIT,
    "elasund.turn.obligations_block": lambda a: a.frame in (GIVE_UP, HALVE),
    "elasund.turn.one_of_phase3": lambda a: a.frame == SPECIAL,
    "elasund.turn.one_special": lambda a: a.frame == SPECIAL,
    "elasund.wall.adjacent": lambda a: a.command.space not in a.params["open"] and not _wall_taken(a),
    "elasund.wall.all_own_built": lambda a: a.state.wall_counts[a.seat] == 9,
    "elasund.wall.all_spaces_full": lambda a: not growth_points(a.state),
    "elasund.wall.blue_price": lambda a: a.state.gold[a.seat] < 2,
    "elasund.wall.red_price": lambda a: a.state.gold[a.seat] < 4,
    "elasund.wall.space_taken": _wall_taken,
}


def _ship_row_is_open(asked: Asked) -> bool:
    state = asked.state
    return bool(state.setting.board.rows[state.ship] & state.empty)


def _exceeds_pool(asked: Asked) -> bool:
    pool = asked.state.pool
    more = hasattr(asked.command, "cards") and any(map(gt, asked.command.cards, pool))
    return more or _count(asked) > sum(pool)


def _count(asked: Asked) -> int:
    return sum(asked.command.cards) if hasattr(asked.command, "cards") else int(asked.command.count)


def _counts_wrong(asked: Asked) -> bool:
    return not 1 <= _count(asked) <= asked.params["most"]
