"""Measures the bare rules: random games per CPU second beside a peer, and the cost of copying, packing and listing."""

import hashlib
import importlib.util
import random
from collections.abc import Callable
from typing import Any

from domain.catan import CATAN
from domain.core.config import Config
from tests.benchmarks.playout import plain, play
from tests.benchmarks.report import microseconds, rate, report

SERIES = 6
SECONDS = 2.0

PLAIN = plain(CATAN, 4)
EVERYTHING = CATAN.configure(6, "new-york", ("favors", "helpers", "erie-canal"), {})


def peer_game() -> Callable[[int], Any] | None:
    """Return a function that plays a random game of the package catanatron, or None where it is not installed."""
    if importlib.util.find_spec("catanatron") is None:
        return None
    from catanatron import Color, Game, RandomPlayer

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def run(seed: int) -> None:
        random.seed(seed)
        Game([RandomPlayer(color) for color in colors], seed=seed).play()

    return run


def random_games(name: str = "catan_random_4p_games") -> None:
    """Measure our games and the peer's in alternating series, so that a busy machine slows both."""
    peer = peer_game()
    mine, theirs = [0, 0.0], [0, 0.0]
    for series in range(SERIES):
        for total, run in ((mine, lambda seed: play(CATAN, PLAIN, seed)), (theirs, peer)):
            if run is not None:
                done, seconds = rate(run, series * 1000, SECONDS)
                total[0] += done
                total[1] += seconds
    report(name, mine[0] / mine[1], "games/cpu_s", theirs[0] / theirs[1] if peer else None)


def run() -> None:
    """Take all measurements of the bare rules."""
    random_games()
    state, _ = play(CATAN, PLAIN, 5, most=400)
    packed = CATAN.pack(state)
    report("catan_copy_state", microseconds(state.copy, 20_000), "us")
    report("catan_pack_and_digest", microseconds(lambda: hashlib.blake2b(CATAN.pack(state)).digest(), 5_000), "us")
    report("catan_packed_size", len(packed), "bytes")
    seat = state.active
    report("catan_legal_actions", microseconds(lambda: CATAN.actions(state, seat), 5_000), "us")
    report("catan_view", microseconds(lambda: CATAN.render(CATAN.observe(state, seat)), 1_000), "us")
    every_module()


def every_module() -> None:
    """Compare a command of a game for six with every module to one of a plain game for four, in alternating series."""
    spent: dict[int, list[float]] = {4: [], 6: []}
    for series in range(SERIES):
        for config in (PLAIN, EVERYTHING):
            spent[config.seats].append(command_seconds(config, series * 1000))
    report("catan_every_module_6p_command", min(spent[6]) * 1e6, "us", min(spent[4]) * 1e6)


def command_seconds(config: Config, first: int) -> float:
    """Return the mean CPU seconds of a command of random games."""
    commands = 0

    def game(seed: int) -> None:
        nonlocal commands
        commands += play(CATAN, config, seed)[1]

    return rate(game, first, SECONDS)[1] / commands
