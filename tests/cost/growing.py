"""Makes requests of growing size and depth out of a good one; none of them may change anything."""

from collections.abc import Container, Iterator, Mapping
from typing import Any, Final, NamedTuple

import orjson

MEMBERS: Final = (16, 64, 1_000, 5_000)
DEPTHS: Final = (8, 32, 1_000, 20_000)
LENGTHS: Final = (50, 500, 5_000, 50_000)
PARAMETERS: Final = (6, 60, 600)
HEADER: Final = (10, 100, 2_000)
LISTS: Final = ("Accept", "Accept-Encoding", "Accept-Language", "If-Match", "If-None-Match", "Prefer", "Cookie")
WORDS: Final = ("Authorization", "X-Api-Key", "Idempotency-Key", "Last-Event-ID", "traceparent", "X-Longroad-Version")
CREDENTIALS: Final = ("Authorization", "X-Api-Key")
NOTHING: Final[dict[str, str]] = {}
SIZES: Final = frozenset((*MEMBERS, *DEPTHS, *LENGTHS, *PARAMETERS, *HEADER))
SHORT_SIZES: Final = frozenset(
    (*MEMBERS[1:3], LENGTHS[1], LENGTHS[3], DEPTHS[1], DEPTHS[3], PARAMETERS[1], PARAMETERS[2], HEADER[2])
)
"""The sizes of the short form: two of each way."""


class Request(NamedTuple):
    """Represents a request as it is sent; `body` is JSON, or None."""

    method: str
    path: str
    body: bytes | None
    headers: Mapping[str, str]


class Grown(NamedTuple):
    """Represents a request made larger in one way, and how large it is."""

    way: str
    size: int
    request: Request


def grown(good: Request, has_body: bool, sizes: Container[int] = SIZES) -> Iterator[Grown]:
    """Yield requests of some sizes that grow out of a good one, way by way, the smallest first."""
    reads = good.method == "GET"
    if has_body:
        yield from _bodies(good, sizes)
    # what would be carried out if it were not refused is sent without credentials
    safe = good if reads else good._replace(headers=_without_credentials(good), body=b'{"":0}' if has_body else None)
    yield from _queries(safe, sizes)
    for name in (*LISTS, *WORDS):
        yield from _headers(safe, name, sizes)


def some_grown(good: Request, has_body: bool, turn: int) -> Iterator[Grown]:
    """Yield two sizes of each way, and of all headers one, another one at each turn."""
    names = (*LISTS, *WORDS)
    header = f"header: {names[turn % len(names)]}"
    for one in grown(good, has_body, SHORT_SIZES):
        if one.way == header or not one.way.startswith("header"):
            yield one


def _without_credentials(good: Request) -> dict[str, str]:
    return {name: value for name, value in good.headers.items() if name not in CREDENTIALS}


def _bodies(good: Request, sizes: Container[int]) -> Iterator[Grown]:
    given = orjson.loads(good.body or b"{}")
    known: dict[str, Any] = given if isinstance(given, dict) else {}
    for size in _some(MEMBERS, sizes):
        unknown = {f"k{n}": n for n in range(size)}
        yield _with_body(good, "members", size, known | unknown)
        yield _with_body(good, "members within", size, known | {"inner": unknown} | dict.fromkeys(known, unknown))
        yield _with_body(good, "objects", size, known | {"inner": 1} | dict.fromkeys(known, [{"k": 1}] * size))
        yield _with_body(good, "lists", size, known | {"inner": 1} | dict.fromkeys(known, [[]] * size))
        yield _with_body(good, "list", size, [known | {"inner": 1}] * size)
        yield _with_body(good, "commands", size, {"commands": [{"type": f"K{n}", "k": 1} for n in range(size)]})
    for size in _some(LENGTHS, sizes):
        yield _with_body(good, "long name", size, known | {"x" * size: 1})
        yield _with_body(good, "long texts", size, known | {"inner": 1} | dict.fromkeys(known, "x" * size))
        yield _with_body(good, "long number", size, b'{"inner":1,"version":' + b"9" * size + b"}")
    for size in _some(DEPTHS, sizes):
        yield _with_body(good, "deep lists", size, b'{"inner":' + b"[" * size + b"]" * size + b"}")
        yield _with_body(good, "deep objects", size, b'{"a":' * size + b"1" + b"}" * size)


def _some(all_sizes: tuple[int, ...], wanted: Container[int]) -> list[int]:
    return [size for size in all_sizes if size in wanted]


def _with_body(good: Request, way: str, size: int, body: Any) -> Grown:
    text = body if isinstance(body, bytes) else orjson.dumps(body)
    headers = {**good.headers, "Content-Type": "application/json"}
    return Grown(f"body: {way}", size, good._replace(body=text, headers=headers))


def _queries(good: Request, sizes: Container[int]) -> Iterator[Grown]:
    mark = "&" if "?" in good.path else "?"
    for size in _some(PARAMETERS, sizes):
        for way, query in (
            ("parameters", "&".join(f"k{n}={n}" for n in range(size))),
            ("parameter again", "&".join(["limit=1"] * size)),
            ("long parameter", "k=" + "x" * 10 * size),
            ("long name", "x" * 10 * size + "=1"),
            ("long value", "version=" + "9" * 10 * size),
        ):
            yield Grown(f"query: {way}", size, good._replace(path=f"{good.path}{mark}{query}"))
    for size in _some(PARAMETERS, sizes):
        path = good.path.partition("?")[0]
        yield Grown("path: long", size, good._replace(path=f"{path}/{'x' * 10 * size}"))


def _headers(good: Request, name: str, sizes: Container[int]) -> Iterator[Grown]:
    for size in _some(HEADER, sizes):
        if name in LISTS:
            value = ",".join(f'"{n}"' if name.startswith("If-") else f"k{n}" for n in range(size))
        else:
            value = ("Bearer " if name == "Authorization" else "") + "x" * 4 * size
        yield Grown(f"header: {name}", size, good._replace(headers={**good.headers, name: value}))
