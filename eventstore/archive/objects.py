"""Says what the archive needs of the place where its objects are.

An object is written once, whole or not at all, and is read by ranges. A directory and S3-compatible stores offer that.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final, Literal

from eventstore.log.chain import ChainBroken

S3: Final = "s3://"
Reason = Literal["unconfigured", "missing", "other_archive", "unreachable", "slow", "full", "forbidden"]
"""Says why an archive cannot be read or written."""
OTHER: Final = "other_archive"
"""Is the reason where an archive is not that of the store."""


class ArchiveAway(ChainBroken):
    """Reports that an archived log cannot be reached, and for which `reason`.

    The log itself may be intact: another host may be able to read it, or this one later.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(1, message)
        self.args = (message,)
        self.reason: Reason = reason


class ObjectsAway(OSError):
    """Reports that objects cannot be read or written now, and for which `reason`."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


class Objects(ABC):
    """Stores objects by name, such as `segments/0123.seg`; every method raises ObjectsAway.

    Where it `has_probe`, an object must be written to find out whether that is possible.
    """

    has_probe = False

    @abstractmethod
    def put(self, name: str, content: bytes) -> None:
        """Write an object, durably; readers see the one before, or none, until all of it is there."""

    @abstractmethod
    def get(self, name: str, start: int = 0, size: int | None = None) -> bytes:
        """Return `size` bytes from `start` on (negative: counted from the end), or fewer where the object ends.

        Raises ObjectsAway for the reason `missing` if there is no such object.
        """

    @abstractmethod
    def pages(self, prefix: str, after: str = "") -> Iterator[list[str]]:
        """Yield the names of objects that begin with the prefix and come after the name `after`, in order, by pages."""

    def names(self, prefix: str) -> list[str]:
        """Return the names of all objects that begin with the prefix, in order."""
        return [name for page in self.pages(prefix) for name in page]

    @abstractmethod
    def drop(self, name: str) -> None:
        """Delete an object, if there is one."""

    def drop_parts(self) -> int:
        """Delete the unfinished files of killed writers; return how many, which is 0 here."""
        return 0

    @abstractmethod
    def fault(self, *, is_written: bool) -> str | None:
        """Return why objects cannot be read, or written where that is needed; None if they can."""
