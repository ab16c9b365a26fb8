"""Decides when the server may analyze a game or play in it while people and bots compete.

A branch cannot get around its parent's choice: restrictions on a game hold for all games branched from it.
"""

from collections.abc import Iterator
from typing import Any

from domain.core.ruleset import Ruleset
from service.game.context import Context
from service.game.games import Game
from service.problems import Problem, refusal
from service.table.terms import Analyses
from service.table.votes import parties, party_of
from workers.agents.catalog import IDLE, split_name


def is_withheld(ctx: Context, game: Game) -> bool:
    """Return whether the game, or one that it branched from, still runs and allows no analyses before its end."""
    return any(_withholds(one) for one in _lineage(ctx, game))


def note_head(ctx: Context, game: Game) -> None:
    """Note the fingerprint of the newest position of a game that withholds analyses; it is computed afterwards.

    A position in which nothing was played does not point to one game, unless the set-up laid out a board for it. A
    sandbox is no contest, and may begin at the position that advice is asked about.
    """
    table, position = game.table, game.position
    if position is None or table.opened.analyses == Analyses.ALL or table.opened.sandbox:
        return
    if not table.finished and len(parties(table)) < 2:
        return

    def make() -> bytes | None:
        is_usual = game.line.is_beginning(game.version) and not game.ruleset.layout(position)
        return None if table.finished or is_usual else game.ruleset.fingerprint(position)

    ctx.jobs.of(game.id).heads.note(game.id, game.version, ctx.clock(), make)


def require_advisable(ctx: Context, named: str | None, ruleset: Ruleset, position: Any) -> None:
    """Raise Problem (409) for a position of a running game that withholds analyses.

    It is such a position if it comes from that game by name, or if its public part equals that of the newest version of
    one in which several parties play.
    """
    if _comes_from_withheld(ctx, named, ruleset, position):
        raise refusal("analysis.running")


def is_like_withheld(ctx: Context, game: Game) -> bool:
    """Return whether a game that its creator could steer is at a position of a running game that withholds analyses."""
    is_steered = game.table.opened.unfair and game.position is not None
    return is_steered and _comes_from_withheld(ctx, None, game.ruleset, game.position)


def _comes_from_withheld(ctx: Context, named: str | None, ruleset: Ruleset, position: Any) -> bool:
    fingerprint = ruleset.fingerprint(position)
    for game_id in {named, *(queues.heads.find(fingerprint) for queues in ctx.jobs.all)} - {None}:
        try:
            game = ctx.games.load(str(game_id))
        except Problem:
            continue  # it was deleted, or is none of this server
        if is_withheld(ctx, game):
            return True
    return False


def require_no_copy(ctx: Context, game: Game) -> None:
    """Raise Problem (409) if a sandbox game is at a position of a running game that withholds analyses.

    What an agent plays there would be advice. Branches of that game itself have rules of their own.
    """
    if not game.table.opened.sandbox:
        return
    parent = _parent(ctx, game)
    if (parent is None or not is_withheld(ctx, parent)) and is_like_withheld(ctx, game):
        raise refusal("analysis.running")


def list_without_agents(ctx: Context, game: Game) -> set[int]:
    """List the seats of a branch that no agent may take while the game or one of its ancestors runs.

    These are the seats of parties, if several compete and the table allows no analyses.
    """
    return {
        seat
        for one in _lineage(ctx, game)
        if _withholds(one) and len(parties(one.table)) > 1
        for seat in range(len(one.table.seats))
        if party_of(one.table, seat) is not None
    }


def bare_seats(ctx: Context, game: Game) -> set[int]:
    """List the seats of this game that are closed to agents because a game that it branched from still runs."""
    before = _parent(ctx, game)
    return set() if before is None else list_without_agents(ctx, before)


def require_no_new_agent(ctx: Context, game: Game, after: Game) -> None:
    """Raise Problem if an agent other than the idle one would come to a seat that is closed to agents."""
    if game.version == 0:
        if any(seat.kind == "ai" and split_name(seat.agent).id != IDLE for seat in after.table.seats):
            require_no_copy(ctx, after)
        return
    if game.table.opened.parent is None:
        return
    seats = enumerate(zip(game.table.seats, after.table.seats, strict=True))
    new = [n for n, (was, now) in seats if now != was and now.kind == "ai" and split_name(now.agent).id != IDLE]
    if new and bare_seats(ctx, game).intersection(new):
        raise refusal("branch.agents", seat=new[0])


def _withholds(game: Game) -> bool:
    return not game.table.finished and game.table.opened.analyses != Analyses.ALL


def _lineage(ctx: Context, game: Game) -> Iterator[Game]:
    """Yield a game and all that it branched from, the newest first; a deleted ancestor ends the chain."""
    found: Game | None = game
    while found is not None:
        yield found
        found = _parent(ctx, found)


def _parent(ctx: Context, game: Game) -> Game | None:
    parent = game.table.opened.parent
    try:
        return None if parent is None else ctx.games.load(parent["id"])
    except Problem:
        return None
