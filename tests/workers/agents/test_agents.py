"""Tests the catalog of agents, and the agent that plays every game blindly."""

import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.core.actions import Actions, CardsBound, Template
from service.catalog import RULESETS
from service.texts.words import say
from tests.toy import TOY, PutAside
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import AGENTS, BY_ID, default_agent, seat_agent
from workers.agents.entries import Strength
from workers.agents.search.rates import wilson
from workers.agents.uniform import Uniform

ROOT = Path(__file__).parents[3]
TEMPLATE = Template(PutAside, {"chips": CardsBound((1, 1, 0), 1, 1)}, PutAside((1, 0, 0)))


@pytest.mark.parametrize("entry", AGENTS, ids=lambda entry: entry.id)
def test_every_entry_names_an_agent(entry: Any) -> None:
    assert isinstance(load_agent(entry.id), Agent)
    assert say(f"agent.{entry.id}") != say(f"agent.{entry.id}", language="es")
    assert 0 < entry.seconds < 5
    assert set(entry.rulesets) <= {"*", *RULESETS}


@pytest.mark.parametrize("strength", [s for entry in AGENTS for s in entry.measured])
def test_what_was_measured_has_the_ladders_bounds(strength: Strength) -> None:
    assert (strength.low, strength.high) == pytest.approx(wilson(strength.wins, strength.games), abs=1e-4)
    assert strength.against in BY_ID


def test_ids_are_unique() -> None:
    assert len(BY_ID) == len(AGENTS)


def test_all_entries_are_packed() -> None:
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["workers"]
    entries = {*(ROOT / "workers").rglob("*.toml")}
    found = [[*(ROOT / "workers").glob(pattern)] for pattern in packed]
    assert all(found), "a pattern finds no file"
    assert entries == {path for files in found for path in files if path.suffix == ".toml"}
    assert len(entries) == len([entry for entry in AGENTS if "*" not in entry.rulesets])


def test_the_default_is_the_strongest_that_knows_the_game_and_answers_at_once() -> None:
    assert default_agent("catan") == "planner"
    assert default_agent("toy") == "uniform"


def test_a_seat_that_names_none_gets_the_strongest_of_those_that_take_some_hundredths_of_a_second() -> None:
    assert seat_agent("catan") == "expectimax"
    assert seat_agent("toy") == "uniform"
    for ruleset in ("elasund", "catan-dice"):
        assert BY_ID[seat_agent(ruleset)].level >= BY_ID[default_agent(ruleset)].level


def test_uniform_chooses_evenly_among_what_is_listed() -> None:
    actions = Actions(True, ["a", "b", "c"], [TEMPLATE])
    rng = Random(1)
    counts = Counter(Uniform().choose(TOY, None, actions, 1, rng) for _ in range(3000))
    assert set(counts) == {"a", "b", "c"}
    assert min(counts.values()) > 900


def test_uniform_fills_in_a_template_where_it_must() -> None:
    actions = Actions(True, [], [TEMPLATE])
    rng = Random(1)
    chosen = {Uniform().choose(TOY, None, actions, 1, rng) for _ in range(50)}
    assert chosen == {PutAside((1, 0, 0)), PutAside((0, 1, 0))}


def test_uniform_passes_where_it_may() -> None:
    assert Uniform().choose(TOY, None, Actions(False, [], [TEMPLATE]), 1, Random(1)) is None


def test_uniform_plays_any_ruleset() -> None:
    assert all(BY_ID["uniform"].plays(name) for name in (*RULESETS, TOY.name))
