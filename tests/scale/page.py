"""Writes docs/growing.md from the figures of a run; nothing on that page comes from elsewhere."""

import json
import math
import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Final

from tests.scale.figures import comparison_table, game_table, kept_table, size_table
from tests.scale.needs import LOAD, MACHINE, Load, Machine, Measured, Need, needs, objects_a_day, together, workers
from tests.scale.scrubbing import BYTES_S, READ_S
from tests.scale.words import million, short, size_of, table

ROOT: Final = Path(__file__).parents[2]
MEASURED: Final = Path(__file__).with_name("measured.json")
PAGE: Final = ROOT / "docs" / "growing.md"
SIZING: Final = ROOT / "docs" / "sizing.md"
ROW: Final = re.compile(r"^\| `([\w-]+)` \| `([\w@-]+)` \| ([\d,.]+) \|", re.MULTILINE)
LISTED: Final = ("graded@3", "graded@5", "planner", "graded@6", "graded@7", "graded@8", "expectimax")
"""Names the agents of Catan whose needs the page shows."""
TEXT: Final = """\
# One million games a day

What a large community needs in machines, part by part, and which part stops growing first. This
page is written by `make scale` from what it measures; `python -m tests.scale.page` writes it again
from the figures of the last run. [Sizing](sizing.md) is about one machine and a few, [Three
hosts](three-hosts.md) sets up a cluster, [Running Longroad](operations.md) explains the settings.

## What is assumed

{assumed}

## What it needs

{needs}

Processor cores are those of the busiest hour, and machines are rounded up for each part by itself; so
parts that need little share one. *Next wall* is how many games a day a part carries with all processes
and stores that it can use; where there is no number, each further machine carries more. {replicas}

{walls}

{objects}

### Agents

{agents}

## What was measured

{before_and_after}

### A game

{game}

### Many games

{sizes}

### What is kept

{kept}

### How it was measured

{how}
"""
HOW: Final = """\
The stores are real, and all on one machine of two cores: three primaries that write through, one to
four stores of the queues, and moto's server as the object store, which stands for the protocol and not
for the speed of one. Servers have one process of each kind, their rules are not compiled, and their
clients share the two cores with them; so rates say little, and what counts is the processor time of
each process. Stored games are copies of a few real ones, archived ones short games of Goofspiel, because a
million games of Catan are 30 GB. What was not measured: several machines, replicas, networks, and a real
object store."""


def capacity(text: str) -> dict[str, float]:
    """Return how many moves a core makes in a second, by agent of Catan, from the table on the page about sizing."""
    return {agent: float(moves.replace(",", "")) for game, agent, moves in ROW.findall(text) if game == "catan"}


def write_page(measured: Measured, load: Load = LOAD, machine: Machine = MACHINE) -> str:
    """Return the page."""
    parts = {
        "assumed": _assumed(load, machine),
        "needs": _needs(needs(measured, load, machine)),
        "replicas": _replicas(),
        "walls": _walls(needs(measured, load, machine)),
        "objects": _objects(measured, load),
        "agents": _agents(measured, load, machine),
        "before_and_after": comparison_table(measured),
        "game": game_table(measured),
        "sizes": size_table(measured),
        "kept": kept_table(measured),
        "how": HOW,
    }
    return TEXT.format(**parts)


def _assumed(load: Load, machine: Machine) -> str:
    rows = [
        ("games a day", f"{load.games_a_day:,}; in the busiest hour {load.peak:g} times the mean"),
        (
            "games of four people",
            f"{load.people:.0%}, with 300 commands, each followed by a view and the legal actions",
        ),
        ("a person and three agents", f"{load.both:.0%}"),
        ("four agents", f"{load.agents:.0%}"),
        ("a game lasts", f"{load.hours:g} h"),
        ("it stays in the store", f"{load.kept_days:g} day more (`LONGROAD_ARCHIVE_AFTER_DAYS`), then it is archived"),
        ("the archive is proven", f"once in {load.scrub_days:g} days, with a year of games in it"),
        (
            "a read of the object store",
            f"waits {1e3 * READ_S:g} ms for its answer, of which {BYTES_S / 1e6:g} MB come in a second; a scrub"
            " reads one after another",
        ),
        (
            "a machine has",
            f"{machine.cores} cores, of which {machine.busy:.0%} are used, and {machine.memory_gb:g} GB,"
            f" of which {machine.full:.0%} are",
        ),
    ]
    return table(("what", "how much"), rows)


def _needs(found: Sequence[Need]) -> str:
    head = ("part", "takes", "cores", "memory", "machines", "next wall, games a day", "why")
    rows = [
        (
            need.part,
            need.sum,
            short(need.cores) if need.cores else "",
            size_of(need.memory) if need.memory else "",
            str(need.machines) if need.machines else "",
            "" if math.isinf(need.wall) else million(need.wall),
            need.why,
        )
        for need in found
    ]
    rows.append(
        (
            "**together**",
            "without agents",
            "",
            "",
            str(together(found)),
            "",
            "memory and processors of the log are on the same machines",
        )
    )
    return table(head, rows)


def _replicas() -> str:
    return (
        "With\n`LONGROAD_DURABILITY=replicated` the log needs its memory and machines a second time,"
        " for the replicas,\nand so do stores of the queues with Sentinels."
    )


def _walls(found: Sequence[Need]) -> str:
    """Return the walls, the nearest first."""
    near = sorted((need.wall, need.part) for need in found if not math.isinf(need.wall))
    return fill(
        "The walls, the nearest first: " + ", ".join(f"{part} ({million(wall)})" for wall, part in near) + ".", 100
    )


def _objects(measured: Measured, load: Load) -> str:
    day = objects_a_day(measured, load)
    return (
        f"The object store gets {size_of(day.size)} a day in {day.count:,.0f} objects, which is"
        f" {size_of(365 * day.size)} a year, unless\n`LONGROAD_KEEP_FINISHED_DAYS` deletes games."
    )


def _agents(measured: Measured, load: Load, machine: Machine) -> str:
    found = {agent: each for agent, each in capacity(SIZING.read_text()).items() if agent in LISTED}
    rows = [(f"`{one.agent}`", short(one.cores), str(one.machines)) for one in workers(measured, found, load, machine)]
    text = "If all agents are of one level, by [what a core serves](sizing.md#what-agents-take):\n\n"
    return text + table(("agent", "cores", "machines"), rows)


if __name__ == "__main__":
    PAGE.write_text(write_page(json.loads(MEASURED.read_text())))
