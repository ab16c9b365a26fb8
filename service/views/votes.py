"""Renders votes for the API."""

from typing import Any

from service.clients.authentication import Caller
from service.clients.standing_answers import answers_of
from service.game.context import Context
from service.game.debts import votes_due
from service.game.games import Game
from service.process.wall_clock import write_time
from service.table.kinds import MOST_SEATS
from service.table.seats import NO_SEAT, NO_VERSION, Vote
from service.table.vote_events import OWNER
from service.table.vote_kinds import KINDS
from service.views.spectator_delay import visible


def votes_document(ctx: Context, caller: Caller) -> dict[str, Any]:
    """List all votes of a game, the oldest first, and how the caller's seat answers votes beforehand."""
    now, game = ctx.clock(), visible(ctx, caller)
    said = {} if caller.seat is None else {"beforehand": answers_of(ctx.store.facts(game.id), game.table, caller.seat)}
    return {"votes": [vote_document(vote, now) for vote in game.table.votes], **said}


def vote_to_answer(game: Game, seat: int | None) -> dict[str, Any] | None:
    """Return the open vote that waits for a seat's party; None if there is none, or without a seat."""
    due = [] if seat is None else votes_due(game, [seat])
    return vote_document(game.table.votes[due[0].vote - 1], 0) if due else None


def vote_document(vote: Vote, now_ms: int) -> dict[str, Any]:
    """Return a vote as the API shows it; `by` is null for the owner."""
    is_over = vote.status == "open" and now_ms >= vote.closes_at and not KINDS[vote.kind].excuses_absent
    return {
        "id": vote.id,
        "kind": vote.kind,
        "by": None if vote.by == OWNER else vote.by,
        **({} if vote.to == NO_VERSION else {"to_version": vote.to}),
        **({"until": write_time(vote.until)} if vote.until else {}),
        **({} if vote.seat == NO_SEAT else {"seat": vote.seat}),
        "yes": _seats(vote.yes),
        "no": _seats(vote.no),
        "waiting": _seats(vote.asked & ~vote.yes & ~vote.no),
        "closes_at": write_time(vote.closes_at),
        "status": "expired" if is_over else vote.status,
    }


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(MOST_SEATS) if mask >> seat & 1]
