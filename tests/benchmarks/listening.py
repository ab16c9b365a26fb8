"""`python -m tests.benchmarks.listening` opens many event streams; it reads one JSON line and writes one, twice.

The first line that it reads holds the port, the streams (game and token), how many of them are cut within how many
seconds, and a seed. The first line that it writes holds how many are open. The second line that it reads holds the ids
in each game's log, and when each version was asked for. The second line that it writes counts what came, by the clock
that all processes of a machine share.
"""

import asyncio
import json
import sys
import time
from random import Random
from typing import Any

PATIENCE_S = 120.0
AT_ONCE = 50  # connections being opened at a time


class Ear:
    """Represents one stream: the ids that came, in order, each with the time at which it was complete."""

    def __init__(self, port: int, game: str, token: str | None) -> None:
        self.port = port
        self.game = game
        self.token = token
        self.heard: list[tuple[str, float]] = []
        self.newest = ""
        self.is_cut = False
        self._reading: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        """Connect, resume after the last event that came, and return once the answer has begun."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writer.write(self._request())
        status = await reader.readline()
        if b" 200 " not in status:
            rest = await reader.read(2_000)
            raise RuntimeError(f"no stream: {(status + rest).decode().strip()}")
        await reader.readuntil(b": open\n\n")
        self._reading = asyncio.create_task(self._read(reader))

    def _request(self) -> bytes:
        lines = [f"GET /v1/games/{self.game}/events HTTP/1.1", "Host: localhost", "Accept: text/event-stream"]
        if self.token:
            lines.append(f"Authorization: Bearer {self.token}")
        if self.newest:
            lines.append(f"Last-Event-ID: {self.newest}")
        return "\r\n".join([*lines, "", ""]).encode()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        """Note each event once its id, its data and an empty line are here; lines of the chunked coding are skipped."""
        rest, pending = b"", ""
        while more := await reader.read(1 << 16):
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                if line.startswith(b"id: "):
                    pending = line[4:].decode()
                elif not line and pending:
                    self.newest = pending
                    self.heard.append((pending.partition(".")[0], time.monotonic()))
                    pending = ""

    async def cut(self, after: float, away: float) -> None:
        """Break the connection after some time, whatever is coming then, and come back later."""
        await asyncio.sleep(after)
        self.is_cut = True
        await self.close()
        await asyncio.sleep(away)
        await self.open()

    async def close(self) -> None:
        """Close the stream."""
        assert self._reading is not None
        assert self._writer is not None
        self._reading.cancel()
        self._writer.transport.abort()
        await asyncio.gather(self._reading, return_exceptions=True)

    def latencies(self, asked: dict[str, float]) -> list[float]:
        """Return the seconds from when each version was asked for until each of its events was here."""
        return [at - asked[version] for id_, at in self.heard if (version := id_.partition("-")[0]) in asked]


async def open_all(ears: list[Ear]) -> None:
    """Open every stream, a limited number at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one(ear: Ear) -> None:
        async with gate:
            await ear.open()

    await asyncio.gather(*map(open_one, ears))


async def until_all_here(ears: list[Ear], logs: dict[str, list[str]]) -> None:
    """Wait until no event is missing, or patience has run out."""
    deadline = time.monotonic() + PATIENCE_S
    while any(len(ear.heard) < len(logs[ear.game]) for ear in ears) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    await asyncio.sleep(1.0)  # what is sent twice may still come


def tally(ears: list[Ear], logs: dict[str, list[str]], asked: dict[str, dict[str, float]]) -> dict[str, Any]:
    """Return counts of the expected events that came, and the latencies of the streams that were never cut."""
    expected = sum(len(logs[ear.game]) for ear in ears)
    ids = [[id_ for id_, _ in ear.heard] for ear in ears]
    repeated = sum(len(came) - len(set(came)) for came in ids)
    return {
        "expected": expected,
        "delivered": sum(len(set(came) & set(logs[ear.game])) for ear, came in zip(ears, ids, strict=True)),
        "repeated": repeated,
        "out_of_order": sum(
            came != logs[ear.game] and sorted(came) == sorted(logs[ear.game])
            for ear, came in zip(ears, ids, strict=True)
        ),
        "cut": sum(ear.is_cut for ear in ears),
        "latencies": [second for ear in ears if not ear.is_cut for second in ear.latencies(asked[ear.game])],
    }


async def main() -> None:
    """Read both lines and write both lines."""
    loop = asyncio.get_running_loop()
    plan = json.loads(sys.stdin.readline())
    rng = Random(plan["seed"])
    ears = [Ear(plan["port"], stream["game"], stream["token"]) for stream in plan["streams"]]
    await open_all(ears)
    print(json.dumps({"open": len(ears)}), flush=True)
    cut = rng.sample(ears, plan["cut"])
    cuts = [asyncio.create_task(ear.cut(rng.uniform(0.1, 0.9) * plan["seconds"], rng.uniform(0, 1))) for ear in cut]
    told = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    await asyncio.gather(*cuts)
    await until_all_here(ears, told["logs"])
    print(json.dumps(tally(ears, told["logs"], told["asked"])), flush=True)
    await asyncio.gather(*(ear.close() for ear in ears))


if __name__ == "__main__":
    asyncio.run(main())
