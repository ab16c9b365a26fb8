"""Models a game as its clients see it: a log that grows by versions, and the mark of the newest of them."""

from dataclasses import dataclass
from typing import Final, NamedTuple


class State(NamedTuple):
    """Represents a log by its newest version and what marks that version; the mark is None as long as nobody saw it."""

    version: int
    mark: str | None = None


BEGINNING: Final = State(0)


@dataclass(frozen=True, slots=True)
class Write:
    """Represents a command. `base` is the version of its If-Match; `first` to `last` are the versions that it was told
    to have made.

    Where nothing was told (`first` is None) it made `count` versions, at any time since, or none.
    """

    base: int | None = None
    first: int | None = None
    last: int | None = None
    mark: str | None = None
    count: int = 1

    def after(self, state: State) -> State | None:
        """Return what the log is then, None where it cannot have been done."""
        if self.base not in (None, state.version):
            return None
        if self.first is None or self.last is None:
            return State(state.version + self.count)
        return State(self.last, self.mark) if self.first == state.version + 1 else None


@dataclass(frozen=True, slots=True)
class Read:
    """Represents an answer that tells the newest version, and its mark where it showed that.

    A command that was refused because the game had gone on is such an answer too.
    """

    version: int
    mark: str | None = None
    is_refusal: bool = False

    def after(self, state: State) -> State | None:
        """Return the same log, of which the mark is known now; None where it is another one."""
        if self.version != state.version:
            return None
        if None in (self.mark, state.mark):
            return State(state.version, self.mark or state.mark)
        return state if self.mark == state.mark else None


Act = Write | Read
