"""Lets projections take in what is new in all games, as the sweep does."""

from eventstore.common_reading import CommonReading
from eventstore.feed import Projection
from eventstore.keys import SHARDS
from service.game.context import Context


def follow(ctx: Context, *projections: Projection) -> None:
    """Bring projections up to date, together."""
    CommonReading(ctx.store, projections, range(SHARDS)).catch_up()
