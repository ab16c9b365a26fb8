"""`python -m tests.cost` prints what grown requests cost at each operation, in CPU time beside a good request.

Ends with code 1 if an answer costs more than the bounds allow.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.cost.growing import Request
from tests.cost.many_games import LONG_FORM, weigh_pending
from tests.cost.weighing import Seconds, Weighed, Weigher
from tests.openapi.course import ask_all, recorder

MOST_S: Final = 0.05
MOST_BYTES: Final = 16_000
HUGE: Final = {
    "190,000 members": b'{"ruleset":"catan",' + b",".join(b'"k%d":%d' % (n, n) for n in range(190_000)) + b"}",
    "5,000 seats": b'{"ruleset":"catan","seats":[' + b",".join([b"{%s}"] * 5_000) % ((b'"k":1',) * 5_000) + b"]}",
    "600,000 empty objects": b'{"record":[' + b",".join([b"{}"] * 600_000) + b"]}",
    "a million brackets": b'{"record":' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}",
}
"""Holds bodies of record size, by what they hold."""


def main() -> int:
    """Weigh all of it, and print the dearest way at each operation and each way at its dearest."""
    with tempfile.TemporaryDirectory() as folder, recorder(Path(folder), _weigher) as on:
        ask_all(on)
        for line in _table("operation", on.weighed):
            print(line)
        for line in _table("way", on.weighed):
            print(line)
        long_forms = {f"what {count:,} games owe": cost for count, cost in weigh_pending(on, LONG_FORM)}
        huge = {name: on.cost(_import(body), on.client) for name, body in HUGE.items()}
    for name, cost in (long_forms | huge).items():
        print(f"{name:45} {cost.status} {cost.bytes:7,} bytes {cost.steps * 1000:7.1f} ms")
    dear = [one for one in on.weighed if _is_dear(one)]
    for one in dear:
        print("TOO DEAR", _line(one))
    slow = [name for name, cost in long_forms.items() if cost.steps > MOST_S]
    for name in slow:
        print("TOO DEAR", name)
    print(f"{len(on.weighed)} requests to {len(on.seen)} operations, {len(dear)} of them too dear")
    return 1 if dear or slow else 0


def _weigher(client: object) -> Weigher:
    return Weigher(client, Seconds)  # type: ignore[arg-type]


def _import(body: bytes) -> Request:
    return Request("POST", "/v1/games", body, {"Content-Type": "application/json"})


def _is_dear(one: Weighed) -> bool:
    return one.cost.steps > one.good.steps + MOST_S or one.cost.bytes > one.good.bytes + MOST_BYTES


def _table(by: str, weighed: Sequence[Weighed]) -> Iterator[str]:
    """Yield the dearest request of each operation, or of each way to grow one."""
    dearest: dict[str, Weighed] = {}
    for one in weighed:
        key = one.operation if by == "operation" else one.grown.way
        if key not in dearest or one.cost.steps > dearest[key].cost.steps:
            dearest[key] = one
    yield f"dearest request of each {by}; ratio: its CPU to that of a good request"
    yield from (_line(one) for one in sorted(dearest.values(), key=lambda one: -one.cost.steps))


def _line(one: Weighed) -> str:
    ratio = one.cost.steps / one.good.steps
    what = f"{one.operation} {one.grown.way} {one.grown.size:,}"
    return f"{what:60} {one.cost.status} {one.cost.bytes:7,} bytes {one.cost.steps * 1000:7.1f} ms  {ratio:6.2f}"


if __name__ == "__main__":
    sys.exit(main())
