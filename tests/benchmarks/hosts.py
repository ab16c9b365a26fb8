"""Compares one, two and three hosts of the API on one store: CPU of all of them for a command.

Commands are spread evenly in two ways: a game's commands go to one host, as with a proxy that keeps clients where they
are, or to one host after the other, so that each has to read what the others did. Several clients post at a time.

Here all hosts are on one machine and wait for the same cores and caches, which makes every command dearer. So as many
servers that share nothing, each with stores of its own, do the same beside them: the ratio to these is the price of a
common store. Rounds are short and take turns, and the medians of the ratios count, since others may be using the
machine. Each host counts quotas for itself, as if its clients came from addresses of their own.
"""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

from tests.benchmarks.cores import EACH, command_cpu, rehearsal, serving
from tests.benchmarks.report import report
from tests.benchmarks.store import durable_store
from tests.benchmarks.table import Step
from tests.service.processes import RunningSupervisor

Servers = Sequence[RunningSupervisor]

HOSTS = 3
ROUNDS = 3


def run() -> None:
    """Measure all numbers of hosts on one store, and of servers that share nothing."""
    if not sys.platform.startswith("linux"):
        return
    with ExitStack() as stack:
        stores = [stack.enter_context(durable_store()) for _ in range(HOSTS)]
        common = stores[0][1]
        hosts = [stack.enter_context(serving(place / "host", common, 1)) for place, _ in stores]
        strangers = [stack.enter_context(serving(place / "stranger", url, 1)) for place, url in stores]
        steps = rehearsal(hosts[0].port, EACH)
        setups = [
            (name, servers[:count]) for count in range(1, HOSTS + 1) for name, servers in _kinds(hosts, strangers)
        ]
        rounds = [in_turn(setups, steps, number) for number in range(-1, ROUNDS)][1:]
        for place, (name, servers) in enumerate(setups):
            tell(name, len(servers), [(spent[place], spent[0], spent[place - place % 3]) for spent in rounds])


def _kinds(hosts: Servers, strangers: Servers) -> list[tuple[str, Servers]]:
    return [("that_share_nothing", strangers), ("apart", hosts), ("shared", hosts)]


def in_turn(setups: Sequence[tuple[str, Servers]], steps: Sequence[Step], number: int) -> list[float]:
    """Return what a command costs with each of the setups, the first of which is another one in every round."""
    spent = [0.0] * len(setups)
    for turn in range(len(setups)):
        place = (number + turn) % len(setups)
        name, servers = setups[place]
        spent[place] = command_cpu(servers, steps, name == "shared")
    return spent


def tell(name: str, count: int, rounds: Sequence[tuple[float, float, float]]) -> None:
    """Print the CPU of a command with so many hosts, and its ratios to one and to servers that share nothing."""
    report(f"command_cpu_with_{count}_hosts_{name}", median(own for own, _, _ in rounds), "ms")
    report(f"{count}_hosts_{name}_to_one", median(own / one for own, one, _ in rounds), "times")
    report(f"{count}_hosts_{name}_to_strangers", median(own / strange for own, _, strange in rounds), "times")
