"""Computes from what was measured what so many games a day need, part by part, and which wall comes next."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from eventstore.archive.archiver import SEGMENT_BYTES
from eventstore.keys import SHARDS
from service.game.idempotency import TTL_S
from service.settings.queue_urls import MOST as STORES
from tests.scale.scrubbing import Work, look_up_us, reads_of_look_up, share_looked_up, usual_round
from workers.sweeping.clearing import ENTRIES
from workers.sweeping.indexing import PLACES
from workers.sweeping.pace import CPU_SHARE
from workers.sweeping.segment_scrub import WAITING_S

DAY_S: Final = 86_400
GB: Final = 1e9
PLACE_BYTES: Final = 82
"""Says what the place of an archived game takes in the store, until a run of the index has it."""
ENTRY_BYTES: Final = 150
"""Says what an entry of a list of archived games takes in the store, until a list in the archive has it."""
KINDS: Final = ("people", "both", "agents")
Measured = Mapping[str, Any]


class Load(NamedTuple):
    """Says how many games there are, of which kinds (parts of 1), and how long they run and stay in the store."""

    games_a_day: int = 1_000_000
    peak: float = 2.0
    people: float = 0.6
    both: float = 0.3
    agents: float = 0.1
    hours: float = 1.0
    kept_days: float = 1.0
    scrub_days: float = 7.0

    @property
    def rate(self) -> float:
        """Return how many games begin in a second of the busiest hour."""
        return self.peak * self.games_a_day / DAY_S

    def share(self, kind: str) -> float:
        """Return which part of all games is of a kind."""
        return float(getattr(self, kind))


class Machine(NamedTuple):
    """Says what a machine has, and how much of it may be used: the rest is for peaks, and for rewriting files."""

    cores: int = 4
    memory_gb: float = 16.0
    busy: float = 0.6
    full: float = 0.6

    def for_cores(self, cores: float) -> int:
        """Return how many machines have so many cores to use."""
        return max(1, math.ceil(cores / (self.cores * self.busy)))

    def for_memory(self, size: float) -> int:
        """Return how many machines have room for so many bytes."""
        return max(1, math.ceil(size / GB / (self.memory_gb * self.full)))


LOAD: Final = Load()
MACHINE: Final = Machine()


class Need(NamedTuple):
    """Says what a part needs: processor cores in the busiest hour, bytes of memory, machines, and its next wall.

    `wall` is how many games a day the part carries if it is given all that it can use; infinite where machines add up.
    """

    part: str
    sum: str
    cores: float
    memory: float
    machines: int
    wall: float
    why: str


def mean_of(measured: Measured, load: Load, name: str, queues: int = 1) -> float:
    """Return a figure of a game, averaged over the kinds of games."""
    return sum(load.share(kind) * _total(_hosted(measured, kind, queues).get(name, 0.0)) for kind in KINDS)


def _hosted(measured: Measured, kind: str, queues: int) -> Measured:
    found = measured[f"hosted_{queues}"]
    result: Measured = found[kind] if kind in found else measured["hosted_1"][kind]
    return result


def _total(value: float | Sequence[float]) -> float:
    return float(sum(value)) if isinstance(value, list) else float(value)  # type: ignore[arg-type]


def row_us(measured: Measured) -> float:
    """Return the microseconds that the rows of a game take of the lobby's primary."""
    return sum(float(step["us"]) for step in measured["rows"].values())


def busiest_writes(measured: Measured, primaries: int = 3) -> float:
    """Return the writes of the primary with the rows of the lobby for a version of games that lie on all primaries."""
    played, rows = measured["hosted_1"]["people"], sum(float(step["writes"]) for step in measured["rows"].values())
    return float(((played["log_writes"] - rows) / primaries + rows) / played["versions"])


def queue_ms(measured: Measured, load: Load, queues: int) -> float:
    """Return the ms of a store of the queues for a game, if games are shared evenly, as their shards are."""
    return mean_of(measured, load, "queue_ms", queues) / queues


def moves_of_agents(measured: Measured, load: Load) -> float:
    """Return how many moves agents make in a game, on average over all games."""
    return mean_of(measured, load, "versions") - mean_of(measured, load, "commands")


