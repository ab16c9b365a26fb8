"""Writes the answers of tools: lines of text, each with what it says as data, in pages of limited size.

What other people may have chosen, their names, is written as JSON and announced as data: it never begins a line, and no
quote or line break in it ends the string.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import orjson

from eventstore.budget import each

LARGEST: Final = 6_000
"""Limits an answer in bytes, as JSON with its envelope: with its text alone, and with its data alone."""
ROOM: Final = LARGEST - 700
"""Leaves room for the envelope, the number of the page, and a long `id` of the request."""
BY_PAGE: Final = "ask for another with `page`"
ELSEWHERE: Final = "the rest is in `legal` and `history`"
PLACES: Final = frozenset(("x", "y"))


class Said:
    """Holds a line of an answer, and what it says as data: lists go on from line to line, other values hold for all."""

    __slots__ = ("data", "text")

    def __init__(self, text: str, **data: Any) -> None:
        self.text = text
        self.data: dict[str, Any] = plain(data)


class Page(NamedTuple):
    """Holds a page of an answer: its text, and its data."""

    text: str
    data: dict[str, Any]


def write_lines(document: Mapping[str, Any], name: str, leave_out: Iterable[str] = ()) -> Iterator[Said]:
    """Yield the members of a document, one on each line, and each entry of a list of objects on a line of its own.

    As data they are entries of the list `name`.
    """
    left_out = frozenset(leave_out)
    for member, value in document.items():
        if member in left_out:
            continue
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for at, entry in enumerate(value):
                yield Said(f"{member}[{at}]: {in_json(entry)}", **{name: [{"name": member, "at": at, "value": entry}]})
        else:
            yield Said(f"{member}: {in_json(value)}", **{name: [{"name": member, "value": value}]})


def in_json(value: Any) -> str:
    """Return a value as one line of JSON, without coordinates, which only pictures need."""
    return orjson.dumps(plain(value)).decode()


def plain(value: Any) -> Any:
    """Return a value without coordinates."""
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items() if name not in PLACES}
    return [plain(entry) for entry in value] if isinstance(value, list) else value


def page_of(lines: Iterable[Said], number: int = 1, more: str = BY_PAGE, room: int = ROOM) -> Page:
    """Return a page of lines; if there are several, the last line says which one it is, and how to get `more`.

    Lists in its data have the entries of this page; all other members are on every page.
    """
    pages: list[list[Said]] = [[]]
    left, common = room, dict[str, Any]()
    for line in (part for whole in each("lines of a tool", lines) for part in _parts(whole, room)):
        size = size_of(line)
        if size > left:
            pages.append([])
            left = room
        pages[-1].append(line)
        left -= size
        common |= {name: value for name, value in line.data.items() if not isinstance(value, list)}
    number = max(1, min(number, len(pages)))
    told = [] if len(pages) == 1 else [f"(page {number} of {len(pages)}; {more})"]
    place = {"page": number, "pages": len(pages)} if told else {}
    text = "\n".join([*(line.text for line in pages[number - 1]), *told])
    return Page(text, common | _lists(pages[number - 1]) | place)


def _lists(lines: Iterable[Said]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for line in lines:
        for name, value in line.data.items():
            if isinstance(value, list):
                found.setdefault(name, []).extend(value)
    return found


def size_of(line: Said) -> int:
    """Return how many bytes a line takes within an answer: its text or its data, whichever is longer."""
    return max(len(orjson.dumps(line.text)), len(orjson.dumps(line.data)))


def _parts(line: Said, room: int) -> Iterator[Said]:
    """Yield a line, or parts of it that surely fit: no character takes more than six bytes.

    Data cannot be cut, so that of such a line is left to its text.
    """
    if size_of(line) <= room:
        yield line
        return
    longest = room // 6
    yield from (Said(line.text[at : at + longest]) for at in range(0, len(line.text), longest))
