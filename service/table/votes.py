"""Says who decides at a table, its parties, and how each kind of vote goes: what ends one early, how silence counts.

A party is a `human` or `bot` seat, also while an agent stands in for it. A seat that was made for an agent, is open, or
was resigned belongs to no party. In a hot-seat game the seats whose players share one screen are one party; so are, in
any game, the seats for which one API key acts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.table.state import Table
from service.table.terms import RESIGNED, Outcome
from service.table.vote_events import VoteClosed


def owners(table: Table) -> list[int | None]:
    """Return the party of every seat, named by the lowest of its seats; None for a seat without a party."""
    found: list[int | None] = [None] * len(table.seats)
    first: dict[str, int] = {}
    for number, seat in enumerate(table.seats):
        if seat.belongs_to in ("human", "bot") and seat.left != RESIGNED:
            found[number] = first.setdefault(seat.client, number) if seat.client else number
    if not table.opened.hot_seat:
        return found
    kept = [n for n, seat in enumerate(table.seats) if seat.belongs_to == "human" and not seat.joined]
    shared = [n for n in kept if found[n] is not None]
    return [shared[0] if n in shared else party for n, party in enumerate(found)]


def parties(table: Table) -> list[int]:
    """List every party, named by the lowest of its seats."""
    return sorted({party for party in owners(table) if party is not None})


def party_of(table: Table, seat: int) -> int | None:
    """Return the party of a seat, named by the lowest of its seats; None if it has none."""
    return owners(table)[seat]


def seats_of(table: Table, party: int | None) -> list[int]:
    """List the seats of a party."""
    return [] if party is None else [seat for seat, owner in enumerate(owners(table)) if owner == party]


def has_other_people(table: Table) -> bool:
    """Return whether anyone but the creator may be at the table: a second person's seat, or one that was taken.

    In a sandbox the creator plays all seats whose tokens were never renewed.
    """
    people = [seat for seat in table.seats if seat.belongs_to == "human"]
    if table.opened.sandbox:
        return any(seat.joined or seat.held for seat in people)
    return any(seat.joined for seat in people) or (len(people) > 1 and not table.opened.hot_seat)


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
