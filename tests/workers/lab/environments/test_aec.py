"""Tests the PettingZoo environment: its own test battery, rewards, the end of long games, and bad steps."""

import warnings
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.laws.cases import CASES, Case, fullest
from tests.workers.lab.environments.playing import any_action
from workers.lab.environments.aec import SeatsEnv
from workers.lab.environments.episode import IllegalAction
from workers.lab.environments.making import BadEnvironment

pettingzoo_test = pytest.importorskip("pettingzoo.test")


def made(case: Case, **more: Any) -> SeatsEnv:
    """Return the environment of a case."""
    return SeatsEnv(case.ruleset.name, case.seats, case.map, case.modules, case.options, **more)


@pytest.mark.parametrize("case", fullest(), ids=[case.name for case in fullest()])
def test_it_passes_the_tests_of_pettingzoo(case: Case, long_games: int) -> None:
    cycles = 6 * (1 + 100 * long_games)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about observations that are dictionaries, as those with masks must be
        pettingzoo_test.api_test(made(case), num_cycles=cycles)
        pettingzoo_test.seed_test(partial(made, case), num_cycles=cycles)


@pytest.mark.parametrize("name", ["dice-2", "elasund-german-2", "goofspiel-5", "catan-beginner-4"])
def test_a_random_game_ends_with_a_winner(name: str) -> None:
    env, rng = made(next(case for case in CASES if case.name == name), without=WITHOUT[name]), Random(1)
    env.reset(seed=1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_iter=20_000):
        observation, reward, terminated, truncated, info = env.last()
        rewards[agent] += reward
        if terminated:
            assert len(info["points"]) == len(rewards)
            assert not observation["action_mask"].any()
        env.step(None if terminated or truncated else any_action(observation["action_mask"], rng))
    assert env.agents == []
    assert set(rewards.values()) == {1.0, -1.0}


WITHOUT = {
    "dice-2": (),
    "elasund-german-2": (),
    "goofspiel-5": (),
    "catan-beginner-4": ("OfferTrade",),
}


def test_a_long_game_is_broken_off_and_nobody_gets_anything() -> None:
    env, rng = SeatsEnv("catan", 3, most_steps=30), Random(1)
    env.reset(seed=1)
    for _ in range(30):
        assert not any(env.truncations.values())
        env.step(any_action(env.observe(env.agent_selection)["action_mask"], rng))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_only_the_agent_that_chooses_has_a_mask() -> None:
    env = SeatsEnv("goofspiel", 3)
    env.reset(seed=5)
    assert [int(env.observe(agent)["action_mask"].sum()) for agent in env.agents] == [13, 0, 0]


def test_a_step_outside_the_mask_is_refused_and_changes_nothing() -> None:
    env = SeatsEnv("goofspiel", 2)
    env.reset(seed=5)
    env.step(3)
    env.step(4)
    before = env.observe("seat_0")
    said = (
        r"seat 0 cannot take action 3 \(Bid card=3\), in the frame bid of turn 2: it is outside the action mask. "
        r"Take one of the 12 actions whose mask is 1, such as 1 \(Bid card=1\)"
    )
    with pytest.raises(IllegalAction, match=said):
        env.step(3)
    for wrong in (-1, 14, 0, 2.5, None, "1x"):
        with pytest.raises(IllegalAction, match="outside the action mask"):
            env.step(wrong)
    after = env.observe("seat_0")
    assert all(np.array_equal(before[name], after[name]) for name in before)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"ruleset": "catn"}, "no ruleset is called 'catn': use one of catan, catan-dice"),
        ({"map": "moon"}, "catan cannot be played so"),
        ({"seats": 7}, "catan cannot be played so"),
        ({"modules": ["erie-canal"]}, "catan cannot be played so"),
        ({"options": {"victory_points": -1}}, "catan cannot be played so"),
    ],
)
def test_an_environment_that_there_is_not_is_refused(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(BadEnvironment, match=said):
        SeatsEnv(**wish)


def test_a_seat_that_may_answer_an_offer_is_asked_and_may_pass() -> None:
    env = SeatsEnv("catan", 3)
    env.reset(seed=2)
    rng, asked = Random(2), 0
    names = env.description.actions.names
    for _ in range(400):
        mask = env.observe(env.agent_selection)["action_mask"]
        offers = [action for action in np.flatnonzero(mask).tolist() if names[action].startswith("OfferTrade")]
        if mask[0]:
            asked += 1
            env.step(0)
        else:
            env.step(offers[0] if offers and asked < 9 else any_action(mask, rng))
    assert asked >= 9


def test_the_selected_agent_is_rendered_as_text() -> None:
    env = SeatsEnv("goofspiel", 2, render_mode="ansi")
    env.reset(seed=1)
    assert str(env.render()).startswith("you: seat 0\nturn: 1\n")
    assert env.left_out("seat_0") == 0
    assert SeatsEnv("goofspiel", 2).render() is None
