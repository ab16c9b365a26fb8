"""Defines the kinds of votes: what ends one early, and how silence counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.table.choices import Outcome
from service.table.state import Table
from service.table.vote_events import VoteClosed


@dataclass(frozen=True, slots=True)
class VoteKind:
    """Describes how a kind of vote goes.

    An accepted command, a resignation or a move of the head makes it stale if it `ends_by_commands`, a timeout if it
    `ends_by_time_outs`. Silence rejects; but if it `excuses_absent`, the silence of overdue seats does not count.
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
"""Maps the words of `Question` to kinds."""


def closing(table: Table, *, timed_out: bool = False) -> list[VoteClosed]:
    """Return the event that closes the open vote as stale, if a command or a timeout ends it; otherwise nothing."""
    if table.vote is None:
        return []
    kind = KINDS[table.vote.kind]
    ends = kind.ends_by_time_outs if timed_out else kind.ends_by_commands
    return [VoteClosed(table.vote.id, Outcome.STALE)] if ends else []
