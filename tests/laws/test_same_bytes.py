"""Tests that the same seed and the same commands give the same bytes in another process and under another hash seed."""

import os
import subprocess
import sys

import pytest

from tests.laws.cases import CASES


def _digest(name: str, hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.replayed", name, "11"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("name", [CASES[0].name, CASES[1].name])
def test_a_game_is_the_same_in_every_process(name: str) -> None:
    digests = {_digest(name, hash_seed) for hash_seed in ("0", "4242")}
    assert len(digests) == 1
    assert len(digests.pop()) == 64
