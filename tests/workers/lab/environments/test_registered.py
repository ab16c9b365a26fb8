"""Tests that Gymnasium makes the environments by their ids."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from service.catalog import RULESETS
from workers.lab.environments import registered

IDS = [registered.id_of(name) for name in RULESETS]


def test_every_ruleset_is_registered() -> None:
    assert {"Longroad/Catan-v1", "Longroad/CatanDice-v1", "Longroad/Elasund-v1"} <= set(IDS)
    assert set(IDS) <= gymnasium.registry.keys()


@pytest.mark.parametrize("name", IDS)
def test_what_is_made_passes_the_checks_of_gymnasium(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


def test_settings_are_those_of_one_seat() -> None:
    name = f"{registered.__name__}:{registered.id_of(next(iter(RULESETS)))}"
    env = gymnasium.make(name, agents=["heuristic"] * 3, seat=2, without=["OfferTrade"], render_mode="ansi")
    observation, _ = env.reset(seed=1)
    assert str(env.render()).startswith("you: seat 2\n")
    legal = np.flatnonzero(observation["action_mask"])
    assert env.step(legal[0])[2] is False
    assert env.get_wrapper_attr("action_masks")().any()
