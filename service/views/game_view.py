"""Renders the view of a game: the table, and the board as far as the caller may know it.

Its body depends on version and caller alone, as its ETag promises, with one exception: while an AI seat has to move,
the newest view also says what its agent is doing, which is not in the log. Such a view is not *settled*: a conditional
request for it is answered with 200 and the body, never with 304. Views of a requested version never include it and are
always settled. Votes are rendered here too.
"""

from collections.abc import Mapping
from typing import Any

from domain.core.ruleset import Result
from service.clients.authentication import Caller, by_whom
from service.clients.names import fit_names, names_at
from service.clients.standing_answers import answers_of
from service.game import clocks
from service.game.context import Context
from service.game.deadlines import fill_due, times
from service.game.debts import asks_people, cover_times, overdue_times, votes_due, waits_until
from service.game.documents import agent_members
from service.game.games import Game
from service.game.ids import is_imported
from service.game.undo_rights import before_newest, redo_target, right_to_move
from service.problems import Problem, refusal
from service.process.wall_clock import write_time
from service.table.seat_events import agent_named_by
from service.table.terms import MOST_SEATS, NO_SEAT, NO_VERSION, OWNER, PEOPLE, RESIGNED, Ending, HeadMove, Vote
from service.table.timesheets import DAYS
from service.table.votes import KINDS, owners
from service.views.narration import board_in_words
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


