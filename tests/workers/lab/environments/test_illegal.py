"""Tests what a step outside the mask does where it ends the game, in each environment."""

import pytest

from workers.lab.environments.aec import SeatsEnv
from workers.lab.environments.making import BadEnvironment
from workers.lab.environments.parallel import SeatsParallelEnv
from workers.lab.environments.seat import SeatEnv


def test_one_seat_loses_by_it_and_the_next_game_begins() -> None:
    env = SeatEnv("goofspiel", ["uniform"], illegal="end")
    env.reset(seed=1)
    env.step(3)
    observation, reward, terminated, truncated, info = env.step(3)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "seat 0 cannot take action 3" in info["illegal"]
    assert not observation["action_mask"].any()
    assert env.reset(seed=1)[0]["action_mask"].sum() == 13


def test_among_all_seats_only_the_one_that_did_it_loses() -> None:
    env = SeatsEnv("goofspiel", 3, illegal="end")
    env.reset(seed=1)
    env.step(1)
    env.step(0)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter(20):
        _, reward, terminated, _, info = env.last()
        assert terminated
        rewards[agent] = reward
        assert ("illegal" in info) is (agent == "seat_1")
        env.step(None)
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0, "seat_2": 0.0}


def test_in_parallel_all_who_did_it_lose() -> None:
    env = SeatsParallelEnv("goofspiel", 3, illegal="end")
    env.reset(seed=1)
    _, rewards, terminated, _, infos = env.step({"seat_0": 1, "seat_1": 0, "seat_2": 99})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0, "seat_2": -1.0}
    assert all(terminated.values())
    assert [agent for agent in infos if "illegal" in infos[agent]] == ["seat_1", "seat_2"]
    assert env.agents == []


def test_another_way_is_refused() -> None:
    for make in (lambda: SeatEnv("goofspiel", ["uniform"], illegal="ignore"), lambda: SeatsEnv(illegal="no")):
        with pytest.raises(BadEnvironment, match="use one of end, raise"):
            make()
