"""What the people at a table are called. Names stand beside the log and may be gone."""

from service.context import Context
from service.texts import shown


def names_at(ctx: Context, game: str) -> dict[int, str]:
    """The names of a game's seats, as far as they can be shown: some were given before there were rules for them."""
    return {seat: fit for seat, name in ctx.store.names(game).items() if (fit := shown(name))}
