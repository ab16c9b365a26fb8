"""Tests worlds that an observer cannot tell apart: they are known, answered and dealt again alike, byte by byte.

These pairs use the rules alone and are cheap; `test_pairs` hosts some of them. The long form (`--long=N`) has N pairs
for every observer of every case.
"""

from functools import partial
from random import Random
from typing import Any, Final

import pytest

from domain.core.chance import FirstChance
from domain.core.errors import IllegalCommand
from service.handlers.commands import carry_out
from service.pictures.registry import text_of
from service.problems import Problem
from tests.laws import laws
from tests.laws.cases import CASES, Case
from tests.secrets.pairs import Pair, found, observers, seat_of

SHORT_MOST: Final = 90
LONG_MOST: Final = 400
DEALS: Final = 2
TRIED: Final = 10
BATCHES: Final = 5


def known_alike(pair: Pair) -> None:
    """All that is derived from a position for an observer is derived from what the observer knows."""
    ruleset, seat = pair.true.case.ruleset, seat_of(pair.observer)
    mine, theirs = ruleset.observe(pair.true.state, seat), ruleset.observe(pair.other.state, seat)
    assert laid_bare(mine) == laid_bare(theirs)
    assert ruleset.render(mine) == ruleset.render(theirs)
    for number in range(DEALS):
        worlds = [ruleset.determinize(knowledge, Random(number)) for knowledge in (mine, theirs)]
        assert ruleset.pack(worlds[0]) == ruleset.pack(worlds[1])


def laid_bare(value: Any) -> Any:
    """Return everything that an agent could look at in its knowledge, except for the board as it was set up."""
    if isinstance(value, dict):
        return {name: laid_bare(member) for name, member in value.items() if name != "setting"}
    if isinstance(value, list | tuple):
        return [laid_bare(member) for member in value]
    return laid_bare(vars(value)) if hasattr(value, "__dict__") else value


def public_alike(pair: Pair) -> None:
    """What everybody is shown of two worlds is the same."""
    ruleset, one, other = pair.true.case.ruleset, pair.true.state, pair.other.state
    for told in (
        ruleset.awaiting,
        ruleset.points,
        ruleset.result,
        partial(text_of, ruleset),
        ruleset.lexicon,
        ruleset.geometry,
    ):
        assert told(one) == told(other)


def outcomes_alike(pair: Pair, rng: Random) -> None:
    """A command that reveals nothing has the same outcome in both worlds, as far as its seat can see."""
    case, seat = pair.true.case, pair.observer
    actions = case.ruleset.actions(pair.true.state, seat)
    listed = rng.sample(actions.commands, min(TRIED, len(actions.commands)))
    for command in (*listed, *(template.sample(rng) for template in actions.templates)):
        assert told(case, pair.true.state, seat, command) == told(case, pair.other.state, seat, command)


def told(case: Case, state: Any, seat: int, command: Any) -> Any:
    """Return the events of a command as its seat sees them, up to the first that reveals something, or the refusal."""
    shown: list[Any] = []
    try:
        events = case.ruleset.decide(state, seat, command, FirstChance()).events
    except IllegalCommand as refusal:
        return refusal.rule, refusal.params
    for event in events:
        row = case.ruleset.events.of(event)
        if row.reveals:
            return [*shown, row.name]
        shown.append((row.name, row.redact(event, seat)))
    return shown


def batches_alike(pair: Pair, rng: Random) -> None:
    """A batch is refused in both worlds for the same reason and at the same place, or in neither."""
    case, seat = pair.true.case, pair.observer
    commands = case.ruleset.actions(pair.true.state, seat).commands
    for _ in range(BATCHES if commands else 0):
        batch = [rng.choice(commands), *(_any(case, pair.true.state, commands, rng) for _ in range(rng.randint(1, 2)))]
        assert judged(case, pair.true.state, seat, batch) == judged(case, pair.other.state, seat, batch)


def _any(case: Case, state: Any, commands: list[Any], rng: Random) -> Any:
    return rng.choice(commands) if rng.random() < 0.7 else case.invent(state, rng)


def judged(case: Case, state: Any, seat: int, batch: list[Any]) -> Any:
    """Return the refusal that a seat gets for a batch, or None."""
    position = state.copy()
    for index, command in enumerate(batch):
        draft = case.ruleset.draft(position, FirstChance())
        try:
            carry_out(case.ruleset, draft, seat, command, index, len(batch))
        except Problem as problem:
            return problem.rule, problem.params, problem.members
        position = draft.state
    return None


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_nobody_can_tell_worlds_apart(case: Case, long_games: int, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = different = 0
    for number in range(long_games or 1):
        for observer in observers(case):
            pair = found(case, observer, number + observer % 2, LONG_MOST if long_games else SHORT_MOST)
            rng = Random(number)
            known_alike(pair)
            public_alike(pair)
            if seat_of(observer) is not None:
                laws.answered_alike(case, pair.true.state, pair.other.state, observer, rng)
                outcomes_alike(pair, rng)
                batches_alike(pair, rng)
            pairs, different = pairs + 1, different + pair.differs
    if long_games:
        with capsys.disabled():
            print(f"{case.name}: {pairs} pairs of worlds, {different} of them different, none told apart", flush=True)
