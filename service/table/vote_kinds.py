"""The kinds of votes: what ends one early, and how silence counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.table.choices import Outcome
from service.table.events import VoteClosed
from service.table.state import Table


@dataclass(frozen=True, slots=True)
class VoteKind:
    """How a kind of votes goes.

    An accepted command, a resignation or a move of the head `ends_by_commands`, a time-out `ends_by_time_outs`: the
    vote is then stale. Silence is no; where it `excuses_absent`, the silence of a seat that is overdue is not counted.
    """

    ends_by_commands: bool = True
    ends_by_time_outs: bool = True
    excuses_absent: bool = False


KINDS: Final[Mapping[str, VoteKind]] = MappingProxyType(
    {
        "undo": VoteKind(),
        "redo": VoteKind(),
        "abandon": VoteKind(excuses_absent=True),
        "pause": VoteKind(ends_by_commands=False),
        "seat": VoteKind(ends_by_commands=False, ends_by_time_outs=False, excuses_absent=True),
    }
)
"""By the words of `Question`."""


def closing(table: Table, *, timed_out: bool = False) -> list[VoteClosed]:
    """The event that ends the open vote of a table as stale, where a command or a time-out ends it; else nothing."""
    if table.vote is None:
        return []
    kind = KINDS[table.vote.kind]
    ends = kind.ends_by_time_outs if timed_out else kind.ends_by_commands
    return [VoteClosed(table.vote.id, Outcome.STALE)] if ends else []
