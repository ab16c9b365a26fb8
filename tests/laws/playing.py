"""Plays random games under the laws, in this process or spread over two."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat
from random import Random
from typing import Any, Final

from domain.core.actions import AnswersBound, OthersBound
from domain.core.chance import SeededChance
from domain.core.ruleset import Ruleset
from service.compiling.laws import (
    check_hidden,
    draft_is_fold,
    events_survive_writing,
    listing_is_repeated,
    snapshot_is_fold,
)
from tests.laws import laws
from tests.laws.believed import Believed
from tests.laws.cases import CASES, Case
from tests.laws.remembered import Remembered

EVERY: Final = 25
MOST_STEPS: Final = 20_000
PROBES: Final = 40
WATCHED: Final = 0.2  # how many of the deeds somebody is asked about who only watches

Chooser = Callable[[Ruleset, Any, int, Any, Random], Any]


@dataclass(frozen=True)
class Played:
    """Holds how a game under the laws went."""

    case: str
    seed: int
    steps: int
    winners: tuple[int, ...]


def open_position(case: Case, seed: int) -> tuple[Any, SeededChance]:
    """Return a new game of a case, with chance from the seed."""
    ruleset = case.ruleset
    chance = SeededChance(b"laws %d" % seed)
    config = ruleset.configure(case.seats, case.map, case.modules, dict(case.options))
    opening = ruleset.setup(config, chance)
    state = ruleset.begin(opening[0])
    for event in opening[1:]:
        ruleset.evolve(state, event)
    return state, chance


def uniform(ruleset: Ruleset, state: Any, seat: int, actions: Any, rng: Random) -> Any:
    """Return a random listed command, or now and then an instance of a template."""
    if actions.templates and (not actions.commands or rng.random() < 0.05):
        return fuller(rng.choice(actions.templates), rng, Random(ruleset.turn(state)))
    return rng.choice(actions.commands)


def fuller(template: Any, rng: Random, more: Random) -> Any:
    """Return a random instance of a template, which has members that may be left out as `more` decides."""
    command = template.sample(rng)
    for name, bound in template.optional.items():
        if more.random() < 0.5:
            found = _optional(template, command, name, bound, more)
            command = found if template.fits(found) else command
    return command


def _optional(template: Any, command: Any, name: str, bound: Any, rng: Random) -> Any:
    """Return a command with a value for a member that may be left out, which seldom lies beyond the bounds."""
    if isinstance(bound, OthersBound):
        taken = getattr(command, next(one for one in template.disjoint if one != bound.of))
        found = [template.bounds[bound.of].sample(rng, taken) for _ in range(rng.randint(1, bound.most))]
        return replace(command, **{name: tuple(dict.fromkeys(one for one in found if one))})
    if isinstance(bound, AnswersBound):
        if not bound.masks:
            return command
        return replace(command, **{name: rng.choice(sorted(bound.masks)), bound.to: 0})
    return replace(command, **{name: rng.randint(bound.least, bound.most)})


def play(case: Case, seed: int, chooser: Chooser = uniform, every: int = EVERY) -> Played:
    """Play a game to its end, checking the cheap laws at every step and the dear ones every `every` steps."""
    state, chance = open_position(case, seed)
    played = play_on(case, state, chance, seed, chooser, every)
    assert played.winners, "the game does not end"
    return played


def play_on(
    case: Case,
    state: Any,
    chance: SeededChance,
    seed: int,
    chooser: Chooser = uniform,
    every: int = EVERY,
    most: int = MOST_STEPS,
) -> Played:
    """Play from a position to the end, or for `most` commands, under the laws as `play` does."""
    ruleset, rng, watcher = case.ruleset, Random(seed), Random(f"watcher {seed}")
    believed = Believed(case, state)
    steps = 0
    while ruleset.result(state) is None and steps < most:
        if steps % every == 0:
            _dear_laws(case, state, rng)
            believed.check(state, watcher)
        state, events = _step(case, state, chance, chooser, rng, watcher)
        believed.follow(events, state)
        steps += 1
    _dear_laws(case, state, rng)
    believed.check(state, watcher)
    result = ruleset.result(state)
    assert result is None or ruleset.awaiting(state) == []
    return Played(case.name, seed, steps, result.winners if result else ())


def _step(
    case: Case, state: Any, chance: SeededChance, chooser: Chooser, rng: Random, watcher: Random
) -> tuple[Any, list[Any]]:
    ruleset = case.ruleset
    awaited = ruleset.awaiting(state)
    assert any(entry.must for entry in awaited), "nobody has to act in a running game"
    seat = rng.choice(awaited).seat
    actions = ruleset.actions(state, seat)
    assert actions.commands or actions.templates, "a seat has to act and cannot"
    command = chooser(ruleset, state, seat, actions, rng)
    draft = ruleset.decide(state, seat, command, chance)
    if watcher.random() < WATCHED:
        observer = watcher.choice([None, *(other for other in range(case.seats) if other != seat)])
        laws.deeds_tell_no_secrets(ruleset, state, seat, command, observer, watcher)
    draft_is_fold(ruleset, state, draft)
    events_survive_writing(ruleset, draft.events)
    check_hidden(ruleset, draft.events, case.seats)
    case.conserve(draft.state)
    return draft.state, draft.events


def _dear_laws(case: Case, state: Any, rng: Random) -> None:
    case, packed = replace(case, ruleset=Remembered(case.ruleset, state)), case.ruleset.pack(state)
    snapshot_is_fold(case.ruleset, state)
    listing_is_repeated(case.ruleset, state)
    laws.idling_is_accepted(case.ruleset, state, rng)
    for seat in range(case.seats):
        laws.listed_is_accepted(case.ruleset, state, seat, rng)
        laws.accepted_is_listed(case, state, seat, rng, PROBES)
        laws.secrets_do_not_interfere(case, state, seat, rng)
        laws.worlds_play_on(case, state, seat, rng)
        laws.refuses_nothing_after_a_draw(case.ruleset, state, seat, case.invent(state, rng))
    laws.secrets_do_not_interfere(case, state, None, rng)
    laws.worlds_play_on(case, state, None, rng)
    assert case.ruleset.pack(state) == packed, "whoever asked changed the position"


def _play_named(job: tuple[str, int], every: int, most: int | None) -> Played:
    name, seed = job
    case = next(case for case in CASES if case.name == name)
    try:
        if most is None:
            return play(case, seed, every=every)
        return play_on(case, *open_position(case, seed), seed, every=every, most=most)
    except Exception as failure:
        raise AssertionError(f"{name}, seed {seed}: {failure!r}") from failure


def play_all(
    jobs: Sequence[tuple[str, int]], every: int = EVERY, played_out: int | None = None, begun: int = MOST_STEPS
) -> Iterator[Played]:
    """Play games by case name and seed in two processes, and yield them in the order of the jobs.

    Only the first `played_out` of them (None: all) are played to the end, the others for `begun` commands at most.
    """
    lengths = [None if played_out is None or number < played_out else begun for number in range(len(jobs))]
    with ProcessPoolExecutor(2) as pool:
        yield from pool.map(_play_named, jobs, repeat(every), lengths)
