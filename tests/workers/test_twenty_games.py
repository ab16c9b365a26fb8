"""Tests the levels for people in twenty whole games with a scripted person (`make full`)."""

import pytest
from redis import Redis

from tests.workers.company import GAMES, LEVELS, check_company, play_games


@pytest.mark.parametrize("agent", LEVELS)
def test_a_level_is_good_company_in_every_game(rq_redis: Redis, agent: str) -> None:
    check_company(play_games(rq_redis, agent, GAMES))
