"""Tests the Gymnasium environment: one seat against chosen agents."""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from workers.lab.environments.episode import IllegalAction
from workers.lab.environments.making import BadEnvironment
from workers.lab.environments.seat import SeatEnv

GAMES: list[tuple[str, list[str]]] = [
    ("catan", ["heuristic", "uniform"]),
    ("catan-dice", ["uniform"]),
    ("elasund", ["elasund_heuristic"]),
    ("goofspiel", ["matching", "uniform"]),
]


class Masked(gymnasium.ActionWrapper):  # type: ignore[misc]
    """Takes a legal action in the place of one outside the mask, for checks that draw any."""

    def action(self, action: Any) -> Any:
        """Return the action, or the next legal one."""
        legal = np.flatnonzero(self.unwrapped.action_masks())
        return legal[np.searchsorted(legal, action) % len(legal)] if len(legal) else action


@pytest.mark.parametrize(("ruleset", "agents"), GAMES)
def test_it_passes_the_checks_of_gymnasium(ruleset: str, agents: list[str]) -> None:
    check_env(Masked(SeatEnv(ruleset, agents, 1)), skip_render_check=True)


def played(env: SeatEnv, seed: int) -> tuple[list[Any], float]:
    """Play a random game with a seed, and return all observations and the reward."""
    rng = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    course = [observation]
    while True:
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        course.append(observation)
        if terminated or truncated:
            assert len(info["points"]) == env.config.seats
            return course, reward


@pytest.mark.parametrize(("ruleset", "agents"), GAMES)
def test_the_same_seed_and_actions_give_the_same_game(ruleset: str, agents: list[str]) -> None:
    one, other = (played(SeatEnv(ruleset, agents, 0, without=leaving(ruleset)), 7) for _ in range(2))
    assert one[1] == other[1] in (1.0, -1.0)
    assert len(one[0]) == len(other[0])
    for mine, theirs in zip(one[0], other[0], strict=True):
        assert all(np.array_equal(mine[name], theirs[name]) for name in mine)


@pytest.mark.parametrize(("ruleset", "agents"), GAMES)
def test_a_copy_is_a_branch_with_the_same_luck_ahead(ruleset: str, agents: list[str]) -> None:
    env = SeatEnv(ruleset, agents, 0, without=leaving(ruleset))
    mask = env.reset(seed=1)[0]["action_mask"]
    same, other = copy.deepcopy(env), copy.deepcopy(env)
    end = ended(env, mask, choice=0)
    assert ended(same, mask, choice=0) == end
    assert ended(other, mask, choice=-1) != end


def ended(env: SeatEnv, mask: Any, choice: int) -> list[int]:
    """Take the first legal action in every step, or the last, for 60 steps at most; return the last observation."""
    for _ in range(60):
        observation, _, terminated, truncated, _ = env.step(np.flatnonzero(mask)[choice])
        mask = observation["action_mask"]
        if terminated or truncated:
            break
    return observation["observation"].tolist()


def leaving(ruleset: str) -> list[str]:
    """Return the commands that a random player had better leave out, for games to end."""
    return ["OfferTrade"] if ruleset == "catan" else []


def test_a_long_game_is_truncated() -> None:
    env = SeatEnv("goofspiel", ["uniform"], most_steps=2)
    env.reset(seed=1)
    assert env.step(1)[2:4] == (False, False)
    assert env.step(2)[2:4] == (False, True)


def test_bad_wishes_and_steps_are_refused_with_what_to_do() -> None:
    with pytest.raises(BadEnvironment, match="no agent for goofspiel is called 'heuristic': use one of idle, matching"):
        SeatEnv("goofspiel", ["heuristic"])
    with pytest.raises(BadEnvironment, match="no ruleset is called 'chess'"):
        SeatEnv("chess", ["uniform"])
    with pytest.raises(BadEnvironment, match="there is no seat 2 among 2: the first is 0, the last 1"):
        SeatEnv("goofspiel", ["uniform"], 2)
    env = SeatEnv("goofspiel", ["uniform"])
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(1)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat 0 cannot take action 0"):
        env.step(0)
    played(env, 1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step(1)


def test_the_seat_is_rendered_as_text() -> None:
    env = SeatEnv("goofspiel", ["uniform"], render_mode="ansi")
    env.reset(seed=1)
    assert str(env.render()).startswith("you: seat 0\n")
