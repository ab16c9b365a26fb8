"""Engine help: what the server itself tells or plays while people and bots play against each other.

A branch is no way round what its table chose: whatever holds for a game holds for all that branched from it.
"""

from collections.abc import Iterator

from service.game.context import Context
from service.game.games import Game
from service.problems import Problem, refused
from service.table.choices import Analyses
from service.table.parties import parties, party_of
from workers.agents.catalog import IDLE


def is_withheld(ctx: Context, game: Game) -> bool:
    """Whether a game, or one that it branched from, still runs and allows analyses after its end alone."""
    return any(_withholds(one) for one in _lineage(ctx, game))


def kept_from_agents(ctx: Context, game: Game) -> set[int]:
    """The seats on which no agent may be put in a branch of a game, as long as this runs or what it branched from.

    They are those of the parties, where several play against each other and the table allows no analyses.
    """
    return {
        seat
        for one in _lineage(ctx, game)
        if _withholds(one) and len(parties(one.table)) > 1
        for seat in range(len(one.table.seats))
        if party_of(one.table, seat) is not None
    }


def bare_seats(ctx: Context, game: Game) -> set[int]:
    """The seats of a game itself on which no agent may be put: of a branch, while what it branched from goes on."""
    before = _parent(ctx, game)
    return set() if before is None else kept_from_agents(ctx, before)


def require_no_new_agent(ctx: Context, game: Game, after: Game) -> None:
    """Raise Problem where an agent that does more than idle comes to a seat that is kept from agents."""
    if game.version == 0 or game.table.opened.parent is None:
        return
    seats = enumerate(zip(game.table.seats, after.table.seats, strict=True))
    new = [n for n, (was, now) in seats if now != was and now.kind == "ai" and now.agent != IDLE]
    if new and bare_seats(ctx, game).intersection(new):
        raise refused("branch.agents", seat=new[0])


def _withholds(game: Game) -> bool:
    return not game.table.finished and game.table.opened.analyses != Analyses.ALL


def _lineage(ctx: Context, game: Game) -> Iterator[Game]:
    """A game and all that it branched from, the newest first; what was deleted ends it."""
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
