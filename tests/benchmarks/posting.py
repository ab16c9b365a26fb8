"""`python -m tests.benchmarks.posting` runs clients that post commands; it reads one JSON line and writes one.

The line that it reads holds the ports, and for each client the requests that it sends one after the other, to each
port in turn, on connections that stay open. The line that it writes holds how long each took, and when all of them
began and ended.
"""

import asyncio
import json
import sys
import time
from itertools import cycle
from typing import Any


async def post_all(ports: list[int], requests: list[list[str]], latencies: list[float]) -> None:
    """Send every request (path, token, body) and read its answer, which must be a 201."""
    lines = [await asyncio.open_connection("127.0.0.1", port) for port in ports]
    for (path, token, body), (reader, writer) in zip(requests, cycle(lines), strict=False):
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        sent = f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        begun = time.perf_counter()
        writer.write(sent.encode())
        told = await reader.readuntil(b"\r\n\r\n")
        size = int(told.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        text = await reader.readexactly(size)
        latencies.append(time.perf_counter() - begun)
        assert b" 201 " in told.partition(b"\r\n")[0], text
    for _, writer in lines:
        writer.close()


async def main() -> None:
    """Read one line and write one line."""
    plan: dict[str, Any] = json.loads(sys.stdin.readline())
    latencies: list[float] = []
    begun = time.monotonic()
    await asyncio.gather(*(post_all(plan["ports"], requests, latencies) for requests in plan["clients"]))
    print(json.dumps({"latencies": latencies, "from": begun, "to": time.monotonic()}))


if __name__ == "__main__":
    asyncio.run(main())
