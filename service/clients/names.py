"""What the people at a table are called. Names stand beside the log and may be gone."""

from collections.abc import Mapping, Sequence

from service.game.context import Context
from service.texts.readable_text import shown


def names_at(ctx: Context, game: str) -> dict[int, str]:
    """The names of a game's seats, as far as they can be shown: some were given before there were rules for them."""
    return _fit(ctx.store.names(game))


def names_at_all(ctx: Context, games: Sequence[str]) -> dict[str, dict[int, str]]:
    """The same at several tables, asked at once."""
    return {game: _fit(names) for game, names in ctx.store.names_of(games).items()}


def _fit(names: Mapping[int, str]) -> dict[int, str]:
    return {seat: fit for seat, name in names.items() if (fit := shown(name))}
