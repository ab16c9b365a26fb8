"""Tests that nothing an agent receives leads to the position at the table, its hidden parts, its chance or its seed."""

import itertools
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from functools import cache, lru_cache, partial, wraps
from random import Random
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

import domain.catan.state
import domain.dice.state
import domain.elasund.state
from domain.core.chance import Chance, SeededChance
from domain.core.decider import Draft
from service.catalog import RULESETS
from service.game.context import Context
from service.game.games import Game
from service.game.position import Play
from service.table.state import Table
from tests.laws.cases import CASES, Case, fullest
from tests.laws.playing import open_position, uniform
from tests.toy import ToyState
from tests.workers.agents.reaching import reached, way_to
from tests.workers.conftest import is_finished, new_game, run_job
from workers.agents import catalog
from workers.agents.agent import Agent
from workers.agents.entries import AgentEntry
from workers.agents.following import Follower
from workers.agents.search import match
from workers.agents.search.analysis import Analysis, Question
from workers.agents.search.playouts import Players
from workers.agents.turns import decide
from workers.agents.uniform import Uniform

POSITIONS = {domain.catan.state.State, domain.dice.state.State, domain.elasund.state.State, ToyState}
SECRET = (Chance, Draft, Game, Table, Play, Context)
HIDDEN = {
    "catan": ("hands", "cards", "fresh", "aside", "deck", "extra", "draws"),
    "elasund": ("gold", "influence", "aside", "deck", "draws"),
    "catan-dice": ("draws",),
    "goofspiel": ("bids", "draws"),
}
STEPS = 700
OF_A_KIND = 1


class Spy(Agent):
    """Looks for a certain object in all that it receives, what it believes among it, and plays any legal command."""

    believes = True
    is_wanted: Callable[[Any], bool]
    every = 1
    asked = 0
    ways: list[str]
    luck: Any = None

    def choose(self, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Any) -> Any:
        received = {"ruleset": ruleset, "knowledge": knowledge, "actions": actions, "budget": budget, "rng": rng}
        Spy.asked += 1
        Spy.luck = Spy.luck or rng.getstate()
        way = way_to(received, Spy.is_wanted) if Spy.asked % Spy.every == 0 else None
        if way is not None:
            Spy.ways.append(way)
        return Uniform().choose(ruleset, knowledge, actions, budget, rng)


def spying(is_wanted: Callable[[Any], bool], every: int = 1) -> Spy:
    Spy.is_wanted, Spy.every, Spy.asked, Spy.ways = staticmethod(is_wanted), every, 0, []
    Spy.luck = None
    return Spy()


def truth_of(case: Case, state: Any) -> dict[int, Any]:
    """Return by identity the position, those of its parts that can change, and those that some seat may not see."""
    shared = known_to_all(case.name, getattr(state, "setting", None))
    parts = reached({"state": state}, shared)
    changing = [part for part in parts if not isinstance(part, (tuple, frozenset, str, bytes, int, float, type(None)))]
    changing = [part for part in changing if not callable(part)]
    hidden = [value for value in (getattr(state, name) for name in HIDDEN[case.ruleset.name]) if any(value)]
    hidden = [value for value in hidden if id(value) not in shared]
    return {id(part): part for part in (state, *changing, *hidden)}


@lru_cache(maxsize=1)
def known_to_all(case: str, setting: Any) -> dict[int, Any]:
    """Return what another game of a case has in common with this one, and this one's board and options."""
    another, _ = open_position(next(one for one in CASES if one.name == case), 8)
    return {id(found): found for found in reached({"setting": setting, "another": another})}


def positions(case: Case) -> Iterator[tuple[Any, int, SeededChance]]:
    """Yield positions of a game played blindly, some of every kind, each with a seat that may act."""
    rng, seen = Random(f"truth {case.name}"), Counter[Any]()
    state, chance = open_position(case, 7)
    for _ in range(STEPS):
        awaited = case.ruleset.awaiting(state)
        if not awaited:
            return
        seat = rng.choice(awaited).seat
        kind = (seat if state.active < 0 else seat == state.active, *kind_of(state))
        seen[kind] += 1
        if seen[kind] <= OF_A_KIND:
            yield state, seat, chance
        command = uniform(case.ruleset, state, seat, case.ruleset.actions(state, seat), rng)
        state = case.ruleset.decide(state, seat, command, chance).state


