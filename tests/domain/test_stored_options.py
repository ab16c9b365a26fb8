"""Tests that a game stored before an option existed goes on as it was played then, for every option of every game."""

import json
from random import Random
from typing import Any

from domain.core.chance import SeededChance
from domain.core.ruleset import Ruleset
from service.pictures.registry import picture_of
from tests.domain.every_option import configured, each_option, without

DEEDS = 60


def begun(ruleset: Ruleset, events: list[Any]) -> Any:
    """Return the position that opening events make."""
    state = ruleset.begin(events[0])
    for event in events[1:]:
        ruleset.evolve(state, event)
    return state


def told(ruleset: Ruleset, state: Any) -> list[Any]:
    """Return all that anybody is shown of a position and may do in it."""
    seats = range(len(ruleset.points(state)))
    actions = [ruleset.actions(state, seat) for seat in seats]
    return [
        [ruleset.render(ruleset.observe(state, seat)) for seat in (None, *seats)],
        [picture_of(ruleset, ruleset.observe(state, seat), ()) for seat in (None, *seats)],
        [action.commands for action in actions],
        [[template.example for template in action.templates] for action in actions],
        ruleset.geometry(state),
        ruleset.awaiting(state),
        ruleset.result(state),
    ]


def deed(ruleset: Ruleset, state: Any, rng: Random) -> tuple[int, Any]:
    """Return a seat that must act, and a random command that it may give."""
    seat = rng.choice([entry.seat for entry in ruleset.awaiting(state) if entry.must])
    actions = ruleset.actions(state, seat)
    return seat, rng.choice(actions.commands or [template.sample(rng) for template in actions.templates])


@each_option
def test_an_old_configuration_is_completed_and_kept(ruleset: Ruleset, option: str) -> None:
    old = without(configured(ruleset), option)

    whole = ruleset.completed(old)

    assert whole.options.keys() == configured(ruleset).options.keys()
    assert whole.options.items() >= old.options.items()
    assert option not in old.options
    assert ruleset.configure(whole.seats, whole.map, whole.modules, whole.options) == whole
    assert ruleset.completed(whole) == whole


@each_option
def test_an_old_game_is_set_up_as_it_was_stored(ruleset: Ruleset, option: str) -> None:
    old = without(configured(ruleset), option)

    opening = ruleset.setup(old, SeededChance(b"old"))
    whole = ruleset.setup(ruleset.completed(old), SeededChance(b"old"))

    assert opening[0].config["options"] == old.options
    assert opening[1:] == whole[1:]


@each_option
def test_an_old_game_goes_on_as_it_was_played(ruleset: Ruleset, option: str) -> None:
    old = without(configured(ruleset), option)
    state = begun(ruleset, ruleset.setup(old, SeededChance(b"old")))
    other = begun(ruleset, ruleset.setup(ruleset.completed(old), SeededChance(b"old")))
    rng, chance = Random(f"{ruleset.name} {option}"), SeededChance(b"old")

    for number in range(DEEDS):
        if number % 10 == 0:
            assert told(ruleset, state) == told(ruleset, other)
        if ruleset.result(state) is not None:
            break
        seat, command = deed(ruleset, state, rng)
        one, two = (ruleset.decide(position, seat, command, chance) for position in (state, other))
        assert one.events == two.events
        state, other = one.state, two.state
    assert told(ruleset, state) == told(ruleset, other)


@each_option
def test_the_bytes_of_an_old_position_stay_as_they_were(ruleset: Ruleset, option: str) -> None:
    """A packed position holds the options as they were stored, so that the digests of old games still agree."""
    old = without(configured(ruleset), option)
    state = begun(ruleset, ruleset.setup(old, SeededChance(b"old")))

    packed = ruleset.pack(state)

    stored = json.dumps(old.options, separators=(",", ":"), sort_keys=True).encode()
    assert stored in packed
    assert f'"{option}":'.encode() not in packed
    assert ruleset.pack(ruleset.unpack(packed)) == packed
    assert told(ruleset, ruleset.unpack(packed)) == told(ruleset, state)
    dealt = ruleset.determinize(ruleset.observe(state, 0), Random(1))
    assert ruleset.render(ruleset.observe(dealt, 0)) == ruleset.render(ruleset.observe(state, 0))
