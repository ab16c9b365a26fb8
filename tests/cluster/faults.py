"""Injects faults into a cluster and its hosts while games are played on them."""

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from redis.exceptions import RedisError

from eventstore.keys import shard_of
from tests.cluster.hosts import Host
from tests.cluster.network import clients, gossip, replication
from tests.cluster.nodes import Node
from tests.cluster.shards import Cluster, slot_of_shard
from tests.service.processes import wait_for
from tests.trials.tables import Hall, Table

LAG_S: Final = (1.2, 3.0)
"""How long a primary goes on without its replica before it dies."""
STOP_S: Final = (2.0, 5.0)
MOST_S: Final = 60.0
"""A failover that takes longer is a complaint."""


@dataclass
class Death:
    """Represents a primary that died or was cut off: when, after how much lag, and which games lay there or not."""

    kind: str
    began: float
    lag_s: float
    games: frozenset[str]
    others: frozenset[str]
    promoted: float = 0.0
    until: float = 0.0


@dataclass
class Scene:
    """Holds what faults act on, and the deaths and complaints that came of them."""

    cluster: Cluster
    hosts: list[Host]
    hall: Hall
    rng: Random
    deaths: list[Death] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def some_primary(self) -> Node:
        """Return one of the primaries at random."""
        return self.rng.choice(self.cluster.primaries())

    def games_of(self, node: Node) -> tuple[frozenset[str], frozenset[str]]:
        """Return the games in play that lie on a node, and those that do not."""
        slots = self.cluster.slots(node)
        playing = {table.id for table in self.hall.playing()}
        mine = {game for game in playing if any(a <= slot_of_shard(shard_of(game)) <= b for a, b in slots)}
        return frozenset(mine), frozenset(playing - mine)

    def shards_in_play(self, node: Node) -> list[int]:
        """Return the shards of games in play whose slots a node serves."""
        return sorted({shard_of(game) for game in self.games_of(node)[0]})

    def playing(self) -> list[Table]:
        """Return the tables whose game is not over."""
        return self.hall.playing()


Act = Callable[[Scene], None]
"""Brings a fault about and returns when its cause is gone; what comes of it may last longer."""


@dataclass(frozen=True)
class Kind:
    """Represents a kind of fault and how often it comes in a round."""

    name: str
    act: Act
    times: int = 1


def kill_lagging(scene: Scene) -> None:
    """SIGKILL a primary whose replica has been cut off from it for more than a second; start it again later."""
    primary = scene.some_primary()
    [replica, *_] = scene.cluster.replicas(primary)
    rules = replication(primary.number)
    with scene.cluster.network.held(rules, cut_after=True):
        lag_s = scene.rng.uniform(*LAG_S)
        time.sleep(lag_s)
        death = _death(scene, "kill a lagging primary", primary, lag_s)
        primary.kill()
    _await_promoted(scene, death, replica)
    time.sleep(scene.rng.uniform(0.5, 3.0))
    primary.start()
    death.until = time.monotonic()


def restart_empty(scene: Scene) -> None:
    """SIGKILL a primary, and start it again with nothing in it once another one has taken over."""
    primary = scene.some_primary()
    [replica, *_] = scene.cluster.replicas(primary)
    death = _death(scene, "kill and empty a primary", primary, 0.0)
    primary.kill()
    _await_promoted(scene, death, replica)
    primary.empty()
    primary.start()
    death.until = time.monotonic()


def partition(are_clients_cut: bool, scene: Scene) -> None:
    """Cut a primary off from all other nodes, and also from clients or not, until another one has taken over."""
    primary = scene.some_primary()
    [replica, *_] = scene.cluster.replicas(primary)
    rules = gossip(primary.number) + replication(primary.number) + (clients(primary.number) if are_clients_cut else [])
    with scene.cluster.network.held(rules):
        death = _death(scene, f"part a primary from {'all' if are_clients_cut else 'the nodes'}", primary, 0.0)
        _await_promoted(scene, death, replica)
        time.sleep(scene.rng.uniform(0.0, 3.0))
    death.until = time.monotonic()


def part_clients(scene: Scene) -> None:
    """Cut a primary off from its clients alone for some seconds: the nodes see nothing of it."""
    primary = scene.some_primary()
    with scene.cluster.network.held(clients(primary.number)):
        time.sleep(scene.rng.uniform(*STOP_S))


def stop_node(role: str, scene: Scene) -> None:
    """SIGSTOP a primary or a replica for some seconds; a primary may be replaced meanwhile, and wakes up as it was."""
    primary = scene.some_primary()
    node = primary if role == "primary" else scene.cluster.replicas(primary)[0]
    node.signal(signal.SIGSTOP)
    time.sleep(scene.rng.uniform(*STOP_S))
    node.signal(signal.SIGCONT)


def kill_replica(scene: Scene) -> None:
    """SIGKILL a replica, and start it again some seconds later."""
    replica = scene.cluster.replicas(scene.some_primary())[0]
    replica.kill()
    time.sleep(scene.rng.uniform(*STOP_S))
    replica.start()


def fail_over(how: tuple[str, ...], scene: Scene) -> None:
    """Let a replica take over by an operator's hand, then give it back."""
    primary = scene.some_primary()
    [replica, *_] = scene.cluster.replicas(primary)
    for new in (replica, primary):
        with suppress(RedisError):
            new.ask("CLUSTER", "FAILOVER", *how)
        wait_for(lambda new=new: scene.cluster.role(new) == "primary", MOST_S)
        if not scene.cluster.await_whole():
            return
        time.sleep(scene.rng.uniform(0.5, 2.0))


def kill_host(scene: Scene) -> None:
    """Let a host lose its power, and start it again some seconds later."""
    host = scene.rng.choice(scene.hosts)
    host.kill()
    time.sleep(scene.rng.uniform(*STOP_S))
    host.start()


def _death(scene: Scene, kind: str, primary: Node, lag_s: float) -> Death:
    mine, others = scene.games_of(primary)
    scene.deaths.append(Death(kind, time.monotonic(), lag_s, mine, others))
    return scene.deaths[-1]


def _await_promoted(scene: Scene, death: Death, replica: Node) -> None:
    if not wait_for(lambda: scene.cluster.role(replica) == "primary", MOST_S):
        scene.complaints.append(f"{death.kind}: no replica took over within {MOST_S:.0f} s: {scene.cluster.say()}")
    death.promoted = time.monotonic()


FAULTS: Final = (
    Kind("kill a lagging primary", kill_lagging, 3),
    Kind("kill and empty a primary", restart_empty),
    Kind("part a primary from all", partial(partition, True)),
    Kind("part a primary from the nodes", partial(partition, False)),
    Kind("part a primary from its clients", part_clients),
    Kind("stop a primary", partial(stop_node, "primary")),
    Kind("stop a replica", partial(stop_node, "replica")),
    Kind("kill a replica", kill_replica),
    Kind("fail over and back", partial(fail_over, ())),
    Kind("take over and back", partial(fail_over, ("TAKEOVER",))),
    Kind("kill a host", kill_host),
)
