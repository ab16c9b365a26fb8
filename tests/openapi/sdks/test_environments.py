"""Tests environments on a server, through the Python SDK: step by step they answer what those in process answer.

The long form (`--long=N`) plays longer, in every case of the laws.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from longroad_client import Client

from tests.laws.cases import CASES, Case
from tests.service.http.live import Server
from tests.workers.lab.environments.playing import any_action
from workers.lab.environments.aec import SeatsEnv
from workers.lab.environments.episode import IllegalAction
from workers.lab.environments.seat import SeatEnv

SHORT = ("catan-beginner-4", "dice-2", "elasund-german-2", "goofspiel-5", "everything-6")
STEPS, LONG_STEPS = 40, 300


@pytest.fixture
def client(sdk_server: Server) -> Iterator[Client]:
    """Yield a client of the server."""
    with Client(f"http://127.0.0.1:{sdk_server.port}") as calling:
        yield calling


def made(case: Case, client: Client | None) -> SeatsEnv:
    """Return the environment of a case, in process or on a server."""
    return SeatsEnv(case.ruleset.name, case.seats, case.map, case.modules, case.options, client=client)


def test_every_ruleset_answers_the_same_in_process_and_on_a_server(client: Client, long_games: int) -> None:
    for case in CASES if long_games else [case for case in CASES if case.name in SHORT]:
        local, remote = made(case, None), made(case, client)
        same_game(local, remote, LONG_STEPS if long_games else STEPS)
        remote.close()


def same_game(local: SeatsEnv, remote: SeatsEnv, most: int) -> None:
    """Play the same random game in both, and compare what every step gives."""
    rng = Random(local.metadata["name"])
    for env in (local, remote):
        env.reset(seed=11)
    for _ in range(most):
        assert local.agent_selection == remote.agent_selection
        agent = local.agent_selection
        mine, theirs = local.last(), remote.last()
        assert all(np.array_equal(mine[0][name], theirs[0][name]) for name in mine[0])
        assert mine[1:] == theirs[1:]
        assert local.rewards == remote.rewards
        assert without_ids(local.text(agent)) == without_ids(remote.text(agent))
        if local.terminations[agent]:
            return
        assert local.left_out(agent) == remote.left_out(agent)
        action = any_action(mine[0]["action_mask"], rng)
        local.step(action)
        remote.step(action)


def without_ids(text: str) -> list[str]:
    """Return the lines of a text but that which names the ruleset, which only answers of a server have."""
    return [line for line in text.splitlines() if not line.startswith("ruleset: ")]


def test_one_seat_plays_against_the_agents_of_the_server(client: Client) -> None:
    local, remote = (SeatEnv("goofspiel", ["matching", "matching"], 1, client=one) for one in (None, client))
    rng = Random(3)
    observations = [env.reset(seed=3)[0] for env in (local, remote)]
    for _ in range(13):
        mine, theirs = observations
        assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
        action = any_action(mine["action_mask"], rng)
        answers: list[Any] = [env.step(action) for env in (local, remote)]
        assert answers[0][1:] == answers[1][1:]
        observations = [answer[0] for answer in answers]
    assert answers[0][2] is True
    remote.close()


def test_a_step_outside_the_mask_is_refused_before_it_is_sent(client: Client) -> None:
    env = SeatsEnv("goofspiel", 2, client=client)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="seat 0 cannot take action 0"):
        env.step(0)
    env.close()


def test_a_game_is_deleted_when_the_next_begins(client: Client) -> None:
    env = SeatEnv("goofspiel", ["idle"], client=client)
    env.reset(seed=1)
    assert isinstance(env, gymnasium.Env)
    before = env.course.table._game  # type: ignore[attr-defined]
    env.reset(seed=2)
    env.close()
    assert before not in [row["id"] for row in client.list_games(ruleset="goofspiel")["games"]]