def kind_of(state: Any) -> tuple[Any, ...]:
    """Return what is open and what is hidden at a position: the frame, offers, discards under way, cards held, bids."""
    held = ("offers", "aside", "cards", "influence", "bids")
    return state.agenda[-1].kind, *(any(getattr(state, name, ())) for name in held)


@pytest.mark.parametrize("case", fullest(), ids=lambda case: case.name)
def test_nothing_that_an_agent_receives_leads_to_the_position(case: Case) -> None:
    asked = 0
    for state, seat, chance in positions(case):
        truth = truth_of(case, state)
        spy = spying(lambda found, truth=truth, chance=chance: id(found) in truth or is_secret(found, chance.key))
        decide(case.ruleset, state, seat, spy, 1.0, Random(1))
        assert Spy.ways == []
        asked += Spy.asked
    assert asked >= 4


@pytest.mark.parametrize("name", ["catan-4", "favors-helpers-4", "catan-6"])
def test_nothing_that_is_believed_leads_to_the_position(name: str) -> None:
    case, rng = next(one for one in CASES if one.name == name), Random(name)
    state, chance = open_position(case, 7)
    follower = Follower(case.ruleset, state, range(case.seats))
    for step in range(400):
        awaited = case.ruleset.awaiting(state)
        if not awaited:
            break
        seat = rng.choice(awaited).seat
        command = uniform(case.ruleset, state, seat, case.ruleset.actions(state, seat), rng)
        draft = case.ruleset.decide(state, seat, command, chance)
        state = draft.state
        follower.follow(draft.events)
        if step % 40 == 39:
            truth = {**truth_of(case, state), **{id(event): event for event in draft.events if hides(case, event)}}
            beliefs = {"belief": follower.belief(step // 40 % case.seats)}
            assert (
                way_to(beliefs, lambda found, truth=truth: id(found) in truth or is_secret(found, chance.key)) is None
            )


def hides(case: Any, event: Any) -> bool:
    """Return whether an event has a field that not everybody may see."""
    return not all(field.is_public for field in case.ruleset.events.of(event).fields)


def is_secret(found: Any, seed: bytes) -> bool:
    if isinstance(found, str):
        return seed.hex() in found or seed.decode(errors="replace") in found
    return holds_secrets(type(found)) or (isinstance(found, bytes) and seed in found)


@cache
def holds_secrets(cls: type) -> bool:
    return issubclass(cls, SECRET)


def test_the_positions_looked_at_have_something_to_hide() -> None:
    """Among them are open offers, discards under way, development cards, and influence."""
    kinds = {kind_of(state) for case in CASES[::5] for state, _, _ in positions(case)}
    assert all(any(kind[place] for kind in kinds) for place in range(1, 5))


class Slotted:
    __slots__ = ("kept",)


def slotted(truth: Any) -> Slotted:
    thing = Slotted()
    thing.kept = truth
    return thing


def waiting(truth: Any) -> Iterator[Any]:
    yield 1
    yield truth


def begun(truth: Any) -> Iterator[Any]:
    generator = waiting(truth)
    next(generator)
    return generator


def cached(truth: Any) -> Any:
    remember = lru_cache(lambda number: truth)
    remember(1)
    return remember


def wrapped(truth: Any) -> Any:
    @wraps(truth.copy)
    def function() -> None: ...

    return function


def failed(truth: Any) -> Any:
    def fail(at: Any) -> None:
        raise ValueError

    try:
        fail(truth)
    except ValueError as error:
        return error


def asked_for(truth: Any) -> Any:
    return type("Asked", (), {"truth": property(lambda self: truth)})()


def with_defaults(truth: Any) -> Any:
    def function(given: Any = truth) -> None: ...

    return function


def with_named_defaults(truth: Any) -> Any:
    def function(*, given: Any = truth) -> None: ...

    return function


PLANTS: dict[str, Callable[[Any], Any]] = {
    "itself": lambda truth: truth,
    "attribute": lambda truth: SimpleNamespace(kept=truth),
    "slot": slotted,
    "list": lambda truth: [1, [truth]],
    "tuple": lambda truth: (1, (truth,)),
    "value": lambda truth: {"kept": truth},
    "key": lambda truth: {truth: 1},
    "set": lambda truth: {truth},
    "proxy": lambda truth: MappingProxyType({"kept": truth}),
    "closure": lambda truth: lambda: truth,
    "closure in a closure": lambda truth: (lambda inner: lambda: inner)(lambda: truth),
    "default": with_defaults,
    "named default": with_named_defaults,
    "bound method": lambda truth: truth.copy,
    "bound method of a built-in": lambda truth: [truth].append,
    "wrapped": wrapped,
    "partial's function": lambda truth: partial(truth.copy),
    "partial's argument": lambda truth: partial(print, truth),
    "partial's named argument": lambda truth: partial(print, end=truth),
    "generator": begun,
    "generator not begun": waiting,
    "iterator": lambda truth: iter([truth]),
    "iterator of iterators": lambda truth: itertools.chain([1], zip([2], [truth], strict=True)),
    "map": lambda truth: map(truth.hand, [1]),
    "cache": cached,
    "property": asked_for,
    "weak reference": weakref.ref,
    "failure": failed,
    "frame": lambda truth: sys._getframe(),
    "position's attributes": vars,
    "hands": lambda truth: truth.hands,
    "cards": lambda truth: truth.cards,
}


@cache
def some_position() -> tuple[Case, Any, int]:
    case = next(case for case in CASES if case.name == "catan-4")
    return next((case, state, seat) for state, seat, _ in positions(case) if any(state.cards) and any(state.hands))


@pytest.mark.parametrize("plant", PLANTS.values(), ids=PLANTS.keys())
def test_what_was_planted_is_found(plant: Callable[[Any], Any]) -> None:
    for receiver in ("ruleset", "knowledge", "actions", "rng", "commands"):
        look_for(plant, receiver)


def look_for(plant: Callable[[Any], Any], receiver: str) -> None:
    """Plant something in what an agent receives, and look whether it is found there."""
    case, state, seat = some_position()
    truth = truth_of(case, state)
    received = {
        "ruleset": copy(case.ruleset),
        "knowledge": case.ruleset.observe(state, seat),
        "actions": case.ruleset.actions(state, seat),
        "rng": Random(1),
    }
    if receiver == "commands":
        received["actions"].commands.append(plant(state))
    else:
        received[receiver].planted = plant(state)

    way = way_to(received, lambda found: id(found) in truth)

    assert way is not None
    assert way.startswith("actions" if receiver == "commands" else receiver)


def test_a_seed_that_was_planted_is_found() -> None:
    seed = b"laws 7"
    for secret in (seed, SeededChance(seed), f"the seed is {seed.hex()}", "the seed is laws 7"):
        assert way_to({"rng": [secret]}, lambda found: is_secret(found, seed)) is not None


def is_of_the_table(found: Any) -> bool:
    """Return whether something is a position, true or imagined, or belongs to the table; what seats know does not."""
    return type(found) in POSITIONS or isinstance(found, SECRET)


@pytest.mark.parametrize("ruleset", ["toy", "catan"])
def test_a_hosted_agent_receives_nothing_else(ctx: Context, monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    entry = AgentEntry("spy", ("*",), 0, 0.05, 0.2, f"{__name__}:Spy")
    monkeypatch.setitem(catalog.BY_ID, "spy", entry)
    spying(is_of_the_table, 17)
    game = new_game(ctx, *["ai"] * 3, ruleset=ruleset, seat0="spy", seat1="spy", seat2="spy")

    run_job(ctx, game)

    assert is_finished(ctx, game)
    assert Spy.ways == []
    assert Spy.asked > 34


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS.keys())
def test_nor_does_one_in_a_match_or_an_analysis(ruleset: Any) -> None:
    config = ruleset.configure(3, None, (), {})
    agents = [spying(is_of_the_table, 7)] * 3
    played = match.play(ruleset, agents, "spied on", config, 150)
    assert played.commands > 20
    assert Spy.luck not in [Random(seed).getstate() for seed in ("spied on", b"spied on")]

    state = match.open_position(ruleset, config, SeededChance(b"analyzed"))
    seat = ruleset.awaiting(state)[0].seat
    question = Question(Players(ruleset, agents, 1.0), ruleset.observe(state, seat), seat, 60, "0")
    Analysis(question, lambda fraction: None).run()

    assert Spy.ways == []
    assert Spy.asked > 100
