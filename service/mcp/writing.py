"""Writes the answers of tools: lines of text, in pages of limited size.

What other people may have chosen, their names, is written as JSON and announced as data: it never begins a line, and no
quote or line break in it ends the string.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import orjson

from eventstore.budget import each

LARGEST: Final = 6_000
"""Limits an answer in bytes, as JSON with its envelope."""
ROOM: Final = LARGEST - 700
"""Leaves room for the envelope, the number of the page, and a long `id` of the request."""
BY_PAGE: Final = "ask for another with `page`"
ELSEWHERE: Final = "the rest is in `legal` and `history`"
PLACES: Final = frozenset(("x", "y"))


def written(document: Mapping[str, Any], leave_out: Iterable[str] = ()) -> Iterator[str]:
    """Yield the members of a document, one on each line, and each entry of a list of objects on a line of its own."""
    left_out = frozenset(leave_out)
    for name, value in document.items():
        if name in left_out:
            continue
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from (f"{name}[{at}]: {in_json(entry)}" for at, entry in enumerate(value))
        else:
            yield f"{name}: {in_json(value)}"


def in_json(value: Any) -> str:
    """Return a value as one line of JSON, without coordinates, which only pictures need."""
    return orjson.dumps(_plain(value)).decode()


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items() if name not in PLACES}
    return [_plain(entry) for entry in value] if isinstance(value, list) else value


def page_of(lines: Iterable[str], number: int = 1, more: str = BY_PAGE, room: int = ROOM) -> str:
    """Return a page of lines; if there are several, the last line says which one it is, and how to get `more`."""
    pages: list[list[str]] = [[]]
    left = room
    for line in (part for whole in each("lines of a tool", lines) for part in _parts(whole, room)):
        size = size_of(line)
        if size > left:
            pages.append([])
            left = room
        pages[-1].append(line)
        left -= size
    number = max(1, min(number, len(pages)))
    told = [] if len(pages) == 1 else [f"(page {number} of {len(pages)}; {more})"]
    return "\n".join([*pages[number - 1], *told])


def size_of(line: str) -> int:
    """Return how many bytes a line takes within an answer."""
    return len(orjson.dumps(line))


def _parts(line: str, room: int) -> Iterator[str]:
    """Yield a line, or parts of it that surely fit: no character takes more than six bytes."""
    if size_of(line) <= room:
        yield line
        return
    longest = room // 6
    yield from (line[at : at + longest] for at in range(0, len(line), longest))
