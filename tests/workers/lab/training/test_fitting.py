"""The fits find what made the data, and the figures about them are right."""

from typing import Any

import numpy as np
import pytest

from workers.lab.training.fitting import Network, by_phase, calibration, fit_logit, lambda_returns, softmax

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


def test_a_logit_is_fitted_to_how_likely_each_seat_is_too() -> None:
    x, winner = drawn(np.array([[0.0, 3.0, -2.0], [0.0, -1.0, 4.0]]))
    by_seat = fit_logit(x, winner, 0, KNOTS)
    assert fit_logit(x, np.eye(4)[winner], 0, KNOTS) == pytest.approx(by_seat)
    assert fit_logit(x, np.eye(4)[winner], 0, KNOTS, by_seat, 1) == pytest.approx(by_seat, abs=1e-4)


def test_what_a_position_came_to_is_the_winner_by_way_of_later_positions() -> None:
    chances = np.array([[0.5, 0.5], [0.4, 0.6], [0.2, 0.8], [0.9, 0.1]])
    winner, game = np.array([1, 1, 1, 0]), np.array([0, 0, 0, 1])
    assert lambda_returns(chances, winner, game, 1.0).tolist() == [[0, 1], [0, 1], [0, 1], [1, 0]]
    found = lambda_returns(chances, winner, game, 0.5)
    assert found[2].tolist() == [0, 1]
    assert found[1].tolist() == pytest.approx([0.5 * 0.2, 0.5 * 0.8 + 0.5])
    assert found[0].tolist() == pytest.approx([0.5 * 0.4 + 0.5 * 0.1, 0.5 * 0.6 + 0.5 * 0.9])
    assert found[3].tolist() == [1, 0], "another game begins"


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
