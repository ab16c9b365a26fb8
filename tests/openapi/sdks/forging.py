"""Changes a die of a record, by a forger who knows less or more of what a checker looks at."""

import copy
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from eventstore.log.chain import ROOT, next_chain
from eventstore.log.codec import canonical

Json = dict[str, Any]
ROLLS: Final = ("DiceRolled", "DiceDiceRolled", "StartRolled")
PIPS: Final = 6


def clumsy(record: Json, rng: Random) -> Json:
    """Change a die, and nothing else."""
    forged = copy.deepcopy(record)
    _change_a_die(forged, rng)
    return forged


def chained(record: Json, rng: Random) -> Json:
    """Change a die, and compute all chain hashes again."""
    return rechained(clumsy(record, rng))


def told(record: Json, rng: Random) -> Json:
    """Change a die with the outcome of its draw, and compute all chain hashes again."""
    forged = copy.deepcopy(record)
    version, place = _change_a_die(forged, rng)
    draw = _dice(version)[place]
    draw["outcome"] = rng.choice([n for n in range(len(draw["weights"])) if n != draw["outcome"]])
    if "dice" in (event := _rolls(version)[place]):
        event["dice"] = [draw["outcome"] // PIPS + 1, draw["outcome"] % PIPS + 1]
    return rechained(forged)


def weighted(record: Json, rng: Random) -> Json:
    """Do the same, and bend the weights until the draw gives the outcome: the only one that could happen."""
    forged = copy.deepcopy(record)
    version, place = _change_a_die(forged, rng)
    draw = _dice(version)[place]
    if "dice" in (event := _rolls(version)[place]):
        draw["outcome"] = (event["dice"][0] - 1) * PIPS + event["dice"][1] - 1
    else:
        draw["outcome"] = 0
        event["rolled"] = {"gold": sum(event["rolled"].values())}
    draw["weights"] = [int(n == draw["outcome"]) for n in range(len(draw["weights"]))]
    return rechained(forged)


FORGERS: Final[Mapping[str, tuple[Callable[[Json, Random], Json], set[str]]]] = {
    "clumsy": (clumsy, {"chain"}),
    "chained": (chained, {"shown", "shape"}),
    "told": (told, {"draw"}),
    "weighted": (weighted, {"weights"}),
}
"""Maps each forger to the checks that may find it out; a roll that no dice show has no shape."""


def chosen(record: Json) -> Json:
    """Let the owner choose draws in version 3, as in a sandbox game, and compute all chain hashes again."""
    forged = copy.deepcopy(record)
    forged["versions"][2]["events"].append({"type": "DrawsChosen", "schema": 1, "draws": []})
    return rechained(forged)


def rechained(record: Json) -> Json:
    """Compute all chain hashes of a record again, in place."""
    chain = ROOT
    for version in record["versions"]:
        chain = version["chain"] = next_chain(chain, version["version"], [_bytes(event) for event in version["events"]])
    record["chain"] = chain
    return record


def _bytes(event: Json) -> bytes:
    body = {name: value for name, value in event.items() if name not in ("type", "schema")}
    return b"%s.%d %s" % (event["type"].encode(), event["schema"], canonical(body))


def _change_a_die(record: Json, rng: Random) -> tuple[Json, int]:
    """Change a die of a roll that was drawn; return the version, and which of its rolls it is."""
    version = rng.choice([version for version in record["versions"] if _dice(version)])
    place = rng.randrange(len(_rolls(version)))
    event = _rolls(version)[place]
    if "dice" in event:
        die = rng.randrange(2)
        event["dice"][die] = rng.choice([pips for pips in range(1, PIPS + 1) if pips != event["dice"][die]])
    else:
        gone = rng.choice(sorted(event["rolled"]))
        come = rng.choice([face for face in ("brick", "lumber", "wool", "grain", "ore", "gold") if face != gone])
        event["rolled"][gone] -= 1
        event["rolled"][come] = event["rolled"].get(come, 0) + 1
        event["rolled"] = {face: count for face, count in event["rolled"].items() if count}
    return version, place


def _dice(version: Json) -> list[Json]:
    return [draw for draw in version.get("draws", []) if draw["stream"] == "dice"]


def _rolls(version: Json) -> list[Json]:
    return [event for event in version["events"] if event["type"] in ROLLS]
