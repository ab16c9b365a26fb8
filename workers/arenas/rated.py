"""Rates the bots of clients: from all of their rated arenas, on the scale of the agents' ladder.

`python -m workers.arenas.rated` computes the ladder again from the games, such as after agents were measured again.
"""

import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from service.clients.rated_bots import Bot, keep_games, keep_standing, list_bots, list_games
from service.game.context import Context, build
from service.queue.arena_book import Entry
from service.settings import read_settings
from workers.agents.catalog import with_version
from workers.agents.standings import ladders
from workers.rating import Choice, Rating, choices_of, rate_against

BOT: Final = "the bot"
YARDSTICK: Final = 1500
"""The rating of a player of strength 1."""


def rate_arena(ctx: Context, plan: Mapping[str, Any], job: str, games: Sequence[Entry]) -> None:
    """Count the games of a rated arena for its bot; one that is counted again changes nothing."""
    bot = Bot(**plan["rated"])
    names = [BOT if entrant["kind"] == "bot" else entrant["agent"] for entrant in plan["entrants"]]
    keep_games(ctx, bot, job, [_pack(game, names) for game in games if game["shares"] is not None])
    rate_bot(ctx, bot)


def _pack(game: Entry, names: Sequence[str]) -> list[Any]:
    """Return who sat where, the shares of the win, and the seats that forfeited it."""
    return [[names[entrant] for entrant in game["entrants"]], game["shares"], list(game.get("forfeited", ()))]


def rate_bot(ctx: Context, bot: Bot) -> None:
    """Compute the standing of a bot from its games."""
    arenas = list_games(ctx, bot)
    games = [game for arena in arenas for game in arena]
    if not games:
        return
    rating = rate_games(bot.ruleset, arenas)
    figures = {
        "rating": YARDSTICK + round(rating.elo),
        "low": YARDSTICK + round(rating.low),
        "high": YARDSTICK + round(rating.high),
        "games": len(games),
        "forfeits": sum(bool(forfeited) for _, _, forfeited in games),
    }
    keep_standing(ctx, bot, figures)


def rate_games(ruleset: str, arenas: Sequence[Sequence[Any]]) -> Rating:
    """Rate a bot by who won; the agents have the ratings of the ladder. Games on one board form a cluster."""
    clusters: dict[tuple[int, int], list[Choice]] = defaultdict(list)
    for arena, games in enumerate(arenas):
        for number, (names, shares, forfeited) in enumerate(games):
            game = {"shares": shares, "points": [0] * len(shares), "forfeited": forfeited}
            clusters[arena, number // len(names)] += choices_of(game, names)
    return rate_against(clusters.values(), BOT, _strengths(ruleset))


def _strengths(ruleset: str) -> dict[str, float]:
    """Return the strengths of the agents on the ladder of a ruleset, by their names with version."""
    ladder = next(ladder for ladder in ladders() if ladder.ruleset == ruleset)
    return {
        with_version(one.name, one.version): float(10 ** ((one.rating - YARDSTICK) / 400)) for one in ladder.standings
    }


def rebuild(ctx: Context) -> int:
    """Compute the standings of all bots again from their games; return how many there are."""
    bots = list_bots(ctx)
    for bot in bots:
        rate_bot(ctx, bot)
    return len(bots)


if __name__ == "__main__":
    sys.stdout.write(f"{rebuild(build(read_settings()))} bots were rated again\n")
