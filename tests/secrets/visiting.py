"""Provides an observer's visit to a hosted world: every request and its answer, in order."""

import re
from random import Random
from typing import Any, Final, NamedTuple, cast

from werkzeug.test import TestResponse

from tests.secrets.hosting import OWNER, Hosted

PASSING: Final = ("RateLimit",)
"""Headers that depend on the time of day."""
_PLACE: Final = re.compile(rb"\b\d{13}-\d+-\d+-\d+\b")
"""Cursors of the feeds, which hold the store's own time."""
PROOF: Final = re.compile(rb"(?<=\d\.)[0-9a-f]{10}(?![0-9a-f])")
"""The proof of a cursor: a hash of the chain that cannot be computed without the server's key."""
_TAG: Final = re.compile(r'"(\d+)\.[0-9a-f]{12}"')
"""The tag of a view: its version, and a hash of the chain that cannot be computed without the server's key."""


class Answer(NamedTuple):
    """Holds a request and all that came back: the status, the headers, the bytes.

    The headers are sorted: their order says which of two ways answered, and that depends on how busy the machine is.
    """

    asked: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Visit:
    """Sends requests as the observer; `rng` and `invented` are the same in both worlds.

    `packed` says whether compressed bodies can be compared; they cannot where the seeds differ, whose hash is shown.
    """

    def __init__(self, world: Hosted, invented: list[Any], *, packed: bool) -> None:
        self.world = world
        self.rng = Random(world.wish.name)
        self.invented = invented
        self.packed = packed
        self.answers: list[Answer] = []
        self.asked: set[tuple[str, str]] = set()
        self.client = world.house.client
        self._urls = world.house.app.url_map.bind("")

    @property
    def seat(self) -> int | None:
        """Return the observer's seat."""
        return self.world.wish.seat

    @property
    def is_owner(self) -> bool:
        """Return whether the observer manages the game."""
        return self.world.wish.observer == OWNER

    @property
    def path(self) -> str:
        """Return the path of the game."""
        return f"/v1/games/{self.world.id}"

    def get(self, place: str = "", **headers: str) -> TestResponse:
        """Get something of the game; `If_None_Match=...` is a header."""
        return self.ask("GET", self.path + place, **headers)

    def post(self, place: str, body: Any = None, **headers: str) -> TestResponse:
        """Post something to the game."""
        return self.ask("POST", self.path + place, body, **headers)

    def ask(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, **headers: str
    ) -> TestResponse:
        """Send a request as the observer, or with a token, and note it with its answer."""
        answer = self._open(method, path, body, token, headers, buffered=True)
        self.note(f"{method} {path}", answer.data, answer)
        return answer

    def follow(self, path: str, **headers: str) -> Any:
        """Open a stream and return its chunks; the caller closes it, and only the head of the answer is noted."""
        answer = self._open("GET", path, None, None, headers, buffered=False)
        self.note(f"GET {path}", b"", answer)
        return iter(cast(Any, answer.response))

    def _open(
        self, method: str, path: str, body: Any, token: str | None, headers: dict[str, str], *, buffered: bool
    ) -> TestResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent |= self.world.headers if token is None else {"Authorization": f"Bearer {token}"}
        route = path.partition("?")[0]
        self.asked.add((method, self._urls.match(route, method, return_rule=True)[0].rule))
        return self.client.open(path, method=method, json=body, headers=sent, buffered=buffered)

    def note(self, asked: str, body: bytes, answer: TestResponse | None = None) -> None:
        """Keep something that the observer received."""
        told = [] if answer is None else [_told(*pair) for pair in answer.headers if pair[0] not in PASSING]
        status = 0 if answer is None else answer.status_code
        asked = PROOF.sub(b"PROOF", asked.encode()).decode()
        self.answers.append(Answer(asked, status, tuple(sorted(told)), self._neutral(body)))

    def _neutral(self, body: bytes) -> bytes:
        """Return a body in which the cursors of feeds, the seed of the game and its hash are replaced by constants."""
        wish = self.world.wish
        body = body.replace(wish.commitment.encode(), b"C" * 64).replace(wish.seed.hex().encode(), b"S" * 64)
        return _unmarked(body)

    def some(self, things: list[Any], most: int) -> list[Any]:
        """Return a few of some things, in their order."""
        chosen = sorted(self.rng.sample(range(len(things)), min(most, len(things))))
        return [things[at] for at in chosen]

    def versions(self, most: int) -> list[int]:
        """Return some versions of the game, the newest one last."""
        return [*self.some(list(range(1, self.world.version)), most), self.world.version]


def _told(name: str, value: str) -> tuple[str, str]:
    """Return a header; of tags and cursors only the version, since the rest differs with what the log hides."""
    if name == "Link":
        return name, _unmarked(value.encode()).decode()
    return name, _TAG.sub(r'"\1.TAG"', value) if name == "ETag" else value


def _unmarked(text: bytes) -> bytes:
    """Return a text in which what no client can compute of a cursor is replaced by constants."""
    return PROOF.sub(b"PROOF", _PLACE.sub(b"PLACE", text))
