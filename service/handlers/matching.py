"""Fills seeks: takes those that agree out of their pool in one step, and makes their game.

A seek is filled once, whatever processes do at once: `swap_facts` takes all seeks of a match out of the pool together
with the note of the match, or none of them. The id of the game is drawn before, so the game is made once, too, and a
deadline that was set before lets the sweep finish what a process left undone.
"""

import time
from collections.abc import Iterable, Sequence
from random import random
from typing import Any, Final

import orjson

from eventstore.records import Conflict
from service.clients import fact_names
from service.clients.limits import limits_of
from service.clients.own_games import SITTING
from service.clients.ownership import Maker, client_of, note_game
from service.clients.players import Player, find_player, name_of
from service.clients.seek_terms import choose, meet
from service.clients.seeks import (
    EXPIRED,
    FILLED,
    REFUSED,
    WITHDRAWN,
    Match,
    Pool,
    Seek,
    find_seek,
    is_seek,
    leave,
    match_name,
    pack,
    read_match,
    read_pool,
    take_out,
)
from service.game.context import Context
from service.game.ids import new_id
from service.game.rated_outcomes import AGENT
from service.game.results import Created
from service.handlers.accept import Request, accept_new
from service.handlers.new_seats import NewSeat, configure, ruleset_named
from service.handlers.openings import NewGame, open_table, plan_of
from service.problems import Problem
from service.webhooks.seek_notices import notify_of_end

MAKING_MS: Final = 10_000
"""Sets after how many ms the sweep makes a game that a process was to make."""
ATTEMPTS: Final = 30
"""Limits how often a seek is tried again when another process has changed its pool."""
PAUSE_S: Final = 0.01
"""Sets by how many seconds the longest pause between two attempts grows with each."""


def fill_seek(ctx: Context, pool_id: str, seek_id: str, *, with_agents: bool = False) -> str | None:
    """Fill a seek with others that agree; return the id of the game, None if there are too few or it is not open."""
    for attempt in range(ATTEMPTS):
        pool = read_pool(ctx, pool_id)
        made = next((match for match in pool.matches.values() if seek_id in _ids(match)), None)
        if made is not None:  # another process took it: the game is being made
            return made.game
        group = _group(ctx, pool, seek_id, with_agents=with_agents)
        if group is None:
            return None
        match = _match(group, is_full=len(group) == group[0].seats)
        name = match_name(match.game)
        ctx.store.set_deadlines(pool_id, {name: ctx.clock() + MAKING_MS})
        taken = {one.id: (pool.seeks[one.id][1], b"") for one in group}
        if ctx.store.swap_facts(pool_id, {**taken, name: (b"", pack(match))}) or ctx.store.fact(pool_id, name):
            return _finish(ctx, pool_id, match)
        ctx.store.set_deadlines(pool_id, {name: 0})
        time.sleep(PAUSE_S * attempt * random())
    ctx.store.set_deadlines(pool_id, {seek_id: ctx.clock() + 1_000})
    return None


def _ids(match: Match) -> list[str]:
    return [seek.id for seek in match.seeks]


def _match(group: Sequence[Seek], *, is_full: bool) -> Match:
    terms = group[0].terms
    for seek in group[1:]:
        terms = meet(terms, seek.terms)
    name, options = choose(terms)
    oldest = min(group, key=lambda seek: seek.created)
    return Match(new_id(None), tuple(group), name, options, "" if is_full else oldest.agent)


def _group(ctx: Context, pool: Pool, seek_id: str, *, with_agents: bool) -> list[Seek] | None:
    """Return a seek with the oldest others that agree with it and among each other; None if there are too few."""
    if seek_id not in pool.seeks:
        return None
    seek, now = pool.seeks[seek_id][0], ctx.clock()
    others = sorted((one for one, _ in pool.seeks.values() if one.id != seek_id), key=lambda one: one.created)
    if with_agents:
        others = [one for one in others if one.agent == seek.agent]
    group, terms, known = [seek], seek.terms, {seek.player: find_player(ctx, seek.player)}
    if known[seek.player] is None or seek.expires <= now or _is_blocked(ctx, seek):
        return None
    for one in others:
        if len(group) == seek.seats:
            break
        is_there = (
            one.expires > now and one.player not in known and all(_want_each_other(one, other) for other in group)
        )
        met = meet(terms, one.terms) if is_there else {}
        if not met:
            continue
        player = None if _is_blocked(ctx, one) else find_player(ctx, one.player)
        if player is not None and _get_on(player, known.values()):
            group, terms = [*group, one], met
            known[one.player] = player
    return group if len(group) == seek.seats or with_agents else None


