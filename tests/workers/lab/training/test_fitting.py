"""The fits find what made the data, and the figures about them are right."""

from typing import Any

import numpy as np
import pytest

from workers.lab.training.fitting import Network, by_phase, calibration, fit_logit, softmax

KNOTS = (0.0, 1.0)


def drawn(weights: Any, positions: int = 4000) -> tuple[Any, Any]:
    """Draw figures of three features, and winners by a logit of these weights."""
    rng = np.random.default_rng(5)
    x = rng.random((positions, 4, 3))
    chances = softmax(by_phase(x, 0, KNOTS) @ weights.ravel())
    return x, (chances.cumsum(axis=1) < rng.random((positions, 1))).sum(axis=1)


def test_the_logit_finds_the_weights_of_each_phase() -> None:
    weights = np.array([[0.0, 3.0, -2.0], [0.0, -1.0, 4.0]])
    x, winner = drawn(weights, 40_000)
    assert fit_logit(x, winner, 0, KNOTS)[:, 1:] == pytest.approx(weights[:, 1:], abs=0.6)


def test_the_same_data_give_the_same_weights() -> None:
    x, winner = drawn(np.ones((2, 3)))
    assert (fit_logit(x, winner, 0, KNOTS) == fit_logit(x, winner, 0, KNOTS)).all()
    networks = [Network(3), Network(3)]
    for network in networks:
        network.fit(x, winner)
    assert (networks[0].scores(x) == networks[1].scores(x)).all()


def test_the_network_learns() -> None:
    x, winner = drawn(np.array([[0.0, 6.0, -6.0], [0.0, 6.0, -6.0]]))
    network = Network(3)
    network.fit(x, winner)
    assert calibration(softmax(network.scores(x)), winner).log_loss < 1.0


def test_phases_share_a_position_by_its_distance() -> None:
    x = np.zeros((1, 2, 2))
    x[0, :, 0] = 0.25, 0.1
    assert by_phase(x, 0, KNOTS)[0, 0].tolist() == pytest.approx([0.25 * 0.75, 0, 0.25 * 0.25, 0])


def test_a_forecast_is_judged_by_what_happened() -> None:
    found = calibration(np.array([[0.5, 0.5], [1.0, 0.0]]), np.array([0, 0]))
    assert found.brier == pytest.approx(0.25)
    assert found.log_loss == pytest.approx(-np.log(0.5) / 2)
    assert [(bin.low, bin.forecasts, bin.happened) for bin in found.bins] == [(0, 1, 0), (0.5, 2, 0.5), (0.9, 1, 1)]
    assert found.error == 0
