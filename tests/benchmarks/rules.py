"""The bare rules: random games per CPU second beside a peer, the cost of a copy, of packing, of listing."""

import hashlib
import importlib.util
import random
from collections.abc import Callable
from typing import Any

from domain.catan import CATAN
from domain.elasund import ELASUND
from tests.benchmarks.playout import play
from tests.benchmarks.report import microseconds, rate, report

SERIES = 6
SECONDS = 2.0


def peer_game() -> Callable[[int], Any] | None:
    """One random game of the package catanatron, or None where it is not installed."""
    if importlib.util.find_spec("catanatron") is None:
        return None
    from catanatron import Color, Game, RandomPlayer

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def run(seed: int) -> None:
        random.seed(seed)
        Game([RandomPlayer(color) for color in colors], seed=seed).play()

    return run


def random_games(name: str = "catan_random_4p_games") -> None:
    """Alternating series of ours and the peer's, so that a busy machine slows both."""
    peer = peer_game()
    mine, theirs = [0, 0.0], [0, 0.0]
    for series in range(SERIES):
        for total, run in ((mine, lambda seed: play(CATAN, 4, seed)), (theirs, peer)):
            if run is not None:
                done, seconds = rate(run, series * 1000, SECONDS)
                total[0] += done
                total[1] += seconds
    report(name, mine[0] / mine[1], "games/cpu_s", theirs[0] / theirs[1] if peer else None)


def run() -> None:
    """All measurements of the bare rules."""
    random_games()
    state, _, _ = play(CATAN, 4, 5, most=400)
    packed = CATAN.pack(state)
    report("catan_copy_state", microseconds(state.copy, 20_000), "us")
    report("catan_pack_and_digest", microseconds(lambda: hashlib.blake2b(CATAN.pack(state)).digest(), 5_000), "us")
    report("catan_packed_size", len(packed), "bytes")
    seat = state.active
    report("catan_legal_actions", microseconds(lambda: CATAN.actions(state, seat), 5_000), "us")
    report("catan_view", microseconds(lambda: CATAN.render(CATAN.observe(state, seat)), 1_000), "us")
    elasund_games()


def elasund_games() -> None:
    """Random four-player games of Elasund, and what a position costs."""
    done, seconds = 0, 0.0
    for series in range(SERIES):
        more, spent = rate(lambda seed: play(ELASUND, 4, seed), series * 1000, SECONDS)
        done, seconds = done + more, seconds + spent
    report("elasund_random_4p_games", done / seconds, "games/cpu_s")
    state, _, _ = play(ELASUND, 4, 5, most=300)
    report("elasund_packed_size", len(ELASUND.pack(state)), "bytes")
    report("elasund_pack_and_digest", microseconds(lambda: hashlib.blake2b(ELASUND.pack(state)).digest(), 2_000), "us")
    seat = ELASUND.awaiting(state)[0].seat
    report("elasund_legal_actions", microseconds(lambda: ELASUND.actions(state, seat), 2_000), "us")
    report("elasund_view", microseconds(lambda: ELASUND.render(ELASUND.observe(state, seat)), 500), "us")