def _is_blocked(ctx: Context, seek: Seek) -> bool:
    """Return whether the administrator has blocked the client of a seek meanwhile: it takes no seats then."""
    return limits_of(ctx, client_of(seek.share)).blocked


def _want_each_other(one: Seek, other: Seek) -> bool:
    """Return whether each of two players has a rating that the other wants."""
    return all(
        mine.wants is None or mine.wants[0] <= its.points <= mine.wants[1] for mine, its in ((one, other), (other, one))
    )


def _get_on(player: Player, others: Iterable[Player | None]) -> bool:
    """Return whether a player has blocked none of the others, and none of them the player."""
    return all(one is not None and player.id not in one.blocks and one.id not in player.blocks for one in others)


def _finish(ctx: Context, pool_id: str, match: Match) -> str | None:
    """Make the game of a match, unless it is there, and tell its seekers; return its id, None if it was refused."""
    refused: Problem | None = None
    try:
        if not ctx.store.head(match.game):
            _make_game(ctx, match)
    except Conflict:  # another process made it
        pass
    except Problem as problem:
        if not ctx.store.head(match.game):
            refused = problem
    how = {"reason": refused.slug} if refused else {"game": match.game}
    for seek in match.seeks:
        leave(ctx, seek.id, REFUSED if refused else FILLED, **how)
        if refused:
            notify_of_end(ctx, seek)
    ctx.store.set_facts(pool_id, {match_name(match.game): b""})
    ctx.store.set_deadlines(pool_id, {match_name(match.game): 0})
    return None if refused else match.game


def _make_game(ctx: Context, match: Match) -> None:
    seats = [
        NewSeat("human", name_of(ctx, seek.player) or None, player=seek.player, app=seek.app) for seek in match.seeks
    ]
    first = match.seeks[0]
    seats += [NewSeat("ai", agent=match.agent)] * (first.seats - len(seats))
    wish = NewGame(first.ruleset, seats, seat_order="random", clock=first.clock)
    accept_new(ctx, Request(match.game, Created), _open, wish=wish, match=match)


def _open(ctx: Context, wish: NewGame, match: Match) -> Any:
    for seek in match.seeks:
        note_game(ctx, Maker("", seek.app), match.game, SITTING)
    ruleset, first = ruleset_named(ctx, wish.ruleset), match.seeks[0]
    config = configure(ruleset, len(wish.seats), match.map, first.modules, match.options)
    plan = plan_of(ruleset, config, wish)
    opened = open_table(ctx, match.game, plan, Maker(first.share))
    if not first.rated:
        return opened
    seated = [seat.player or f"{AGENT}{seat.agent}" for seat in plan.seats]
    facts = {fact_names.RATED: first.rated.encode(), fact_names.RATED_SEATS: orjson.dumps(seated)}
    return opened._replace(beside=opened.beside._replace(facts={**opened.beside.facts, **facts}))


def fall_due(ctx: Context, pool_id: str, name: str) -> None:
    """Handle a passed deadline of a pool: a match whose game is not made yet, or a seek that fills or expires."""
    if not is_seek(name):
        kept = ctx.store.fact(pool_id, name)
        if kept is None:
            ctx.store.set_deadlines(pool_id, {name: 0})
        else:
            _finish(ctx, pool_id, read_match(kept))
        return
    found = find_seek(ctx, name)
    if found is None:
        _settle_missing(ctx, pool_id, name)
        return
    seek, now = found[0], ctx.clock()
    if take_out(ctx, name, EXPIRED):
        notify_of_end(ctx, seek)
        return
    if fill_seek(ctx, pool_id, name, with_agents=0 < seek.fills <= now):
        return
    later = [moment for moment in (seek.expires, seek.fills) if moment > now]
    if find_seek(ctx, name) is not None:
        ctx.store.set_deadlines(pool_id, {name: min(later, default=now + 1_000)})


def _settle_missing(ctx: Context, pool_id: str, seek_id: str) -> None:
    """Note the end of a seek that a process took out of its pool and left so, unless a match is about to end it."""
    if all(seek_id not in _ids(match) for match in read_pool(ctx, pool_id).matches.values()):
        leave(ctx, seek_id, WITHDRAWN)
