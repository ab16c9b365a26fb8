"""Measures random four-player games of Elasund, and what a position costs."""

import hashlib

from domain.elasund import ELASUND
from tests.benchmarks.playout import plain, play
from tests.benchmarks.report import microseconds, rate, report

SERIES = 6
SECONDS = 2.0
FOUR = plain(ELASUND, 4)


def random_games(name: str = "elasund_random_4p_games") -> None:
    """Measure random games per CPU second."""
    done, seconds = 0, 0.0
    for series in range(SERIES):
        more, spent = rate(lambda seed: play(ELASUND, FOUR, seed), series * 1000, SECONDS)
        done, seconds = done + more, seconds + spent
    report(name, done / seconds, "games/cpu_s")


def run() -> None:
    """Take all measurements of Elasund."""
    random_games()
    state, _ = play(ELASUND, FOUR, 5, most=300)
    report("elasund_packed_size", len(ELASUND.pack(state)), "bytes")
    report("elasund_pack_and_digest", microseconds(lambda: hashlib.blake2b(ELASUND.pack(state)).digest(), 2_000), "us")
    seat = ELASUND.awaiting(state)[0].seat
    report("elasund_legal_actions", microseconds(lambda: ELASUND.actions(state, seat), 2_000), "us")
    report("elasund_view", microseconds(lambda: ELASUND.render(ELASUND.observe(state, seat)), 500), "us")
