"""Reads players' display names, which are stored beside the log and may be deleted."""

from collections.abc import Mapping, Sequence

from service.game.context import Context
from service.texts.readable_text import shown


def names_at(ctx: Context, game: str) -> dict[int, str]:
    """Return the names of a game's seats that may be shown; some were given before there were rules for names."""
    return fit_names(ctx.store.names(game))


def names_at_all(ctx: Context, games: Sequence[str]) -> dict[str, dict[int, str]]:
    """Return the same for several games, in one query."""
    return {game: fit_names(names) for game, names in ctx.store.names_of(games).items()}


def fit_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return the names that may be shown."""
    return {seat: fit for seat, name in names.items() if (fit := shown(name))}
