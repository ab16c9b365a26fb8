"""Keeps what seats have said by the phrases that the server offers: one bounded fact beside the log, for each game.

None of it is a version of the game. A phrase has an id that stays; its words are in `service/texts/phrases/talk.toml`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import orjson

from service.clients import fact_names

PHRASES: Final = (
    *("hello", "good_luck", "have_fun", "nice_move", "well_played", "good_game"),
    *("thanks", "you_are_welcome", "sorry", "no_problem", "oops", "lucky"),
    *("unlucky", "thinking", "one_moment", "back", "have_to_go", "another_game"),
)
"""Lists the ids of all phrases, in the order in which they are offered."""
MOST_SAID: Final = 40
"""Limits how many messages of a game are kept; the oldest are forgotten. A minute of six seats has room."""
MOST_IN_MINUTE: Final = 5
"""Limits how many phrases a seat says within a minute."""
MINUTE_MS: Final = 60_000


class Said(NamedTuple):
    """Holds a message: its number, the seat, the phrase's id, when (ms) it was said, and the version it was said at."""

    number: int
    seat: int
    phrase: str
    time: int
    version: int


class Talk(NamedTuple):
    """Holds the messages of a game, the newest last; `newest` is the number of the newest there ever was."""

    newest: int = 0
    said: Sequence[Said] = ()

    def write(self) -> bytes:
        """Return the fact that holds them."""
        return orjson.dumps([self.newest, *map(list, self.said)])

    def add(self, seat: int, phrase: str, now: int, version: int) -> "Talk":
        """Return them with one more message, and without the oldest if there are too many."""
        number = self.newest + 1
        return Talk(number, [*self.said, Said(number, seat, phrase, now, version)][-MOST_SAID:])

    def wait_ms(self, seat: int, now: int) -> int:
        """Return how long a seat must wait before it may say something; 0 if it may."""
        recent = [one.time for one in self.said if one.seat == seat and now - one.time < MINUTE_MS]
        return 0 if len(recent) < MOST_IN_MINUTE else recent[-MOST_IN_MINUTE] + MINUTE_MS - now


def read_talk(written: bytes) -> Talk:
    """Return the messages that a fact holds; none for an empty one."""
    if not written:
        return Talk()
    newest, *said = orjson.loads(written)
    return Talk(newest, [Said(*one) for one in said])


def forget_said(facts: Mapping[str, bytes], seat: int) -> dict[str, bytes]:
    """Return the fact without what a seat has said; nothing if the game has none. Numbers do not come back."""
    written = facts.get(fact_names.SAID, b"")
    if not written:
        return {}
    talk = read_talk(written)
    return {fact_names.SAID: Talk(talk.newest, [one for one in talk.said if one.seat != seat]).write()}


def write_muted(holder: str, seats: Iterable[int]) -> bytes:
    """Return the fact that says whom the holder of a seat has muted; an empty one for no seats."""
    listed = ",".join(map(str, sorted(seats)))
    return fact_names.holding(holder, listed) if listed else b""


def read_muted(written: bytes, holder: str) -> frozenset[int]:
    """Return whom the holder of a seat has muted; none if the fact is one of an earlier holder."""
    of, listed = fact_names.owner_and_holder(written)
    return frozenset(map(int, listed.split(","))) if listed and of == holder else frozenset()


def keep_muted(facts: Mapping[str, bytes], seat: int, before: str, holder: str) -> dict[str, bytes]:
    """Return the fact of whom a seat has muted under the new id of the same holder; none if it has muted no seat."""
    muted = read_muted(facts.get(fact_names.mutes(seat), b""), before)
    return {fact_names.mutes(seat): write_muted(holder, muted)} if muted else {}
