"""Reads the facts of a table: who sits where, what was voted on, what may be redone, how it ended."""

from typing import Any

from tests.golden.facts.masks import numbers


def facts(table: Any) -> dict[str, Any]:
    """Return the facts of a table right after a version.

    Clocks are left out, since the time at which a seat began to owe something is computed again now and then.
    """
    open_vote = table.vote
    return {
        "status": table.status,
        "started": table.started,
        "seats": [_seat(seat) for seat in table.seats],
        "votes": [_vote(vote) for vote in table.votes],
        "open_vote": open_vote.id if open_vote else None,
        "redo": list(table.redo),
        "moved": table.moved,
        "entropies": list(table.entropies),
        "closed": _closed(table.closed),
        "rematch": table.rematch,
    }


def _seat(seat: Any) -> list[Any]:
    """Return who plays at a seat, by which agent, whose it is, who took it, and why an agent plays there instead."""
    return [seat.kind, seat.agent, seat.belongs_to, seat.holder, seat.joined, seat.left, seat.deadline_s]


def _vote(vote: Any) -> list[Any]:
    return [vote.kind, vote.by, vote.to, numbers(vote.asked), numbers(vote.yes), numbers(vote.no), vote.status]


def _closed(closed: Any) -> list[Any] | None:
    return None if closed is None else [closed.reason, list(closed.winners), list(closed.points)]
