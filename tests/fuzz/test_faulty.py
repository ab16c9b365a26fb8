"""Tests that every command is applied exactly once through a network that loses, repeats, delays and cuts."""

import time

from tests.bots.network import ALL_FAULTS, bad_network
from tests.conftest import StorePair
from tests.fuzz.faulty import TABLES, applied_once, line_of, play_through
from tests.service.http.live import Server

FAULTY = 0.3
LAST = 25
LONGEST_S = 600


def test_every_command_is_applied_exactly_once(stores: StorePair, server: Server) -> None:
    with bad_network(server.port, FAULTY, 1, ALL_FAULTS) as network:
        outcome = play_through(network.port, TABLES, LONGEST_S, LAST, seed=1)
        while network.busy:
            time.sleep(0.05)
        outcome.settle(network.made)
        print(line_of(stores, outcome, network.met))
        assert list(applied_once(stores, outcome)) == []
    assert len(outcome.accepted) > LAST
    assert set(ALL_FAULTS) <= network.met.keys()
    assert sum(line.retries for line in outcome.lines) > 0