def largest(measured: Measured) -> Measured:
    """Return the figures of the largest size."""
    sizes = [int(name.removeprefix("size_")) for name in measured if name.startswith("size_")]
    found: Measured = measured[f"size_{max(sizes)}"]
    return found


def forever_bytes(measured: Measured) -> float:
    """Return the bytes of the store that stay of an archived game whose place is in the archive's index."""
    kept: Mapping[str, float] = measured["short"]["sealed"]
    return sum(size for name, size in kept.items() if name.startswith("lists"))


def needs(measured: Measured, load: Load = LOAD, machine: Machine = MACHINE) -> list[Need]:
    """Return what each part needs, in the order of the page."""
    return [
        _api(measured, load, machine),
        _log(measured, load, machine),
        _lobby(measured, load, machine),
        _queues(measured, load, machine),
        _sweep(measured, load, machine),
        _running(measured, load, machine),
        _over(measured, load, machine),
        _keys(measured, load, machine),
        _archived(measured, load, machine),
        _scrub(measured, load, machine),
    ]


def together(found: Sequence[Need]) -> int:
    """Return how many machines all parts need; memory and processors of the log are on the same ones."""
    of_log = ("log, processor", "games that run", "games that are over", "idempotency keys", "archived games")
    log = {need.part: need.machines for need in found if need.part in of_log}
    memory = sum(machines for part, machines in log.items() if part != of_log[0])
    return sum(need.machines for need in found if need.part not in of_log) + max(log[of_log[0]], memory)


def _api(measured: Measured, load: Load, machine: Machine) -> Need:
    each = mean_of(measured, load, "api_ms")
    cores = load.rate * each / 1e3
    machines = machine.for_cores(cores)
    processes = math.ceil(cores / machine.busy) + machines  # on each machine one waits for those that serve
    memory = processes * float(measured["hosted_1"]["api_bytes"]) / 2
    why = "more hosts serve more games; if one fails, the others go on"
    return Need("API", f"{each:,.0f} ms a game", cores, memory, machines, math.inf, why)


def _log(measured: Measured, load: Load, machine: Machine) -> Need:
    why = f"primaries, each one core; {SHARDS} are the most, for there are {SHARDS} shards"
    each = mean_of(measured, load, "log_ms")
    return _divided("log, processor", each, f"{each:,.0f}", SHARDS, why, load, machine)


def _divided(part: str, each_ms: float, text: str, most: int, why: str, load: Load, machine: Machine) -> Need:
    """Return what a part needs that is divided among processes of one core each, of which there are `most` at most.

    It takes `each_ms` of processor time a game, written as `text`; `why` goes on after the number of processes.
    """
    cores = load.rate * each_ms / 1e3
    wall = load.games_a_day * most * machine.busy / cores
    why = f"{math.ceil(cores / machine.busy)} {why}"
    return Need(part, f"{text} ms a game", cores, 0.0, machine.for_cores(cores), wall, why)


def _lobby(measured: Measured, load: Load, machine: Machine) -> Need:
    each = row_us(measured)
    cores = load.rate * each / 1e6
    wall = load.games_a_day * machine.busy / cores
    why = "all rows lie on one primary of the log, which has one core"
    return Need("lobby", f"{each:,.0f} µs a game", cores, float(largest(measured)["lobby_bytes"]), 0, wall, why)


def _queues(measured: Measured, load: Load, machine: Machine) -> Need:
    each = queue_ms(measured, load, 1)
    why = f"of at most {STORES} stores, each one core; games are divided among them by their shards"
    return _divided("queues", each, f"{each:,.1f}", STORES, why, load, machine)


def _sweep(measured: Measured, load: Load, machine: Machine) -> Need:
    each = mean_of(measured, load, "sweep_ms")
    why = "sweeps share the shards; what belongs to no shard is done by one of them"
    return _divided("sweep", each, f"{each:,.0f}", SHARDS, why, load, machine)


def _running(measured: Measured, load: Load, machine: Machine) -> Need:
    whole = measured["whole"]
    each = float(whole["running_bytes"]) + float(whole["feed_bytes"])
    games = load.rate * 3_600 * load.hours
    size = games * each
    why = f"{games:,.0f} games at once, divided among the primaries"
    return Need("games that run", f"{each / 1e3:,.0f} kB each", 0.0, size, machine.for_memory(size), math.inf, why)


