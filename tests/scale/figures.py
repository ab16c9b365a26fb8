"""Writes the tables of what was measured."""

from collections.abc import Mapping
from textwrap import fill
from typing import Final

from tests.scale.needs import (
    KINDS,
    LOAD,
    Measured,
    busiest_writes,
    forever_bytes,
    objects_a_day,
    queue_ms,
    row_us,
    scrub_s,
)
from tests.scale.words import bytes_of, hours_of, size_of, table

BUSIEST: Final = "processor of each store of the queues for a game, shared evenly"


def game_table(measured: Measured) -> str:
    """Return what games take while they are played."""
    head = ("a game of", "versions", "commands", "API", "sweep", "log", "queues", "writes for a version")
    rows = []
    names = {"people": "four people", "both": "a person and three agents", "agents": "four agents"}
    for kind in KINDS:
        one = measured["hosted_1"][kind]
        rows.append(
            (
                names[kind],
                f"{one['versions']:.0f}",
                f"{one['commands']:.0f}",
                f"{one['api_ms']:,.0f} ms",
                f"{one['sweep_ms']:,.0f} ms",
                f"{sum(one['log_ms']):,.0f} ms",
                f"{sum(one['queue_ms']):,.1f} ms",
                f"{one['log_writes'] / one['versions']:.1f}",
            )
        )
    appended = measured["appended"]
    busiest = max(appended["cpu_us"])
    text = (
        f"\n\nRecorded games, appended by twelve processes at once: {appended['versions_a_second']:,.0f} versions a"
        f" second, {busiest:.0f} µs of\na primary and {appended['writes']:.1f} writes for each. The rows of the"
        f" lobby take {row_us(measured):,.0f} µs of their primary for a game.\n\n"
    )
    spread = [
        (str(count), *(cell for kind in ("both", "agents") for cell in _queues_of(measured[f"hosted_{count}"][kind])))
        for count in (1, 2, 4)
    ]
    kinds = ("a person and three agents", "busiest", "four agents", "busiest")
    queues = table(("stores of the queues", *kinds), spread)
    return table(head, rows) + text + queues


def _queues_of(played: Measured) -> tuple[str, str]:
    """Return what all stores of the queues take for a game, and what the busiest of them does."""
    return f"{sum(played['queue_ms']):.1f} ms", f"{played['queue_busiest_ms']:.1f} ms"


def size_table(measured: Measured) -> str:
    """Return what was measured at each number of stored games."""
    sizes = sorted(int(name.removeprefix("size_")) for name in measured if name.startswith("size_"))
    first = measured[f"size_{sizes[0]}"]
    found = [measured[f"size_{size}"] for size in sizes]
    rows = [
        (
            "games that run, are over, are archived",
            *(f"{f['running']:,}, {f['over']:,}, {f['archived']:,}" for f in found),
        ),
        ("memory of the log's stores", *(size_of(one["log_bytes"]) for one in found)),
        ("of it the rows of the lobby", *(size_of(one["lobby_bytes"]) for one in found)),
        ("of it places in the archive", *(size_of(one["places_bytes"]) for one in found)),
        ("memory of the API, two processes", *(size_of(one["api_bytes"]) for one in found)),
        ("segments, and runs of the index", *(f"{one['segments']:,}, {one['runs']:,}" for one in found)),
        ("full scrub of the logs, processor", *(f"{one['log_scrub_s']:,.1f} s" for one in found)),
        ("proof of all segments, processor", *(f"{one['segment_proof_s']:,.1f} s" for one in found)),
        ("look-up of all archived games, processor", *(f"{one['look_up_s']:,.1f} s" for one in found)),
    ]
    for name, said in (
        ("lobby", "a page of the lobby"),
        ("lobby_filtered", "with filters"),
        ("lobby_over", "of games that are over"),
        ("pending", "`me/pending`"),
        ("mine", "`games?mine=true`"),
    ):
        rows.append((said, *(_with_ratio(one, first, name) for one in found)))
    rows.append(
        ("an archived game", *(f"{one['archived_ms']:.1f} ms" if "archived_ms" in one else "" for one in found))
    )
    text = "\n\n" + fill(
        "For each read there are the processor time of the API and the stores, its ratio to that at the smallest size,"
        " and the number of commands to the stores. The time varies by a third with the other work of the machine,"
        " the commands do not.",
        100,
    )
    return table(("stored games", *(f"{size:,}" for size in sizes)), rows) + text


def _with_ratio(one: Measured, first: Measured, name: str) -> str:
    cost, base = (found[f"{name}_ms"] + found[f"{name}_stores_ms"] for found in (one, first))
    return f"{cost:.1f} ms ({cost / base:.2f}), {one[f'{name}_commands']:.0f} commands"


def kept_table(measured: Measured) -> str:
    """Return what the store keeps of a game."""
    short, whole = measured["short"], measured["whole"]
    names = sorted({*short["over"], *short["archived"], *short["sealed"]} - {"feed"})
    rows = [
        (name, *(bytes_of(short[when].get(name, 0.0)) for when in ("over", "archived", "sealed"))) for name in names
    ]
    head = ("bytes of the store for a short game", "over", "archived", "when its place is in the index")
    text = (
        f"\n\nA game of Catan of {whole['versions']:.0f} versions takes {size_of(whole['running_bytes'])} while it runs"
        f" ({size_of(whole['most_bytes'])} at most) and\n{size_of(whole['feed_bytes'])} of the feed for an hour,"
        f" {size_of(whole['over_bytes'])} when it is over, and {size_of(whole['archived_bytes'])} of the archive."
    )
    return table(head, rows) + text


def comparison_table(measured: Measured) -> str:
    """Return what was measured before and after."""
    before: Mapping[str, str] = measured.get("before", {})
    rows = [(name, before.get(name, ""), value) for name, value in compared(measured).items()]
    return table(("", "before 2.1", "now"), rows)


def compared(measured: Measured) -> dict[str, str]:
    """Return what is compared with the tree before."""
    sizes = [(size, measured[name]) for size in (10_000, 1_000_000) if (name := f"size_{size}") in measured]
    return {
        "writes of the busiest of three primaries for a version": f"{busiest_writes(measured):.2f}",
        "bytes of the store that stay of an archived game": f"{forever_bytes(measured):,.0f}",
        "bytes of a game that runs, on average": size_of(measured["whole"]["running_bytes"]),
        "bytes of the store for the idempotency key of a command, for a day": f"{measured['key_bytes']:,.0f}",
        "files for an archived game": f"{objects_a_day(measured, LOAD).count / LOAD.games_a_day:.4f}",
        **{f"{BUSIEST}, with {count}": f"{queue_ms(measured, LOAD, count):.1f} ms" for count in (1, 2, 4)},
        **{f"full scrub of {size:,} games by one sweep": hours_of(scrub_s(found)) for size, found in sizes},
    }
