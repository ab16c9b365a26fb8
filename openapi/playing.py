"""Plays games from plans by the rules themselves, version by version."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.chance import SeededChance
from domain.core.ruleset import Ruleset
from service.catalog import RULESETS

MOST_COMMANDS: Final = 4_000
START_MS: Final = 1_790_000_000_000
"""When the games of plans begin; each version comes a second later."""
DAY_MS: Final = 86_400_000
CURIOSITY: Final = 0.5
"""Sets how often the rarest kind of command so far is chosen."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Describes a game to be played.

    A `curious` one often takes the rarest kind of command so far. `avoided` commands come only if there are no others,
    `sought` ones whenever they are legal; `script` names a file of commands that replace any choice.
    """

    ruleset: str
    seats: int
    seed: str
    map: str | None = None
    modules: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    curious: bool = True
    avoided: frozenset[str] = frozenset()
    sought: frozenset[str] = frozenset()
    script: str | None = None


class Moment(NamedTuple):
    """Describes one version of a game: who did what (None: the set-up), and its events."""

    version: int
    seat: int | None
    command: Any
    events: list[Any]


def play(plan: Plan) -> Iterator[Moment]:
    """Play the game of a plan until it or its script is over, or for MOST_COMMANDS.

    A version of a script without a command ends what has ended by itself a day later.
    """
    ruleset, chance = RULESETS[plan.ruleset], SeededChance(plan.seed.encode())
    config = ruleset.configure(plan.seats, plan.map, plan.modules, dict(plan.options))
    events = ruleset.setup(config, chance)
    yield Moment(1, None, None, events)
    state = ruleset.begin(events[0])
    for event in events[1:]:
        ruleset.evolve(state, event)
    chooser = _play_script(plan, ruleset) if plan.script else _choose_agent(plan, ruleset)
    next(chooser)
    for version in range(2, MOST_COMMANDS + 2):
        if ruleset.result(state) is not None:
            return
        try:
            seat, command = chooser.send(state)
        except StopIteration:
            return
        draft = ruleset.draft(state, chance)
        draft.now = START_MS + 1_000 * version
        if command is None:
            draft.now += DAY_MS
            ruleset.expire(draft)
        else:
            ruleset.play(draft, seat, command)
        state = draft.state
        yield Moment(version, seat, command, draft.events)


def _play_script(plan: Plan, ruleset: Ruleset) -> Any:
    assert plan.script
    yield None
    for line in (files("openapi") / "plays" / plan.script).read_text(encoding="utf-8").splitlines():
        step = json.loads(line)
        yield (step["seat"], ruleset.commands.decode(step["command"])) if step else (None, None)


def _choose_agent(plan: Plan, ruleset: Ruleset) -> Any:
    rng, seen = Random(plan.seed), Counter[str]()
    state = yield None
    while True:
        seat = rng.choice(ruleset.awaiting(state)).seat
        actions = ruleset.actions(state, seat)
        options = [*actions.commands, *(template.sample(rng) for template in actions.templates)]
        if options:
            command = _choice(plan, options, seen, rng)
            seen[type(command).__name__] += 1
            state = yield seat, command


def _choice(plan: Plan, options: list[Any], seen: Counter[str], rng: Random) -> Any:
    left = [option for option in options if type(option).__name__ not in plan.avoided] or options
    sought = [option for option in left if type(option).__name__ in plan.sought]
    if sought or not plan.curious or rng.random() >= CURIOSITY:
        return rng.choice(sought or left)
    fewest = min(seen[type(option).__name__] for option in left)
    return rng.choice([option for option in left if seen[type(option).__name__] == fewest])
