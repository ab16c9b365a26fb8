"""Runs a process that stands between the nodes and clients of a cluster: each of a node's two ports has a port here.

It recognizes what a connection is for: a replica sends REPLCONF with its port, a message of the cluster's bus begins
with the name of its sender, and all others are clients. Each link can be held, as in a partition (nothing is refused,
nothing arrives, and what was sent arrives once the link is released), or cut. The orders come as lines of JSON.
"""

import asyncio
import contextlib
import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

CHUNK: Final = 65536
CLIENT, REPLICA, BUS = "client", "replica", "bus"
LISTENING: Final = re.compile(rb"listening-port\r\n\$\d+\r\n(\d+)\r\n", re.IGNORECASE)
SLOTS_SYNC: Final = b"SYNCSLOTS"
SENDER: Final = slice(40, 80)
"""Where a message of the bus names its sender."""
LOOKED_AT: Final = 4096
"""So many bytes from the beginning of a connection tell what it is for."""


class Rule(NamedTuple):
    """Names links: their kind, and the numbers of the nodes that they come from and lead to; None means any."""

    kind: str
    source: int | None
    target: int | None


@dataclass(eq=False)
class Link:
    """Represents an open connection to a node."""

    kind: str
    target: int
    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    source: str = ""
    seen: bytes = b""

    def look(self, chunk: bytes) -> None:
        """Find out what it is for, from what its opener says first."""
        if len(self.seen) > LOOKED_AT:
            return
        self.seen += chunk
        if self.kind == BUS:
            self.source = self.seen[SENDER].decode("ascii", "replace")
        elif found := LISTENING.search(self.seen):
            self.kind, self.source = REPLICA, found[1].decode()
        elif SLOTS_SYNC in self.seen:
            self.kind = REPLICA

    def abort(self) -> None:
        """Break it off on both sides; what is under way on it is lost."""
        for writer in self.writers:
            writer.transport.abort()


class Proxy:
    """Passes on bytes between all nodes and their clients, except on links that a rule holds."""

    def __init__(self) -> None:
        self.links: set[Link] = set()
        self.held: set[Rule] = set()
        self.names: dict[str, int] = {}
        self.changed = asyncio.Condition()

    async def listen(self, kind: str, target: int, port: int, upstream: int) -> None:
        """Stand before one port of a node."""

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._accept(Link(kind, target, [writer]), reader, upstream)

        await asyncio.start_server(accept, "127.0.0.1", port)

    async def _accept(self, link: Link, reader: asyncio.StreamReader, upstream: int) -> None:
        self.links.add(link)
        try:
            await self._while_held(link)
            onward, back = await asyncio.open_connection("127.0.0.1", upstream)
            link.writers.append(back)
            await asyncio.gather(self._pour(link, reader, back, True), self._pour(link, onward, link.writers[0], False))
        except OSError:
            pass
        finally:
            link.abort()
            self.links.discard(link)

    async def _pour(
        self, link: Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_asking: bool
    ) -> None:
        with contextlib.suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if is_asking:
                    link.look(chunk)
                await self._while_held(link)
                writer.write(chunk)
                await writer.drain()
        writer.close()

    async def _while_held(self, link: Link) -> None:
        while self._is_held(link):
            async with self.changed:
                await self.changed.wait()

    def _is_held(self, link: Link) -> bool:
        return any(self._is_meant(link, rule) for rule in self.held)

    def _is_meant(self, link: Link, rule: Rule) -> bool:
        source = self.names.get(link.source)
        return link.kind == rule.kind and rule.source in (None, source) and rule.target in (None, link.target)

    async def obey(self, order: dict[str, Any]) -> None:
        """Carry out one order: `names`, `listen`, `hold`, `release` or `cut`."""
        self.names |= order.get("names", {})
        for place in order.get("listen", ()):
            await self.listen(*place)
        self.held |= {Rule(*rule) for rule in order.get("hold", ())}
        for rule in [Rule(*rule) for rule in order.get("cut", ())]:
            for link in [link for link in self.links if self._is_meant(link, rule)]:
                link.abort()
        self.held -= {Rule(*rule) for rule in order.get("release", ())}
        async with self.changed:
            self.changed.notify_all()


async def serve() -> None:
    """Obey the orders on stdin, one answer a line, until it ends."""
    proxy, orders = Proxy(), asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        await proxy.obey(json.loads(line))
        print(len(proxy.links), flush=True)


if __name__ == "__main__":
    asyncio.run(serve())
