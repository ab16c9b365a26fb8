"""Limits how many games run at once in which only agents play, per client and in total.

Such a game begins when one is made with agents on all seats, by any operation; when its owner seats an agent on the
last seat without one; or when the last person lends a seat, or an agent stands in. Then it is refused at the limit. It
also begins when the last person resigns or runs out of time: that is never refused, but the game counts. Games made at
the same moment may exceed a limit by a few.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from eventstore.outages import StoreAway
from service.clients import fact_names
from service.clients.api_keys import ADMIN_ID
from service.clients.limits import limits_of
from service.clients.ownership import client_of, client_of_game
from service.game.append import Act, table_after
from service.game.context import Context
from service.game.games import Game
from service.problems import Problem
from service.table.events import SeatsFilled
from service.table.seat_events import SeatHandedOver, SeatLent, SeatStoodIn
from service.views.client_games import counts, is_of_agents

BEGINNING: Final = frozenset((SeatsFilled, SeatHandedOver, SeatLent, SeatStoodIn))
"""Lists the events that may leave only agents at the table."""
EXEMPT: Final = ("", ADMIN_ID)
"""Lists the clients without a limit: the server itself, and the administrator."""


def check_room(ctx: Context, game: Game, acts: Sequence[Act], facts: Mapping[str, bytes]) -> None:
    """Raise Problem (409) if acts that are not written yet would exceed a limit of games of agents alone.

    `facts` are those to be written with the acts.
    """
    if not _may_begin(acts) or is_of_agents(game.table) or not is_of_agents(table_after(game, acts)):
        return
    client = client_of(facts.get(fact_names.MAKER, b"").decode()) if not game.version else client_of_game(ctx, game.id)
    if client in EXEMPT:
        return
    own = limits_of(ctx, client).ai_games
    with suppress(StoreAway):  # games on other primaries go on
        there = counts(ctx, client)
        _check("agents.games_of_client", there.of_agents, ctx.settings.ai_games_per_client if own is None else own)
        _check("agents.games_in_all", there.of_agents_in_all, ctx.settings.ai_games)


def _may_begin(acts: Sequence[Act]) -> bool:
    return not BEGINNING.isdisjoint([type(event) for act in acts for event in act.events])


def _check(rule: str, count: int, limit: int) -> None:
    if count >= limit:
        raise Problem("refused", rule=rule, limit=limit)