def _over(measured: Measured, load: Load, machine: Machine) -> Need:
    each = float(measured["whole"]["over_bytes"])
    size = load.games_a_day * load.kept_days * each
    why = "for the days of `LONGROAD_ARCHIVE_AFTER_DAYS`, divided among the primaries"
    return Need("games that are over", f"{each / 1e3:,.0f} kB each", 0.0, size, machine.for_memory(size), math.inf, why)


def _keys(measured: Measured, load: Load, machine: Machine) -> Need:
    commands, each = mean_of(measured, load, "commands"), float(measured["key_bytes"])
    size = load.games_a_day * TTL_S / DAY_S * commands * each
    why = f"the keys of a day, if clients send one with each of {commands:,.0f} commands a game; divided as games are"
    return Need("idempotency keys", f"{each:,.0f} bytes each", 0.0, size, machine.for_memory(size), math.inf, why)


def _archived(measured: Measured, load: Load, machine: Machine) -> Need:
    each = forever_bytes(measured)
    size = SHARDS * (PLACES * PLACE_BYTES + ENTRIES * ENTRY_BYTES) + 365 * load.games_a_day * each
    wall = math.inf if each < 1 else load.games_a_day * machine.memory_gb * machine.full * GB / size
    why = "after a year: what still waits to move into the archive, and what stays in the store for ever"
    return Need("archived games", f"{each:,.0f} bytes each", 0.0, size, machine.for_memory(size), wall, why)


def _scrub(measured: Measured, load: Load, machine: Machine) -> Need:
    games, share = 365 * load.games_a_day, share_looked_up(load.scrub_days / 365)
    each, rate = scrub_work(measured, games, share), games / (load.scrub_days * DAY_S)
    cores, sweeps = rate * each.cpu_s, rate * each.sweep_s
    why = (
        f"{math.ceil(sweeps)} sweeps, each with {CPU_SHARE:.0%} of a core for it, and {WAITING_S:.0%} of its time for"
        f" {rate * each.reads:,.0f} reads of the object store a second; a round looks {share:.0%} of all games up"
    )
    wall, text = load.games_a_day * SHARDS / sweeps, f"{1e6 * each.cpu_s:,.0f} µs a game"
    return Need("scrub of the archive", text, cores, 0.0, machine.for_cores(cores), wall, why)


def scrub_s(found: Measured) -> float:
    """Return in how many seconds one sweep proves all logs and segments of a size, in a usual round."""
    return max(float(found["log_scrub_s"]) / CPU_SHARE, usual_round(found).sweep_s)


def scrub_work(measured: Measured, games: float, share: float) -> Work:
    """Return what a round takes for a game of Catan where so many are archived, and a share of them is looked up.

    Its bytes are proven as those of a short game are, in so much more time as it has more of them.
    """
    found, size, reads = largest(measured), float(measured["whole"]["archived_bytes"]), reads_of_look_up(games)
    more = size - float(found["segment_bytes_a_game"])
    proof_us = float(found["segment_proof_us_a_game"]) + more * float(found["segment_us_a_mb"]) / 1e6
    return Work((proof_us + share * look_up_us(found, reads)) / 1e6, size / SEGMENT_BYTES + share * reads, size)


class Objects(NamedTuple):
    """Says what a day adds to the object store: bytes, and objects."""

    size: float
    count: float


def objects_a_day(measured: Measured, load: Load = LOAD) -> Objects:
    """Return what a day of games adds to the object store."""
    size = load.games_a_day * float(measured["whole"]["archived_bytes"])
    return Objects(size, size / SEGMENT_BYTES + load.games_a_day / PLACES)


class Workers(NamedTuple):
    """Says how many cores agents of a level need in the busiest hour, and how many machines."""

    agent: str
    cores: float
    machines: int


def workers(
    measured: Measured, capacity: Mapping[str, float], load: Load = LOAD, machine: Machine = MACHINE
) -> list[Workers]:
    """Return what the agents' moves need, if all agents are of one level; `capacity` has moves a second of a core."""
    moves = load.rate * moves_of_agents(measured, load)
    found = {agent: moves / each for agent, each in capacity.items()}
    return [Workers(agent, cores, machine.for_cores(cores)) for agent, cores in found.items()]
