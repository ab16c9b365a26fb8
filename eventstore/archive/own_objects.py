"""Recognizes the archive of a store, so that an empty mount point, or another bucket, is not taken for it.

An archive bears identities: objects `identity/HEX`, which stay for good. The store knows one of them as a fact, from
the first segment on: first the object is written, then the fact, unless another process was quicker. If two hosts begin
at once, both have the right archive where they share it, and only one of them has it otherwise. Where an older release
wrote the archive, or an older copy of the store was restored, there is no identity to compare: then the archive is
recognized by objects that the store uses, and the next write gives it an identity.
"""

import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from redis.exceptions import RedisError

from eventstore.archive.objects import OTHER, Objects, ObjectsAway
from eventstore.archive.places import number_in
from eventstore.keys import ARCHIVE

IDENTITY: Final = "identity"
"""Names the fact of `ARCHIVE` that says which identity the archive bears."""
_FOLDER: Final = "identity/"
_CONTENT: Final = b"longroad-archive 1 %b\n"
_TRIED: Final = 8
"""Limits how many of the objects that the store uses are looked for."""
_AGAIN_S: Final = 5.0
"""Sets how long to wait, after another archive was found, until it is searched again for what the store uses."""
_BELIEVED_S: Final = 30.0
"""Sets how long `prove_lately` relies on the last comparison that found the right archive."""

_NEVER: Final = float("-inf")

log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Says what a store has to offer, so that its archive can be recognized."""

    def fact(self, game: str, key: str, /) -> bytes | None:
        """Return a small value, as `Facts.fact` does."""

    def set_facts(self, game: str, facts: dict[str, bytes], /) -> None:
        """Set small values, as `Facts.set_facts` does."""

    def swap_fact(self, owner: str, key: str, was: bytes, now: bytes, /) -> bool:
        """Replace a small value if it is still `was`, as `Facts.swap_fact` does."""

    def name_objects(self) -> Sequence[str]:
        """Name objects that are in use, as `Archiving.name_objects` does."""


class OwnObjects(Objects):
    """Lets objects be written, listed and deleted only while they are those of the store's archive.

    They are read in any case; if one is missing from an archive that is another one, the reason is `OTHER`, not
    "missing". Every method may also raise what the store raises.
    """

    def __init__(self, objects: Objects, store: Keeper, clock: Callable[[], float] = time.monotonic) -> None:
        self._objects = objects
        self._store = store
        self._clock = clock
        self._right_until = self._other_until = _NEVER

    def put(self, name: str, content: bytes) -> None:
        """Compare, and write."""
        self.prove(is_written=True)
        self._objects.put(name, content)

    def get(self, name: str, start: int = 0, size: int | None = None) -> bytes:
        """Read, and compare only if the object is missing."""
        try:
            return self._objects.get(name, start, size)
        except ObjectsAway as away:
            if away.reason == "missing":
                self.prove()
            raise

    def pages(self, prefix: str, after: str = "") -> Iterator[list[str]]:
        """Compare, and list."""
        self.prove()
        yield from self._objects.pages(prefix, after)

    def drop(self, name: str) -> None:
        """Compare, and delete."""
        self.prove()
        self._objects.drop(name)

    def drop_parts(self) -> int:
        """Compare, and delete."""
        self.prove()
        return self._objects.drop_parts()

    def fault(self, *, is_written: bool) -> str | None:
        """Look at the place, whosever archive it is; but no probe is written into another one."""
        return self._objects.fault(is_written=is_written and (not self._objects.has_probe or self._is_right()))

    def _is_right(self) -> bool:
        """Return whether this is the store's archive, as of the last half minute; False if that is unknown."""
        try:
            self.prove_lately()
        except (ObjectsAway, RedisError):
            return False
        return True

    def prove_lately(self) -> None:
        """Do what `prove` does, unless that was done half a minute ago or less."""
        if self._clock() >= self._right_until:
            self.prove()

    def prove(self, *, is_written: bool = False) -> None:
        """Compare the archive with the one that the store knows; raises ObjectsAway, for `OTHER` if it is another one.

        With `is_written` it gets an identity if it has none, and the store knows it then.
        """
        known = (self._store.fact(ARCHIVE, IDENTITY) or b"").decode()
        if not known or not self._has(_FOLDER + known):
            self._prove_by_use(known, is_written=is_written)
        if self._other_until > _NEVER:
            log.warning("the archive is that of this store again")
        self._other_until, self._right_until = _NEVER, self._clock() + _BELIEVED_S

    def accept(self) -> None:
        """Take these objects for those of the store's archive, whatever was known; raises ObjectsAway."""
        made = self._make()
        self._store.set_facts(ARCHIVE, {IDENTITY: made.encode()})

    def _prove_by_use(self, known: str, *, is_written: bool) -> None:
        """Compare an archive that lacks the known identity, by objects in use; where none are, the first use begins."""
        if self._clock() < self._other_until:
            raise self._other(known)
        used = sorted(self._store.name_objects(), key=number_in)[:_TRIED]
        if (known or used) and not self._is_used(used, known):
            raise self._other(known)
        if is_written:
            self._claim(known)

    def _is_used(self, used: Sequence[str], known: str) -> bool:
        """Return whether one of these objects is there, and no other identity than a known one."""
        return any(map(self._has, used)) and not (known and any(self._objects.pages(_FOLDER)))

    def _claim(self, known: str) -> None:
        """Give the archive the known identity, or a new one, which the store knows then; raises ObjectsAway."""
        made = self._make(known)
        if known:
            return
        self._store.swap_fact(ARCHIVE, IDENTITY, b"", made.encode())
        winner = (self._store.fact(ARCHIVE, IDENTITY) or b"").decode()
        if winner != made:
            self._objects.drop(_FOLDER + made)
            if not self._has(_FOLDER + winner):
                raise self._other(winner)

    def _make(self, known: str = "") -> str:
        """Write an identity, by default a new one, and return it."""
        made = known or secrets.token_hex(16)
        self._objects.put(_FOLDER + made, _CONTENT % made.encode())
        return made

    def _has(self, name: str) -> bool:
        """Return whether there is an object; raises ObjectsAway if that cannot be known."""
        try:
            self._objects.get(name, 0, 1)
        except ObjectsAway as away:
            if away.reason == "missing":
                return False
            raise
        return True

    def _other(self, known: str) -> ObjectsAway:
        """Return the error that says what is missing: the place, or what would be there; remember the latter."""
        fault = self._objects.fault(is_written=False)
        if fault is not None:
            return ObjectsAway("missing", fault)
        lacks = f"{_FOLDER}{known}" if known else "the objects that the store uses"
        other = ObjectsAway(OTHER, f"it is not the archive of this store: it lacks {lacks}")
        if self._other_until == _NEVER:
            log.error("the archive cannot be used: %s", other)
        if self._clock() >= self._other_until:
            self._other_until = self._clock() + _AGAIN_S
        self._right_until = _NEVER
        return other
