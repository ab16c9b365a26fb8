"""Says when gifts are made and favors used, before the roll or after it (rulebook 003, Entre amigos)."""

from collections.abc import Callable
from typing import TypeVar

from domain.catan.modules.favors.terms import BEFORE_ROLL
from domain.catan.state import Public, State
from domain.catan.terms import ROLL
from domain.core.agenda import Agenda
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand

C = TypeVar("C")
Handler = Callable[[Draft[State], int, C], Agenda | None]
"""Carries out a command of a class of its own."""


def may_act_early(state: Public) -> bool:
    """Return whether the table chose that gifts and favors need not wait for the roll."""
    return bool(state.setting.config.options[BEFORE_ROLL])


def after_roll(handler: Handler[C], rule: str) -> Handler[C]:
    """Return a command's handler that waits for the roll by a rule, unless the table chose otherwise."""

    def handle(draft: Draft[State], seat: int, command: C) -> Agenda | None:
        if draft.state.agenda[-1].kind == ROLL and not may_act_early(draft.state):
            raise IllegalCommand(rule)
        return handler(draft, seat, command)

    return handle
