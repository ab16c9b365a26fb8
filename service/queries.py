"""Reads what a caller may see of a game and of the server; nothing here writes to a log."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from eventstore.store import StoredEvent
from service.clients.authentication import Caller
from service.game.context import Context
from service.game.event_documents import stored_documents
from service.game.folds import event_table
from service.game.games import Game
from service.nearest import offered
from service.pictures.drawing import picture_of
from service.problems import Problem, not_found, not_reached, refused
from service.texts.vocabulary import vocabulary
from service.texts.words import say
from service.views.fairness import fairness_document
from service.views.games_pages import games_page
from service.views.narration import summary_of
from service.views.places import board_in_words
from service.views.spectator_delay import visible
from service.views.turns import turn_document
from service.views.votes import vote_document
from workers.agents.catalog import AGENTS, AgentEntry

__all__ = [
    "agent",
    "agents",
    "board",
    "events_page",
    "fairness",
    "games_page",
    "picture",
    "ruleset",
    "rulesets",
    "shown_events",
    "standing",
    "votes",
]

MOST_EVENTS = 100


def picture(
    ctx: Context, caller: Caller, language: str, version: int | None = None, newest: Game | None = None
) -> bytes:
    """Draw the game as the caller may see it, as SVG; raises Problem: 404 as for a view, 409 before it is set up."""
    return picture_of(ctx, standing(ctx, caller, version, newest), caller.seat, language)


def standing(ctx: Context, caller: Caller, version: int | None, newest: Game | None) -> Game:
    """Load the game as the caller may see it, now or right after a version; raises Problem (404) for one to come."""
    game = newest or visible(ctx, caller)
    if version is None:
        return game
    if version > game.version:
        raise not_reached(game.version)
    return ctx.games.load(caller.game, version)


def board(ctx: Context, caller: Caller, words_in: str | None = None) -> dict[str, Any]:
    """Return the geometry of the board, which never changes; raises Problem (409) until the set-up has laid it.

    With a language in `words_in`, each place also has its name.
    """
    game = visible(ctx, caller)
    known = game.ruleset.printed(game.config) if game.position is None else game.ruleset.geometry(game.position)
    if known is None:
        raise refused("game.not_started")
    shown = known if words_in is None else board_in_words(game.ruleset, known, words_in)
    return {"id": game.id, "ruleset": game.ruleset.name, **shown}


def events_page(
    ctx: Context,
    caller: Caller,
    after: int | None = None,
    limit: int = MOST_EVENTS,
    line: str | None = None,
    summaries_in: str | None = None,
    legal_in: str | None = None,
) -> dict[str, Any]:
    """Return the events after the version `after`, redacted for the caller; `line="current"`: of the head's ancestors.

    A page holds at most `limit` events but never splits a version; `next` is the next page's `after`. With a language
    in `summaries_in` each event has a `summary`, which reveals no more than the caller may know; with one in
    `legal_in`, a seat's page that reaches the newest event includes the turn of the seat.
    """
    game = visible(ctx, caller)
    start = after or 0
    if start > game.version:
        raise Problem("cursor_ahead", version=game.version)
    with ctx.games.reading(game.id):
        stored = ctx.store.read(game.id, start, game.version, limit)
        last = stored[-1].version if stored else start
        if line == "current":
            stored = [event for event in stored if game.line.is_ancestor(event.version, game.version)]
        events = shown_events(game, stored, caller.seat, summaries_in)
    page: dict[str, Any] = {"events": events}
    if last < game.version:
        return page | {"next": last}
    if legal_in is None or caller.seat is None:
        return page
    return page | {"turn": turn_document(game, caller.seat, legal_in)}


def shown_events(
    game: Game, stored: Sequence[StoredEvent], seat: int | None, summaries_in: str | None
) -> list[dict[str, Any]]:
    """Return events as a seat (None: a spectator) may see them, with summaries in the language `summaries_in`."""
    events = stored_documents(event_table(game.ruleset), game.codec, stored, seat)
    if summaries_in is not None:
        events = [event | {"summary": summary_of(game, event, summaries_in)} for event in events]
    return events


def votes(ctx: Context, caller: Caller) -> dict[str, Any]:
    """List all votes of a game, the oldest first."""
    now = ctx.clock()
    return {"votes": [vote_document(vote, now) for vote in visible(ctx, caller).table.votes]}


def fairness(ctx: Context, caller: Caller, language: str) -> dict[str, Any]:
    """Return the commitment to a game's chance, and after its end the proof."""
    return fairness_document(ctx, visible(ctx, caller), language)


def rulesets(ctx: Context) -> list[dict[str, Any]]:
    """List the rulesets that the server offers."""
    return [ruleset(ctx, name) for name in ctx.rulesets]


def ruleset(ctx: Context, name: str) -> dict[str, Any]:
    """Return a ruleset with the agents that play it, the strongest first; raises Problem (404) for an unknown one."""
    known = ctx.rulesets.get(name)
    if known is None:
        raise not_found("ruleset", **offered(name, ctx.rulesets))
    strongest = sorted(AGENTS, key=lambda entry: -entry.level)
    playing = [entry.id for entry in strongest if entry.plays(name)]
    return {
        "id": name,
        "version": known.version,
        **known.describe(),
        "agents": playing,
        "words": vocabulary(name),
    }


def agents(ctx: Context, language: str) -> list[dict[str, Any]]:
    """List the AI opponents."""
    return [_agent_document(ctx, entry, language) for entry in AGENTS]


def agent(ctx: Context, name: str, language: str) -> dict[str, Any]:
    """Return one AI opponent; raises Problem (404) for an unknown one."""
    found = next((entry for entry in AGENTS if entry.id == name), None)
    if found is None:
        raise not_found("agent", **offered(name, [entry.id for entry in AGENTS]))
    return _agent_document(ctx, found, language)


def _agent_document(ctx: Context, entry: AgentEntry, language: str) -> dict[str, Any]:
    return {
        "id": entry.id,
        "rulesets": [name for name in ctx.rulesets if entry.plays(name)],
        "level": entry.level,
        "decision_ms": round(entry.seconds * 1000),
        "typical_ms": entry.typical_ms,
        "about": say(f"agent.{entry.id}", language=language),
        "measured": [{**asdict(strength), "rate": strength.wins / strength.games} for strength in entry.measured],
    }
