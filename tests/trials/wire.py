"""Provides a proxy between the callers and the service, which passes on bytes until it is cut."""

import asyncio
import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Final

CHUNK: Final = 65536


class Wire:
    """Passes on every byte that comes to `port`; while it is `dead`, no connection gets through."""

    def __init__(self, upstream: int) -> None:
        self.upstream = upstream
        self.port = 0
        self.dead = False
        self.cuts = 0
        self._loop = asyncio.new_event_loop()
        self._open: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """Break every connection that is open now, whatever is under way on it."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        self.cuts += len(self._open) // 2
        for writer in self._open:
            writer.transport.abort()

    def serve(self) -> None:
        """Pass on bytes until the loop is stopped."""
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", self.port))
        self.port = server.sockets[0].getsockname()[1]
        with contextlib.suppress(RuntimeError):
            self._loop.run_forever()

    def stop(self) -> None:
        """Stop passing on bytes."""
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.dead:
            writer.transport.abort()
            return
        try:
            onward, back = await asyncio.open_connection("127.0.0.1", self.upstream)
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, back}
        try:
            await asyncio.gather(_pour(reader, back), _pour(onward, writer))
        finally:
            self._open -= {writer, back}


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on all bytes from one side to the other, and close that side at their end."""
    with contextlib.suppress(OSError):
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()
    writer.close()


@contextmanager
def wire(upstream: int) -> Iterator[Wire]:
    """Yield a wire on a free port."""
    made = Wire(upstream)
    thread = Thread(target=made.serve, name="wire", daemon=True)
    thread.start()
    while not made.port:
        thread.join(0.01)
    yield made
    made.stop()
