"""Describes games that are ready to be made, and sets them up: the events that follow the table's first one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.core.chance import Chance, Draw
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from service.game.position import Play
from service.handlers.new_seats import NewSeat
from service.handlers.sandboxes import Draws, arrange, draws_event
from service.problems import invalid
from service.table.events import SeatsFilled, TableOpened, TableOptions
from service.table.state import config_of
from service.views.fairness import reveal_seed


@dataclass(frozen=True, slots=True)
class Plan:
    """Describes a game ready to be made: its seats in their final order, and everything in the table's first event.

    Only a `sandbox` has `given` events, by which its position is arranged, and `chosen` draws.
    """

    ruleset: Ruleset
    config: Config
    seats: Sequence[NewSeat]
    table: TableOptions
    seed: bytes
    unfair: bool
    parent: dict[str, Any] | None = None
    position_set: Any = None
    draws: Sequence[Draw] = ()
    rematch_of: str = ""
    salt: bytes = b""
    held: int = 0
    sandbox: bool = False
    given: Sequence[Any] = ()
    chosen: Draws = ()


def start(plan: Plan, opened: TableOpened, chance: Chance, *, starts: bool) -> tuple[list[Any], Play]:
    """Return the events that set a game up, none if it cannot start yet, and the play after version 1.

    A branch is over at once if its position is.
    """
    table = [SeatsFilled()] if starts else []
    if plan.position_set is not None:
        position = plan.ruleset.begin(plan.position_set)
        given = _arrange(plan, position)
        over = [reveal_seed(opened)] if plan.ruleset.result(position) else []
        return [plan.position_set, *given, *table, *over], Play(position, 1)
    if not starts and not plan.given:
        if plan.chosen:
            raise invalid("draws", "draws_before_start")
        return [], Play()
    setup = plan.ruleset.setup(config_of(opened), chance)
    position = fold(plan.ruleset, setup)
    return [*table, *setup, *_arrange(plan, position)], Play(position, 1)


def _arrange(plan: Plan, position: Any) -> list[Any]:
    """Apply the given events to a position, and return them with those that follow; raises Problem (422)."""
    given = arrange(plan.ruleset, position, plan.given) if plan.given else []
    return [*given, *([draws_event(plan.ruleset, position, plan.chosen)] if plan.chosen else [])]


def fold(ruleset: Ruleset, events: Sequence[Any]) -> Any:
    """Fold setup events into a position."""
    position = ruleset.begin(events[0])
    for event in events[1:]:
        ruleset.evolve(position, event)
    return position
