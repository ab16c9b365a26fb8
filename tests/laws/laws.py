"""Provides the laws that every game keeps, each a function that raises AssertionError.

The cheap laws are checked at every step of a random game, the dear ones every so many steps. Those that the server asks
of compiled rules too are in `service/compiling/laws.py`.
"""

from random import Random
from typing import Any

from domain.core.actions import CardsBound
from domain.core.chance import FirstChance
from domain.core.errors import IllegalCommand
from domain.core.ruleset import Ruleset
from tests.judging import accepts, refusal_of
from tests.laws.cases import Case
from tests.laws.known import differences


def listed_is_accepted(ruleset: Ruleset, state: Any, seat: int, rng: Random) -> None:
    """Every listed command is accepted, and so are the example and random instances of every template."""
    actions = ruleset.actions(state, seat)
    for command in actions:
        assert command in actions
        assert accepts(ruleset, state, seat, command), f"listed but refused: {command}"
    for template in actions.templates:
        assert template.fits(template.example)
        for command in (template.example, *(template.sample(rng) for _ in range(5))):
            assert command in actions
            assert accepts(ruleset, state, seat, command), f"within a template but refused: {command}"


def idling_is_accepted(ruleset: Ruleset, state: Any, rng: Random) -> None:
    """A seat that must act has a command that may be given for it while it is absent."""
    for entry in ruleset.awaiting(state):
        if entry.must:
            actions = ruleset.actions(state, entry.seat)
            assert accepts(ruleset, state, entry.seat, actions.idle_command(rng))


def accepted_is_listed(case: Case, state: Any, seat: int, rng: Random, tries: int) -> None:
    """A command is accepted if and only if it is listed or fits a template, and trying it changes nothing."""
    actions = case.ruleset.actions(state, seat)
    before = case.ruleset.pack(state)
    for _ in range(tries):
        command = case.invent(state, rng)
        is_accepted = accepts(case.ruleset, state, seat, command)
        assert is_accepted == (command in actions), f"accepted {is_accepted}, listed otherwise: {command}"
    assert case.ruleset.pack(state) == before


def secrets_do_not_interfere(case: Case, state: Any, seat: int | None, rng: Random) -> None:
    """Two positions that differ only in what a seat cannot know look and answer the same to it."""
    ruleset = case.ruleset
    knowledge = ruleset.observe(state, seat)
    other = ruleset.determinize(knowledge, rng)
    of_other = ruleset.observe(other, seat)
    if ruleset.result(state) is None:
        assert list(differences(of_other, knowledge)) == []
    assert ruleset.render(of_other) == ruleset.render(knowledge)
    assert ruleset.awaiting(other) == ruleset.awaiting(state)
    if seat is None:
        return
    answered_alike(case, state, other, seat, rng)


def worlds_play_on(case: Case, state: Any, seat: int | None, rng: Random) -> None:
    """In a position that fits what a seat knows, the listed commands may be given, and nothing gets lost by it."""
    world = case.ruleset.determinize(case.ruleset.observe(state, seat), rng)
    for entry in case.ruleset.awaiting(world):
        commands = list(case.ruleset.actions(world, entry.seat))
        for command in rng.sample(commands, min(3, len(commands))):
            case.conserve(case.ruleset.decide(world, entry.seat, command, FirstChance()).state)


def answered_alike(case: Case, state: Any, other: Any, seat: int, rng: Random) -> None:
    """In two positions a seat may do the same, and what it tries is refused alike."""
    ruleset = case.ruleset
    mine, theirs = ruleset.actions(state, seat), ruleset.actions(other, seat)
    assert list(mine) == list(theirs)
    assert [_template(t) for t in mine.templates] == [_template(t) for t in theirs.templates]
    for _ in range(10):
        command = case.invent(state, rng)
        assert refusal_of(ruleset, state, seat, command) == refusal_of(ruleset, other, seat, command)


def deeds_tell_no_secrets(
    ruleset: Ruleset, state: Any, seat: int, command: Any, observer: int | None, rng: Random
) -> None:
    """What a seat does looks alike to an observer in two positions that differ only in what the observer cannot know.

    Deeds that reveal something may differ, and so may those that the seat can do in only one of the two positions.
    """
    other = ruleset.determinize(ruleset.observe(state, observer), rng)
    done = [_done(ruleset, position, seat, command) for position in (state, other)]
    if None in done or any(ruleset.events.of(event).reveals for events in done for event in events):
        return
    mine, theirs = [_seen(ruleset, events, observer) for events in done]
    assert mine == theirs, f"{command} betrays something to {observer}: {mine} or {theirs}"


def _done(ruleset: Ruleset, state: Any, seat: int, command: Any) -> Any:
    """Return the events of a seat's command, or None where it is refused."""
    try:
        return ruleset.decide(state, seat, command, FirstChance()).events
    except IllegalCommand:
        return None


def _seen(ruleset: Ruleset, events: Any, observer: int | None) -> list[Any]:
    rows = [ruleset.events.of(event) for event in events]
    return [(row.name, row.redact(event, observer)) for row, event in zip(rows, events, strict=True)]


def _template(template: Any) -> Any:
    bounds = {name: _bound(bound) for name, bound in template.bounds.items()}
    return template.cls, bounds, template.example, template.disjoint


def _bound(bound: Any) -> Any:
    if isinstance(bound, CardsBound):
        return bound.most, bound.least, bound.total
    return bound.among, bound.is_open


def refuses_nothing_after_a_draw(ruleset: Ruleset, state: Any, seat: int, command: Any) -> None:
    """A command that draws is refused, if at all, before its first draw."""
    chance = FirstChance()
    try:
        ruleset.decide(state, seat, command, chance)
    except IllegalCommand:
        assert not chance.draws
