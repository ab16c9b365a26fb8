"""Says what each rule of the dice game means when it refuses a command."""

from typing import Final

from domain.dice.geometry import ROADS
from domain.dice.sheet import CITIES, SETTLEMENTS
from domain.dice.terms import BUILD, CONVERT, DICE, GOLD, REROLL, ROLL, ROLLS
from tests.laws.refused import Asked, Means


def _short(asked: Asked) -> bool:
    return bool(asked.params["missing"])


def _built(asked: Asked) -> int:
    state, seat = asked.state, asked.seat
    name = asked.name
    counts = {"DiceBuildSettlement": state.settlements, "DiceBuildCity": state.cities, "BuildKnight": state.knights}
    return int(counts[name][seat])


def _is_built(asked: Asked) -> bool:
    command = asked.command
    if hasattr(command, "road"):
        return bool(asked.state.roads[asked.seat] >> command.road & 1)
    return _place(asked) < _built(asked)


def _points(asked: Asked) -> list[int]:
    places = SETTLEMENTS if asked.name == "DiceBuildSettlement" else CITIES
    return [place.points for place in places]


def _place(asked: Asked) -> int:
    command = asked.command
    if hasattr(command, "knight"):
        return int(command.knight) - 1
    return _points(asked).index(command.points)


def _jumps(asked: Asked) -> bool:
    return _place(asked) > _built(asked)


def _has_no_road(asked: Asked) -> bool:
    return _place(asked) == _built(asked) and not asked.state.roads[asked.seat] >> asked.params["needed"] & 1


MEANS: Final[Means] = {
    "dice.build.once": _is_built,
    "dice.city.cost": _short,
    "dice.city.order": _jumps,
    "dice.city.road": _has_no_road,
    "dice.component.sheet_map": lambda a: a.command.points not in _points(a),
    "dice.convert.gold_no_other": lambda a: a.state.dice[GOLD] == 0,
    "dice.gold.after_final": lambda a: a.frame in (ROLL, REROLL) or a.frame == BUILD,
    "dice.gold.single_useless": lambda a: a.state.dice[GOLD] == 1,
    "dice.gold.two_for_one": lambda a: a.command.resource == GOLD,
    "dice.joker.after_final": lambda a: a.frame != CONVERT,
    "dice.joker.any_dice": lambda a: "missing" in a.params or sum(a.command.dice) > 1,
    "dice.joker.at_least_one": lambda a: not any(a.command.dice) or bool(a.command.dice[a.command.resource]),
    "dice.joker.needs_knight": lambda a: a.command.knight > a.state.knights[a.seat],
    "dice.joker.no_gold_target": lambda a: a.command.resource == GOLD,
    "dice.joker.not_same_turn": lambda a: a.state.is_fresh(a.seat, a.command.knight),
    "dice.joker.once": lambda a: bool(a.state.used[a.seat] >> a.command.knight - 1 & 1),
    "dice.joker.resource": lambda a: a.command.knight < 6 and a.command.resource != a.command.knight,
    "dice.knight.cost": _short,
    "dice.knight.order": _jumps,
    "dice.road.adjacent": lambda a: not a.state.roads[a.seat] >> ROADS[a.command.road].parent & 1,
    "dice.road.cost": _short,
    "dice.roll.at_least_one": lambda a: a.frame == ROLL,
    "dice.roll.final_after_third": lambda a: a.state.rolls == ROLLS or a.frame in (CONVERT, BUILD),
    "dice.roll.first_all": lambda a: a.state.rolls == 0 and any(a.command.keep),
    "dice.roll.no_roll_after_convert": lambda a: a.state.converted,
    "dice.roll.reroll_some": lambda a: sum(a.command.keep) == DICE,
    "dice.roll.set_aside": lambda a: any(n > lie for n, lie in zip(a.command.keep, a.state.dice, strict=True)),
    "dice.roll.stop_early": lambda a: 0 < a.state.rolls < ROLLS and not a.state.converted,
    "dice.roll.three": lambda a: a.state.rolls == ROLLS,
    "dice.settlement.cost": _short,
    "dice.settlement.order": _jumps,
    "dice.settlement.road": _has_no_road,
    "dice.turn.active_only": lambda a: not a.is_active,
    "dice.turn.order": lambda a: a.frame in (ROLL, REROLL),
}
