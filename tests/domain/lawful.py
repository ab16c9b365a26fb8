"""Provides the laws that every step of a stated game has to keep, whatever else its test checks."""

from collections.abc import Callable
from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.chance import Chance
from domain.core.decider import Draft
from domain.core.ruleset import Ruleset
from tests.judging import accepts

Law = Callable[[Any], None]


def step(ruleset: Ruleset, state: Any, seat: int, command: Any, chance: Chance, conserve: Law) -> Draft:
    """Play a command that the rules accept, and check that it was offered and that a sound position stays sound.

    The events must lead to the same position when they are written as JSON and read again, and the position must
    survive packing.
    """
    before, actions, was_sound = state.copy(), ruleset.actions(state, seat), _is_sound(conserve, state)
    draft = ruleset.decide(state, seat, command, chance)
    assert command in actions, f"accepted but not offered: {command}"
    _templates_hold(actions)
    if was_sound:
        _listed_is_accepted(ruleset, state, seat, actions)
    for event in draft.events:
        row = ruleset.events.of(event)
        ruleset.evolve(before, row.decode(row.encode(event)))
    packed = ruleset.pack(draft.state)
    assert ruleset.pack(before) == packed
    assert ruleset.pack(ruleset.unpack(packed)) == packed
    if was_sound:
        conserve(draft.state)
    return draft


def _listed_is_accepted(ruleset: Ruleset, state: Any, seat: int, actions: Actions) -> None:
    """Check that a listed command is accepted, one of another type each time."""
    listed = list({type(command): command for command in actions}.values())
    if listed:
        command = listed[(ruleset.turn(state) + len(actions)) % len(listed)]
        assert accepts(ruleset, state, seat, command), f"offered but refused: {command}"


def _templates_hold(actions: Actions) -> None:
    """Check that what a template gives lies within its bounds."""
    for template in actions.templates:
        assert template.fits(template.example)
        assert all(template.fits(template.sample(Random(seed))) for seed in range(3))


def _is_sound(conserve: Law, state: Any) -> bool:
    """Return whether a position keeps the laws; some tests place pieces as no game could have placed them."""
    try:
        conserve(state)
    except AssertionError:
        return False
    return True
