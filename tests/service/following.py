"""Lets projections take in what is new in all games, as the sweep does."""

from eventstore.common_reading import CommonReading
from eventstore.feed import Projection
from eventstore.keys import SHARDS
from service.game.context import Context
from service.game.quarantine import make_good
from service.views.lobby_projection import Lobby, show_more


def follow(ctx: Context, *projections: Projection) -> None:
    """Bring projections up to date, together."""
    CommonReading(ctx.store, projections, range(SHARDS)).catch_up()


def follow_feeds(ctx: Context, lobby: Lobby | None = None) -> int:
    """Bring the lobby up to date; return how many versions were new."""
    lobby = lobby or Lobby(ctx)
    make_good(ctx.games.quarantine, lobby)
    count = len(ctx.store.news(ctx.store.checkpoints(lobby.name)))
    follow(ctx, lobby)
    show_more(ctx)
    return count