def view_document(
    ctx: Context, game: Game, caller: Caller, *, is_newest: bool, names: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """Return the body of `GET games/{id}`; `names` are those beside the log, if the caller has just read them."""
    table = game.table
    opened = table.opened
    document: dict[str, Any] = {
        "id": game.id,
        "ruleset": opened.ruleset,
        "status": table.status,
        "version": game.version,
        **times(game),
        "map": opened.map,
        "modules": list(opened.modules),
        "options": game.config.options,
        "undo_policy": opened.undo,
        "private": opened.private,
        "unfair": opened.unfair,
        "analyses": opened.analyses,
        "hot_seat": opened.hot_seat,
        "overdue_after_s": opened.overdue_after_s,
        "offer_wait_s": opened.offer_wait_s,
        "agent_talk": opened.agent_talk,
        "agent_pace_ms": opened.agent_pace_ms,
        "commitment": opened.commitment,
        "head": game.play.version or None,
        "undo": _offer(game, HeadMove.UNDO, caller),
        "redo": _offer(game, HeadMove.REDO, caller),
        "seats": seat_documents(ctx, game, names),
        "awaiting": _awaiting(ctx, game, is_newest),
        "state": state_document(game, caller.seat),
    }
    result = game.result
    if result is not None:
        document["result"] = result_document(game, result)
    if opened.parent is not None:
        document["parent"] = opened.parent
    if not opened.listed:
        document["listed"] = False
    return document | {name: value for name, value in _more(game, caller).items() if value}


def _more(game: Game, caller: Caller) -> dict[str, Any]:
    """Return the optional members of the view that have a value."""
    opened = game.table.opened
    return {
        "vote": vote_to_answer(game, caller.seat),
        "clock": opened.clock,
        "fill": _show_fill(game),
        "stand_in": opened.stand_in and agent_members(agent_named_by(opened.stand_in)),
        "paused": {"until": write_time(game.table.paused)} if _is_paused(game) else None,
        "spectator_delay": opened.spectator_delay,
        "imported": is_imported(game.id),
        "sandbox": opened.sandbox,
        "rematch_of": opened.rematch_of,
        "rematch": game.table.rematch,
        "phrases": opened.phrases,
    }


def _show_fill(game: Game) -> dict[str, Any] | None:
    """Return which agents take open seats, and when; None if none do."""
    fill = game.table.opened.fill
    if fill is None:
        return None
    due = fill_due(game)
    return {
        "after_s": fill["after_s"],
        **agent_members(agent_named_by(fill)),
        **({"at": write_time(due)} if due else {}),
    }


def _is_paused(game: Game) -> bool:
    return bool(game.table.paused) and game.table.status == "running"


def result_document(game: Game, result: Result) -> dict[str, Any]:
    """Return how a game ended; `reason` says whether by the rules or by the table."""
    closed = game.table.closed
    reason = "played" if closed is None else Ending(closed.reason).word
    return {"winners": list(result.winners), "points": list(result.points), "reason": reason}


def state_document(game: Game, seat: int | None) -> dict[str, Any] | None:
    """Return what a seat (None: a spectator) knows of the position; None before the game is set up."""
    if game.position is None:
        return None
    return {"ruleset": game.ruleset.name, **game.ruleset.render(game.ruleset.observe(game.position, seat))}


def seat_documents(ctx: Context, game: Game, known: Mapping[int, str] | None = None) -> list[dict[str, Any]]:
    """Return the seats as JSON; names are stored beside the log and may be deleted."""
    names = names_at(ctx, game.id) if known is None else fit_names(ctx, game.id, known)
    shared = owners(game.table) if any(seat.client for seat in game.table.seats) else []
    documents = []
    for number, seat in enumerate(game.table.seats):
        document: dict[str, Any] = {"seat": number, "kind": seat.kind}
        if number in names and seat.kind != "open":
            document["name"] = names[number]
        document |= agent_members(seat.agent)
        if seat.left:
            document["left"] = seat.left
        document |= _time_of_seat(game, number)
        if seat.belongs_to in ("human", "bot"):
            document["held"] = seat.held and seat.left != RESIGNED
        if shared and shared.count(shared[number]) > 1 and shared[number] is not None:
            document["party"] = shared[number]
        documents.append(document)
    return documents


def _time_of_seat(game: Game, number: int) -> dict[str, Any]:
    """Return the time that a clock has left for a seat, as of the version."""
    sheet = game.table.sheet
    timed = game.table.seats[number].belongs_to in PEOPLE
    if not timed or not game.table.opened.clock:
        return {}
    if sheet.banks:
        return {"bank_ms": sheet.banks[number]}
    if clocks.grace_s(game):
        return {"graces_left": clocks.graces_left(game, number)}
    return {"holidays_left": clocks.holidays_left(game, number)} if game.table.opened.clock.get("kind") == DAYS else {}


def _awaiting(ctx: Context, game: Game, is_newest: bool) -> list[dict[str, Any]]:
    since = game.debts()
    late = cover_times(game)
    due, overdue = clocks.due_times(game), overdue_times(game)
    expires = _answers_expire(ctx, game) if is_newest else {}
    documents = []
    for seat, frame, must in game.awaiting():
        at = game.time_of(since[seat, frame])
        document: dict[str, Any] = {"seat": seat, "frame": frame, "must": must, "since": write_time(at)}
        moments = [moment for moment in (due.get((seat, frame)), late.get(seat) if must else None) if moment]
        if moments:
            document["deadline"] = write_time(min(moments))
        if must and seat in overdue:
            document["overdue_at"] = write_time(overdue[seat])
        if not must and game.table.seats[seat].kind != "ai":
            document |= expires
        if game.table.seats[seat].kind == "ai":
            document |= agent_members(game.table.seats[seat].agent)
            is_told = is_newest and not _is_paused(game)
            document |= {"agent_state": ctx.jobs.agent_state(game.id, seat)} if is_told else {}
        documents.append(document)
    return documents


def _answers_expire(ctx: Context, game: Game) -> dict[str, str]:
    """Return the member that says until when an agent that must act waits for the answers of others, if one does."""
    awaited = game.awaiting()
    waits = any(entry.must and game.table.seats[entry.seat].kind == "ai" for entry in awaited)
    if not waits or _is_paused(game) or not asks_people(game, awaited):
        return {}
    return {"expires": write_time(waits_until(game, ctx.jobs.silences(game.id)))}


def is_settled(game: Game) -> bool:
    """Return whether the newest view depends on version and caller alone: no AI seat has to act, or all pause."""
    return _is_paused(game) or not any(game.table.seats[entry.seat].kind == "ai" for entry in game.awaiting())


def _offer(game: Game, kind: HeadMove, caller: Caller) -> dict[str, Any] | None:
    """Return where a caller's next undo or redo leads, and by which right; None if there is none."""
    by = by_whom(caller)
    if caller.credential is None or caller.resigned is not None or is_imported(game.id) or game.table.paused:
        return None
    if by != OWNER and game.table.seats[by].left:
        return None
    try:
        to = before_newest(game, by) if kind == HeadMove.UNDO else redo_target(game)
        return {"to": to, "by": right_to_move(game, kind, to, by).value}
    except Problem:
        return None


def board_document(ctx: Context, caller: Caller, words_in: str | None = None) -> dict[str, Any]:
    """Return the geometry of the board, which never changes; raises Problem (409) until the set-up has laid it.

    With a language in `words_in`, each place also has its name.
    """
    game = visible(ctx, caller)
    known = game.ruleset.printed(game.config) if game.position is None else game.ruleset.geometry(game.position)
    if known is None:
        raise refusal("game.not_started")
    shown = known if words_in is None else board_in_words(game.ruleset, known, words_in)
    return {"id": game.id, "ruleset": game.ruleset.name, **shown}
