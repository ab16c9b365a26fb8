"""Stores the rated games of clients' bots under their API keys, and the ladder of bots that follows from them.

A bot is a name and a version of a key in a ruleset. Its games lie in one fact for each arena, so that an arena counts
once; the standing of each bot is a fact of the ladder, which can be computed again from the games.
"""

from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import orjson

from service.clients import fact_names
from service.game.context import Context
from service.problems import too_many

LADDER: Final = "ladder-of-bots"
"""Names the place of the facts that hold standings."""
MOST_OF_KEY: Final = 20
MOST_ARENAS: Final = 50
"""Limits the arenas of a bot that are kept, and count; the newest are."""
MOST_BOTS: Final = 2_000


class Bot(NamedTuple):
    """Names a bot of a client: its key, what it plays, and its name and version."""

    key: str
    ruleset: str
    name: str
    version: str

    @property
    def id(self) -> str:
        """Return the id that the ladder shows."""
        return f"bot-{blake2b(orjson.dumps(list(self)), digest_size=9).hexdigest()}"


def require_place(ctx: Context, bot: Bot) -> None:
    """Raise Problem (403) if a bot is new, and its key or the ladder has as many as it may have."""
    known = {standing["bot"]: standing for standing in _load_all(ctx)}
    if bot.id in known:
        return
    own = sum(1 for standing in known.values() if standing["key"] == bot.key)
    if own >= MOST_OF_KEY:
        raise too_many(MOST_OF_KEY)
    if len(known) >= MOST_BOTS:
        raise too_many(MOST_BOTS)


def keep_games(ctx: Context, bot: Bot, job: str, games: Sequence[Any]) -> None:
    """Store the games of an arena, as JSON; of too many arenas the oldest are dropped."""
    facts = {fact_names.bot_games(bot.id, job): orjson.dumps({"at": ctx.clock(), "games": list(games)})}
    kept = {name: at for name, at, _ in _list_arenas(ctx, bot) if name not in facts}
    outdated = sorted(kept, key=lambda name: (kept[name], name))[: max(0, len(kept) + 1 - MOST_ARENAS)]
    ctx.store.set_facts(bot.key, facts | dict.fromkeys(outdated, b""))


def list_games(ctx: Context, bot: Bot) -> list[list[Any]]:
    """Return the games of each arena of a bot, in an order that depends on the games' names alone."""
    return [games for _, _, games in sorted(_list_arenas(ctx, bot), key=lambda arena: arena[0])]


def _list_arenas(ctx: Context, bot: Bot) -> list[tuple[str, int, list[Any]]]:
    begin = fact_names.bot_games(bot.id)
    found = [(name, orjson.loads(value)) for name, value in ctx.store.facts(bot.key).items() if name.startswith(begin)]
    return [(name, known["at"], known["games"]) for name, known in found]


def keep_standing(ctx: Context, bot: Bot, figures: dict[str, Any]) -> None:
    """Store the standing of a bot: its rating with the interval, how many games, forfeits, and when the newest was."""
    standing = {"bot": bot.id, **bot._asdict(), **figures}
    ctx.store.set_facts(LADDER, {fact_names.STANDINGS + bot.id: orjson.dumps(standing)})


def list_standings(ctx: Context) -> list[dict[str, Any]]:
    """List the standings of all bots, the strongest first."""
    return sorted(_load_all(ctx), key=lambda one: (-one["rating"], one["bot"]))


def list_bots(ctx: Context) -> list[Bot]:
    """List all bots on the ladder."""
    return [Bot(one["key"], one["ruleset"], one["name"], one["version"]) for one in _load_all(ctx)]


def forget_bots(ctx: Context, keys: Collection[str]) -> None:
    """Take the bots of some keys off the ladder; their games go with the keys."""
    own = [one["bot"] for one in _load_all(ctx) if one["key"] in keys]
    if own:
        ctx.store.set_facts(LADDER, {fact_names.STANDINGS + bot: b"" for bot in own})


def _load_all(ctx: Context) -> list[dict[str, Any]]:
    facts = ctx.store.facts(LADDER).items()
    return [orjson.loads(value) for name, value in facts if name.startswith(fact_names.STANDINGS)]
