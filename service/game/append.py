"""Appends acts to the log as versions and advances the loaded game by them."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from eventstore.log.chain import event_bytes, next_chain
from eventstore.records import NOTHING, Beside, Conflict, Header, OtherPast, StoredEvent, Version
from service.game import clocks
from service.game.context import Context
from service.game.deadlines import due_after
from service.game.documents import event_document
from service.game.engine_help import note_head, require_no_new_agent
from service.game.folds import event_table, folds_of
from service.game.games import Act, Game, digest_of
from service.game.position import course_after
from service.table.clock_events import GameResumed
from service.table.events import TABLE_EVENTS
from service.table.evolving import evolve
from service.table.terms import OWNER
from service.table.vote_events import HeadMoved
from service.tracing import spans


def append(ctx: Context, game: Game, acts: Sequence[Act], beside: Beside = NOTHING) -> Game:
    """Append acts to the log and return the game after them.

    Raises Conflict, Duplicate, OtherFacts (a `given` fact no longer holds), or Problem (an agent would come to a seat
    that is closed to agents); nothing is written then. Raises OtherPast, a Conflict, if the acts were decided on a
    history that the log does not hold; the cached game is then dropped. The game's deadlines are written with the
    events too. Jobs for AI seats are queued after the append.
    """
    acts = add_time_events(ctx, game, acts)
    written = [version_of(game, act) for act in acts]
    after = advance(game, acts, written)
    if append_made(ctx, game, written, after, beside):
        seats = [act.seat for act in acts if act.seat is not None] if game.version else range(len(after.table.seats))
        by_person = any(after.table.seats[seat].kind in ("human", "bot") for seat in seats)
        ctx.jobs.play_ai(game.id, after.version, by_person=by_person)
    return after


def append_made(ctx: Context, game: Game, written: Sequence[Version], after: Game, beside: Beside = NOTHING) -> bool:
    """Append the versions that lead from a game to the game after them; return whether an AI seat owes a move then.

    Raises the errors of `append`. No job is queued.
    """
    require_no_new_agent(ctx, game, after)
    owes_ai = not after.table.paused and any(after.table.seats[entry.seat].kind == "ai" for entry in after.awaiting())
    due = due_after(game, written[-1].header.time_ms, after, owes_ai)
    about: dict[str, str | int] = {
        "game": game.id,
        "version": after.version,
        "count": len(written),
        "ruleset": game.ruleset.name,
    }
    try:
        with spans.span("append", "client", **about):
            ctx.store.append(game.id, game.version, written, game.chain, beside._replace(deadlines=due))
            ctx.jobs.leave_trace(game.id, range(game.version + 1, after.version + 1))
    except OtherPast:
        ctx.games.forget(game.id)
        raise
    except Conflict as conflict:  # the cached game learns what was missed
        conflict.newest = ctx.games.learn(game.id, game.tip, conflict.missed)
        raise
    ctx.games.keep(after, game.version)
    note_head(ctx, after)
    return owes_ai


def add_time_events(ctx: Context, game: Game, acts: Sequence[Act]) -> Sequence[Act]:
    """Add the events due to time: the end of a pause, the time used before the first act, credits for turns."""
    if not game.version or (game.table.opened.clock is None and not game.table.paused):
        return acts
    over = 0 < game.table.paused <= acts[0].time_ms
    used = clocks.time_used(game, acts[0].time_ms)
    positions = [game.position, *(act.play.position for act in acts)]
    steps = zip(acts, positions, positions[1:], strict=False)
    gained = [clocks.credit(game, before, after) if act.seat is not None else [] for act, before, after in steps]
    begun = [*([GameResumed(OWNER)] if over else []), *used]
    added = zip(acts, [begun, *([] for _ in acts[1:])], gained, strict=True)
    return [replace(act, events=[*first, *act.events, *last]) for act, first, last in added]


def show_events(ctx: Context, game: Game, acts: Sequence[Act], seat: int | None) -> list[dict[str, Any]]:
    """Return the events of acts that are about to be appended, as a seat (None: a spectator) may see them."""
    table = event_table(game.ruleset)
    return [
        event_document(table, event, number, index, act.seat, act.time_ms, seat)
        for number, act in enumerate(add_time_events(ctx, game, acts), game.version + 1)
        for index, event in enumerate(act.events)
    ]


def version_of(game: Game, act: Act) -> Version:
    """Return an act as a version to append: its events encoded, with a header."""
    ruleset = game.ruleset
    header = Header(
        secrets.token_urlsafe(6),
        act.seat,
        ruleset.name,
        ruleset.version,
        act.time_ms,
        digest_of(ruleset, act.play.position),
        str(ruleset.pack_version),
        act.cause.write(act.seat),
    )
    return Version(tuple(game.codec.encode(event) for event in act.events), header)


def advance(game: Game, acts: Sequence[Act], written: Sequence[Version]) -> Game:
    """Return the game after the acts that were written as these versions."""
    table, line, course, chain = game.table.copy(), game.line, acts[0].play.course, game.chain
    events, mark_of = event_table(game.ruleset), folds_of(game.ruleset).mark_of
    for number, (act, version) in enumerate(zip(acts, written, strict=True), game.version + 1):
        of_game = [event.type not in TABLE_EVENTS.by_name for event in version.events]
        for event, new, is_game in zip(act.events, version.events, of_game, strict=True):
            if isinstance(event, HeadMoved):
                course = act.play.course
            if is_game:
                course = course_after(course, events.of(event), new)
            else:
                table.version = number
                evolve(table, event)
        stored = [
            StoredEvent(number, index, event.type, event.schema, event.body, version.header, "")
            for index, event in enumerate(version.events)
        ]
        line = line.extend(stored, of_game, map(mark_of, act.events))
        chain = next_chain(chain, number, [event_bytes(event) for event in version.events])
    acts[-1].play.course = course
    return Game(game.id, game.ruleset, game.version + len(acts), table, acts[-1].play, line, chain)
