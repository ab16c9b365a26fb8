"""How a command is played: time, rule with its awards, reactions, offers, victory, agenda."""

from collections.abc import Sequence
from typing import Any

from domain.catan.agenda import Agenda
from domain.catan.events import AgendaSet
from domain.catan.offers import drop_stale_offers
from domain.catan.scoring import finish, has_won
from domain.catan.state import State
from domain.catan.terms import HAND_ON
from domain.catan.turn import begin_turn, check_time, ordered
from domain.core.actions import Actions, Template
from domain.core.agenda import Frame
from domain.core.decider import Draft


def play(draft: Draft[State], seat: int, command: Any) -> None:
    """The phases of a command, in this order. Refuses before the first event."""
    state = draft.state
    rules = state.setting.rules
    check_time(state, seat, type(command))
    before = state.hands[:] if state.offers else ()
    agenda = rules.handlers[type(command)](draft, seat, command)
    if rules.reactions:
        agenda = _react(draft, seat, agenda)
    if state.offers and before:
        drop_stale_offers(draft, before)
    if has_won(state):
        finish(draft)
    elif agenda is not None:
        _set_agenda(draft, agenda)


def _react(draft: Draft[State], seat: int, agenda: Agenda | None) -> Agenda | None:
    """Let the modules react to every event, their own included; the frames they owe go on top."""
    reactions = draft.state.setting.rules.reactions
    owed: list[tuple[int, Frame]] = []
    at = 0
    while at < len(draft.events):
        event = draft.events[at]
        at += 1
        for react in reactions.get(type(event), ()):
            owed += react(draft, seat, event)
    if not owed:
        return agenda
    return (*(draft.state.agenda if agenda is None else agenda), *ordered(owed))


def _set_agenda(draft: Draft[State], agenda: Agenda) -> None:
    """Where nothing is left of a turn the next one begins, and may bring the win at once."""
    if agenda and agenda[-1].kind == HAND_ON:
        agenda = begin_turn(draft, agenda[-1].data)
        if has_won(draft.state):
            finish(draft)
            return
    draft.emit(AgendaSet(agenda))


def list_commands(state: State, seat: int) -> list[object]:
    """Every listed command of a seat, always in the same order; open families are templates."""
    if not state.agenda:
        return []
    frame = state.agenda[-1]
    rules = state.setting.rules
    listers = (rules.listers if frame.seats >> seat & 1 else rules.listers_others).get(frame.kind, ())
    found: list[object] = []
    for lister in reversed(listers):
        found += lister(state, seat)
    return found


def list_templates(state: State, seat: int) -> list[Template]:
    """The open families of a seat, such as discards and trade offers."""
    if not state.agenda:
        return []
    frame = state.agenda[-1]
    rules = state.setting.rules
    makers = (rules.templates if frame.seats >> seat & 1 else rules.templates_others).get(frame.kind, ())
    found: list[Template] = []
    for maker in makers:
        found += maker(state, seat)
    return found


def actions(state: State, seat: int, idle: Sequence[Any]) -> Actions:
    """What a seat may do now; `idle` are the ruleset's commands that pass."""
    must = bool(state.agenda) and bool(state.agenda[-1].seats >> seat & 1)
    return Actions(must, list_commands(state, seat), list_templates(state, seat), idle)


def asked_seats(state: State) -> int:
    """The seats with an open offer that they may answer, as a mask."""
    frame = state.agenda[-1]
    if frame.kind not in state.setting.rules.listers_others:
        return 0
    asked = 0
    for offer in state.offers:
        asked |= offer.to & ~offer.accepted & ~offer.declined
    return asked & ~frame.seats
