"""Posts seeks: reads what a player wants to play, and opens a seek for it, which others may fill at once."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from domain.core.ruleset import Ruleset
from service.clients.limits import limits_of, require_open
from service.clients.ownership import Maker
from service.clients.players import Player
from service.clients.ratings import SERVER, rating_of
from service.clients.seek_terms import Terms, range_of
from service.clients.seeks import LIFE_MS, Seek, enter, new_seek_id, pack, pool_of, pool_with, read_pool, require_room
from service.game.context import Context
from service.game.rated_outcomes import speed_of
from service.handlers.budgets import require_budget_for_game
from service.handlers.matching import fill_seek
from service.handlers.new_seats import agent_of_wish, configure, ruleset_named
from service.problems import Problem, forbidden, invalid
from service.views.seeks import list_seek


@dataclass(frozen=True, slots=True)
class NewSeek:
    """Describes a requested seek: what to play, how long to wait, and whether agents may fill the table."""

    ruleset: str
    seats: int
    maps: Sequence[str] = ()
    modules: Sequence[str] = ()
    options: dict[str, Any] = field(default_factory=dict)
    ranges: Sequence[dict[str, Any]] = ()
    clock: dict[str, Any] | None = None
    wait_s: int = 600
    among: str = "server"
    fill: dict[str, Any] | None = None
    rated: bool = False
    rating: dict[str, int] | None = None


def post_seek(
    ctx: Context, player: Player, share: str, wish: NewSeek, *, by_player: bool = True
) -> tuple[Seek, str | None]:
    """Open a seek, and fill it if there are others that agree; return it with the id of the game, None if it waits.

    Raises Problem: 422 for what cannot be played, 403 for a client that is blocked or has too many seeks, 429 if too
    many wait for the same.
    """
    ruleset = ruleset_named(ctx, wish.ruleset)
    maker = Maker(share, player.app, player=player.id)
    require_open(ctx, maker)
    seek = _draft(ctx, ruleset, player, share, wish)
    if seek.rated == SERVER and not by_player:
        raise forbidden("api_key", "player_token")
    require_budget_for_game(ctx, share, [seek.agent] if seek.agent else [])
    pool = pool_with(seek.id)
    require_room(read_pool(ctx, pool))
    ctx.store.set_deadlines(pool, {seek.id: seek.due})  # first, so that the sweep finds what a process leaves undone
    try:
        enter(ctx, seek)
    except Problem:
        ctx.store.set_deadlines(pool, {seek.id: 0})
        raise
    list_seek(ctx, seek)  # before anybody can fill it, which takes it off the list
    ctx.store.set_facts(pool, {seek.id: pack(seek)})
    return seek, fill_seek(ctx, pool, seek.id)


def _draft(ctx: Context, ruleset: Ruleset, player: Player, share: str, wish: NewSeek) -> Seek:
    terms, modules = _terms(ruleset, wish)
    if wish.rating is not None and not wish.rated:
        raise invalid("rating", "only_rated")
    is_within = wish.among == "application" or (wish.rated and not limits_of(ctx, player.app).rated)
    within = player.app if is_within else ""
    rated = (within or SERVER) if wish.rated else ""
    pool = pool_of(ruleset.name, wish.seats, modules, wish.clock, within, rated)
    bounds = wish.rating or {}
    now, fill = ctx.clock(), wish.fill
    agent = "" if fill is None else agent_of_wish(ruleset, "fill", fill)
    return Seek(
        new_seek_id(player.id, pool),
        player.id,
        player.app,
        share,
        now,
        min(now + LIFE_MS, now + 1000 * wish.wait_s),
        now + 1000 * wish.wait_s,
        ruleset.name,
        wish.seats,
        terms,
        modules,
        wish.clock,
        within,
        now + 1000 * fill["after_s"] if fill else 0,
        agent,
        rated,
        rating_of(ctx, rated, player.id, ruleset.name, speed_of(wish.clock)).points if rated else 0,
        (bounds["minimum"], bounds["maximum"]) if bounds else None,
    )


def _terms(ruleset: Ruleset, wish: NewSeek) -> tuple[Terms, tuple[str, ...]]:
    """Return what a seek would play, with every option, and its modules; raises Problem (422)."""
    terms: Terms = {}
    modules: tuple[str, ...] = ()
    for name in wish.maps or (None,):
        with _blaming(wish):
            configs = [
                configure(ruleset, wish.seats, name, wish.modules, {**wish.options, **_ends(wish, end)})
                for end in ("minimum", "maximum")
            ]
        ranges = {one["option"]: range_of(one["minimum"], one["maximum"]) for one in wish.ranges}
        terms[configs[0].map] = {**configs[0].options, **ranges}
        modules = tuple(configs[0].modules)
    return terms, modules


@contextmanager
def _blaming(wish: NewSeek) -> Iterator[None]:
    """Let the faults of a configuration point into the body of a seek."""
    try:
        yield
    except Problem as problem:
        ranged = {f"options.{one['option']}" for one in wish.ranges}
        errors = problem.members.get("errors", {})
        named = {"map": "maps"} | dict.fromkeys(ranged, "ranges")
        problem.members["errors"] = {named.get(name, name): faults for name, faults in errors.items()}
        raise


def _ends(wish: NewSeek, end: str) -> dict[str, int]:
    for number, one in enumerate(wish.ranges):
        if one["option"] in wish.options:
            raise invalid(f"ranges.{number}.option", "option_or_range")
    return {one["option"]: one[end] for one in wish.ranges}
