"""Lists the commands that are worth a trial, by the planner's own measures."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.core.actions import Actions
from domain.elasund.chapters.permits import PlacePermit, TakeGold
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.chapters.special import BuyGold, MovePermit, PlaceExtraPermit, UpgradePermit
from domain.elasund.chapters.turn import EndBuilding
from domain.elasund.terms import BUILD, CHURCH, HUT, MOVE_PIRATE, MOVE_SHIP, NO_COLOR, PERMIT, SPECIAL
from workers.agents.elasund.lookahead.effort import Effort
from workers.agents.elasund.offers import offers_of
from workers.agents.elasund.permitting import value_moving, value_placing, value_raising
from workers.agents.elasund.situation import Situation

Ranked = Sequence[Any]
"""Commands, the most promising first."""


def list_candidates(now: Situation, actions: Actions, pick: Any, effort: Effort) -> list[Any]:
    """Return the commands to try, the planner's pick first; only the pick where nothing else is tried."""
    rank = _RANKS.get(now.view.agenda[-1].kind)
    ranked = rank(now, actions.commands) if rank else ()
    return [pick, *[command for command in ranked if command != pick][: effort.most - 1]]


def _rank_builds(now: Situation, commands: Sequence[Any]) -> Ranked:
    """Rank what can be built by its gain; building nothing comes second, since it is always worth a trial."""
    offers = sorted(offers_of(now, commands), key=lambda offer: -offer.gain)
    ranked = [offer.command for offer in offers]
    return [*ranked[:1], EndBuilding(), *ranked[1:]]


def _rank_permits(now: Situation, commands: Sequence[Any]) -> Ranked:
    """Rank permits by the sites that they serve or deny; those paid with influence come with the lowest value alone."""
    placed = [command for command in commands if type(command) is PlacePermit]
    lowest = min([command.value for command in placed], default=0)
    listed = [command for command in placed if command.color == NO_COLOR or command.value == lowest]
    return [TakeGold(), *_best_first(listed, lambda command: value_placing(now, command))]


def _rank_special(now: Situation, commands: Sequence[Any]) -> Ranked:
    """Rank special actions: ending the turn and buying gold first, then permits by the sites that they serve."""
    plain = [command for command in commands if type(command) in (EndTurn, BuyGold)]
    return [*plain, *_best_first([one for one in commands if type(one) in _VALUES], lambda one: _value(now, one))]


def _value(now: Situation, command: Any) -> float:
    return _VALUES[type(command)](now, command)


_VALUES: Final[dict[type, Callable[[Situation, Any], float]]] = {
    PlaceExtraPermit: value_placing,
    MovePermit: value_moving,
    UpgradePermit: value_raising,
}


def _best_first(commands: Sequence[Any], value: Callable[[Any], float]) -> list[Any]:
    """Return the commands with a value above 0, the highest first; equal ones in their order."""
    valued = [(value(command), command) for command in commands]
    return [command for worth, command in sorted(valued, key=lambda pair: -pair[0]) if worth > 0]


def _rank_all(now: Situation, commands: Sequence[Any]) -> Ranked:
    return commands


_RANKS: Final[dict[int, Callable[[Situation, Sequence[Any]], Ranked]]] = {
    BUILD: _rank_builds,
    PERMIT: _rank_permits,
    SPECIAL: _rank_special,
    MOVE_SHIP: _rank_all,
    MOVE_PIRATE: _rank_all,
    CHURCH: _rank_all,
    HUT: _rank_all,
}
