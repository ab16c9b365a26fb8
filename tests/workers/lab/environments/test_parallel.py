"""Tests the parallel environment: PettingZoo's own tests, and what happens when several seats act at once."""

from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.laws.cases import CASES, Case, fullest
from tests.workers.lab.environments.playing import any_action
from workers.lab.environments.aec import SeatsEnv
from workers.lab.environments.episode import IllegalAction
from workers.lab.environments.parallel import SeatsParallelEnv

pettingzoo_test = pytest.importorskip("pettingzoo.test")


def made(case: Case, **more: Any) -> SeatsParallelEnv:
    """Return the environment of a case."""
    return SeatsParallelEnv(case.ruleset.name, case.seats, case.map, case.modules, case.options, **more)


@pytest.mark.parametrize("case", fullest(), ids=[case.name for case in fullest()])
@pytest.mark.filterwarnings("ignore")
def test_it_passes_the_tests_of_pettingzoo(case: Case, long_games: int) -> None:
    cycles = 6 * (1 + 100 * long_games)
    pettingzoo_test.parallel_api_test(made(case), num_cycles=cycles)
    pettingzoo_test.parallel_seed_test(partial(made, case, illegal="end"), num_cycles=cycles)  # draws any actions


def drawn(observations: dict[str, Any], rng: Random) -> dict[str, int]:
    """Return a random action for each agent that its mask allows."""
    return {agent: any_action(seen["action_mask"], rng) for agent, seen in observations.items()}


@pytest.mark.parametrize("name", ["dice-2", "elasund-german-2", "goofspiel-5", "catan-beginner-4"])
def test_a_random_game_ends_with_a_winner(name: str) -> None:
    case = next(case for case in CASES if case.name == name)
    env, rng = made(case, without=["OfferTrade"] if name.startswith("catan") else []), Random(1)
    observations, _ = env.reset(seed=1)
    while env.agents:
        observations, rewards, terminated, _, infos = env.step(drawn(observations, rng))
    assert set(rewards.values()) == {1.0, -1.0}
    assert all(terminated.values())
    assert all(len(info["points"]) == len(env.possible_agents) for info in infos.values())


def test_all_who_must_act_do_so_in_one_step() -> None:
    env = SeatsParallelEnv("goofspiel", 3)
    observations, _ = env.reset(seed=5)
    assert [int(one["action_mask"].sum()) for one in observations.values()] == [13, 13, 13]
    observations = env.step({"seat_0": 1, "seat_1": 2, "seat_2": 3})[0]
    assert [int(one["action_mask"].sum()) for one in observations.values()] == [12, 12, 12]
    turns = SeatsEnv("goofspiel", 3)
    turns.reset(seed=5)
    for action in (1, 2, 3):
        turns.step(action)
    assert all(
        np.array_equal(turns.observe(agent)["observation"], one["observation"]) for agent, one in observations.items()
    )


def test_who_waits_can_only_pass() -> None:
    env = SeatsParallelEnv("catan-dice", 2)
    observations, _ = env.reset(seed=1)
    waiting, choosing = sorted(observations, key=lambda agent: observations[agent]["action_mask"].sum())
    assert np.flatnonzero(observations[waiting]["action_mask"]).tolist() == [0]
    first = any_action(observations[choosing]["action_mask"], Random(1))
    with pytest.raises(IllegalAction, match=r"waits: its only action is 0 \(pass\)"):
        env.step({choosing: first, waiting: first})
    with pytest.raises(IllegalAction, match="cannot take None"):
        env.step({waiting: 0})
    assert env.step({choosing: first})[2] == {"seat_0": False, "seat_1": False}


def test_an_offer_is_answered_by_all_before_its_giver_goes_on() -> None:
    env, rng = SeatsParallelEnv("catan", 3), Random(2)
    observations, _ = env.reset(seed=2)
    names, seen = env.description.actions.names, set[str]()
    for _ in range(150):
        actions = drawn(observations, rng)
        choices = {agent: legal_of(observations[agent]) for agent in observations}
        for agent, legal in choices.items():
            wished = [one for one in legal if names[one].split()[0] in ("ConfirmTrade", "AcceptOffer", "OfferTrade")]
            actions[agent] = min(wished, key=lambda one: names[one], default=actions[agent])
        asked = [agent for agent, legal in choices.items() if 0 in legal and len(legal) > 1]
        waiting = [agent for agent, legal in choices.items() if legal == [0]]
        if len(asked) == 2:
            assert len(waiting) == 1
            seen |= {names[actions[agent]].split()[0] for agent in asked}
        observations = env.step(actions)[0]
    assert "AcceptOffer" in seen


def legal_of(observation: Any) -> list[int]:
    """Return the actions that a mask allows."""
    found: list[int] = np.flatnonzero(observation["action_mask"]).tolist()
    return found


def test_a_long_game_is_broken_off() -> None:
    env, rng = SeatsParallelEnv("goofspiel", 2, most_steps=2), Random(1)
    observations, _ = env.reset(seed=1)
    observations = env.step(drawn(observations, rng))[0]
    _, rewards, terminated, truncated, _ = env.step(drawn(observations, rng))
    assert (set(rewards.values()), any(terminated.values()), all(truncated.values())) == ({0.0}, False, True)


def test_those_who_choose_are_rendered_as_text() -> None:
    env = SeatsParallelEnv("goofspiel", 2, render_mode="ansi")
    env.reset(seed=1)
    assert str(env.render()).count("you: seat ") == 2
    assert SeatsParallelEnv("goofspiel", 2).render() is None
