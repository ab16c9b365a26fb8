"""`python -m tests.fuzz` (or `make fuzz`) sends random requests for MINUTES (15), and plays through a bad network.

For half of the time one process of the API answers, for the other half two do. Three fifths of each half go to random
requests, a tenth to random requests under tight quotas, and the rest to the bad network. SEED (0) chooses the course of
events. The program prints one line of counts for each part, and exits with 1 when a fault was found.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from tests.bots.network import ALL_FAULTS, bad_network
from tests.conftest import StorePair
from tests.fuzz.asking import Asker, operations
from tests.fuzz.faulty import TABLES, applied_once, line_of, merged, play_through
from tests.fuzz.house import TIGHT, WIDE, house, new_key, own_stores
from tests.service.http.live import Server

EXAMPLES = 25
WALKS = 40
TOGETHER = 10
COMMANDS = 6
LAST = 150
FAULTY = 0.3
TABLE_S = 180.0
PROCESSES = (1, 2)  # of the API, one after the other


def ask(asker: Asker, seconds: float, seed: int, name: str) -> None:
    """Probe all operations and take some walks, round after round, each from another seed."""
    began, round_ = time.monotonic(), 0
    until = began + seconds
    while time.monotonic() < until:
        round_ += 1
        for operation in operations(asker.schema):
            if time.monotonic() < until:
                asker.probe(operation, EXAMPLES, seed * 1000 + round_)
        for walk in range(0, WALKS, TOGETHER):
            if time.monotonic() < until:
                asker.walk(TOGETHER, seed * 1_000_000 + round_ * 1000 + walk)
        say(f"{name} {time.monotonic() - began:4.0f} s, round {round_}: {asker.findings.line()}")


def play(stores: StorePair, server: Server, until: float, seed: int) -> tuple[str, list[str]]:
    """Play sets of tables through a bad network, one after another, and return the counts and the faults."""
    outcomes, wrong, met = [], [], Counter[str]()
    while not outcomes or time.monotonic() < until:
        with bad_network(server.port, FAULTY, seed + len(outcomes), ALL_FAULTS) as network:
            seconds = max(30.0, min(TABLE_S, until - time.monotonic()))
            outcome = play_through(network.port, TABLES, seconds, LAST, seed + len(outcomes))
            while network.busy:
                time.sleep(0.1)
            outcome.settle(network.made)
        outcomes.append(outcome)
        wrong += applied_once(stores, outcome)
        met += network.met
        say(f"bad network: {line_of(stores, merged(outcomes), met)}")
    return line_of(stores, merged(outcomes), met), wrong


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def main() -> int:
    """Run both courses, and return the exit code."""
    seconds, seed = float(os.environ.get("MINUTES", "15")) * 60, int(os.environ.get("SEED", "0"))
    found = [course(processes, seconds / len(PROCESSES), seed + processes - 1) for processes in PROCESSES]
    return 1 if any(found) else 0


def course(processes: int, seconds: float, seed: int) -> bool:
    """Send requests and play for some time against that many processes of the API; return whether a fault was found."""
    say(f"API_PROCESSES={processes}")
    with ExitStack() as stack:
        directory = stack.enter_context(tempfile.TemporaryDirectory())
        stores = stack.enter_context(own_stores(Path(directory)))
        server = stack.enter_context(house(stores, "sweep", LONGROAD_API_PROCESSES=str(processes)))
        began = time.monotonic()
        asker, hasty = (Asker(server, new_key(server, quotas), seed) for quotas in (WIDE, TIGHT))
        asker.set_up(COMMANDS)
        hasty.wallet = hasty.shaper.wallet = asker.wallet
        ask(asker, seconds * 0.6, seed, "asking")
        ask(hasty, seconds * 0.1, seed, "asking too much")
        played, wrong = play(stores, server, began + seconds, seed)
    say("\n".join(filter(None, [asker.findings.report(), hasty.findings.report(), *wrong])))
    say(f"asked: {asker.findings.line()}, {asker.walks} walks")
    say(f"asked too much: {hasty.findings.line()}")
    say(f"bad network: {played}, {len(wrong)} faults")
    return bool(asker.findings.faults or hasty.findings.faults or wrong)


if __name__ == "__main__":
    sys.exit(main())
