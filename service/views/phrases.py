"""Shows what was said at a table by phrases: to its seats all of it, to spectators as late as the game itself."""

from typing import Any

from service.clients import fact_names
from service.clients.authentication import Caller
from service.clients.phrases import PHRASES, Said, Talk, read_muted, read_talk
from service.game.context import Context
from service.game.games import Game
from service.process.wall_clock import write_time
from service.texts.words import say
from service.views.spectator_delay import visible_to


def word_of(phrase: str, language: str) -> str:
    """Return a phrase in words."""
    return say(f"said.{phrase}", language=language)


def load_talk(ctx: Context, game_id: str) -> Talk:
    """Return all messages of a game."""
    return read_talk(ctx.store.fact(game_id, fact_names.SAID) or b"")


def load_muted(ctx: Context, caller: Caller) -> frozenset[int]:
    """Return which seats the caller's seat has muted."""
    if caller.seat is None:
        return frozenset()
    return read_muted(ctx.store.fact(caller.game, fact_names.mutes(caller.seat)) or b"", caller.holder)


def list_readable(ctx: Context, talk: Talk, caller: Caller, game: Game) -> list[Said]:
    """Return the messages that a caller may read by now, `game` being at its head; those of muted seats are among them.

    A spectator who sees the game late reads them as late.
    """
    delay = game.table.opened.spectator_delay
    if caller.seat is not None or not delay:
        return list(talk.said)
    version, until = visible_to(ctx, game, caller), ctx.clock() - 1000 * delay.get("seconds", 0)
    return [one for one in talk.said if one.version <= version and one.time <= until]


def describe_said(one: Said, language: str) -> dict[str, Any]:
    """Return a message as it is read."""
    return {
        "number": one.number,
        "seat": one.seat,
        "phrase": one.phrase,
        "text": word_of(one.phrase, language),
        "time": write_time(one.time),
        "version": one.version,
    }


def phrases_document(ctx: Context, game: Game, caller: Caller, language: str) -> dict[str, Any]:
    """Return the phrases that are offered, what was said, and whom the caller's seat has muted."""
    muted = load_muted(ctx, caller)
    said = list_readable(ctx, load_talk(ctx, game.id), caller, game)
    return {
        "phrases": [{"id": phrase, "text": word_of(phrase, language)} for phrase in PHRASES],
        "said": [describe_said(one, language) for one in said if one.seat not in muted],
        "muted": sorted(muted),
    }
