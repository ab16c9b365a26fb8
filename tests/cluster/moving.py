"""Moves the slots of games in play from one primary to another and back, while they are played."""

from typing import Any, Final

from redis.exceptions import RedisError

from tests.cluster.faults import Kind, Scene
from tests.cluster.nodes import Node
from tests.cluster.shards import slot_of_shard
from tests.service.processes import wait_for

MOST_SHARDS: Final = 4
KEYS_AT_ONCE: Final = 10
MOST_S: Final = 60.0


def move_by_keys(scene: Scene) -> None:
    """Move slots key by key, as SETSLOT and MIGRATE do: clients are told ASK and TRYAGAIN meanwhile."""
    source, target, slots = _chosen(scene)
    for giver, taker in ((source, target), (target, source)):
        for slot in slots:
            _move_slot(scene, giver, taker, slot)
        scene.cluster.await_whole()


def _move_slot(scene: Scene, giver: Node, taker: Node, slot: int) -> None:
    taker.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", giver.id)
    giver.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", taker.id)
    while keys := giver.ask("CLUSTER", "GETKEYSINSLOT", slot, KEYS_AT_ONCE):
        giver.ask("MIGRATE", "127.0.0.1", taker.port, "", 0, 5000, "KEYS", *keys)
    for node in (taker, giver, *(one for one in scene.cluster.primaries() if one not in (giver, taker))):
        node.ask("CLUSTER", "SETSLOT", slot, "NODE", taker.id)


def move_at_once(scene: Scene) -> None:
    """Move slots by the atomic migration of Valkey 9, and back."""
    source, target, slots = _chosen(scene)
    for giver, taker in ((source, target), (target, source)):
        ranges: list[Any] = [part for slot in slots for part in ("SLOTSRANGE", slot, slot, "NODE", taker.id)]
        giver.ask("CLUSTER", "MIGRATESLOTS", *ranges)
        if not wait_for(lambda giver=giver, taker=taker: _have_moved(scene, slots, giver, taker), MOST_S):
            scene.complaints.append(f"slots {slots} did not move: {giver.ask('CLUSTER', 'GETSLOTMIGRATIONS')}")
            return


def _have_moved(scene: Scene, slots: list[int], giver: Node, taker: Node) -> bool:
    try:
        mine = scene.cluster.slots(taker)
        return all(any(first <= slot <= last for first, last in mine) for slot in slots)
    except RedisError:
        return False


def _chosen(scene: Scene) -> tuple[Node, Node, list[int]]:
    """Return two primaries and slots of games in play to be moved between them."""
    source, target = scene.rng.sample(scene.cluster.primaries(), 2)
    shards = scene.shards_in_play(source)
    return source, target, [slot_of_shard(one) for one in scene.rng.sample(shards, min(MOST_SHARDS, len(shards)))]


MOVING: Final = (
    Kind("move slots key by key and back", move_by_keys),
    Kind("move slots at once and back", move_at_once),
)
