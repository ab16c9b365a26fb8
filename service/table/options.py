"""Defines how a table plays beside the rules of its game: undo, clock, what spectators and analyses may do."""

from dataclasses import dataclass
from typing import Any

from service.table.choices import Analyses
from service.table.events import OFFER_WAIT_S, OVERDUE_AFTER_S, TableOpened


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Holds what the creator chose for a table, as TableOpened explains it; rematches and branches keep most of it."""

    undo: str
    private: bool
    clock: dict[str, Any] | None = None
    spectator_delay: dict[str, Any] | None = None
    analyses: str = Analyses.FINISHED.value
    hot_seat: bool = False
    overdue_after_s: int = OVERDUE_AFTER_S
    offer_wait_s: int = OFFER_WAIT_S


def options_of(opened: TableOpened) -> TableOptions:
    """Return what was chosen for a table that was opened."""
    return TableOptions(
        undo=opened.undo,
        private=opened.private,
        clock=opened.clock,
        spectator_delay=opened.spectator_delay,
        analyses=opened.analyses,
        hot_seat=opened.hot_seat,
        overdue_after_s=opened.overdue_after_s,
        offer_wait_s=opened.offer_wait_s,
    )
