"""Plays games to their end and writes them as records, with what was true at every version."""

from random import Random

from eventstore.store import EventStore
from service.clients.authentication import Caller
from service.game.context import Context
from service.handlers.openings import create_game
from service.handlers.undo_requests import move_head
from service.records.replay import replay
from tests.golden.facts import facts_of
from tests.golden.files import FACTS, path_of, write_text, write_values
from tests.golden.records import GAME, log_of, read_record
from tests.golden.walking import every_version, head_facts
from tests.golden.write.finished import Play
from tests.golden.write.hosting import act, host


def write_record(play: Play) -> None:
    """Play a game and write its record and its facts."""
    ctx = host()
    keep_record(ctx, _played(ctx, play), play.name)


def keep_record(ctx: Context, game: str, name: str) -> None:
    """Write the record of a finished game and its facts."""
    record: str = replay(ctx, game, Caller(game), {"format": "ndjson"}, lambda fraction: None)["record"]
    write_text(path_of(name), record.encode())
    write_facts(name, log_of(read_record(name)), GAME)


def write_facts(name: str, store: EventStore, game_id: str) -> None:
    """Write the facts of a game whose log lies in a store."""
    lines = []
    for game in every_version(store, game_id):
        lines.append(facts_of(game))
    write_values(path_of(name, FACTS), [head_facts(store, game), *lines])


def _played(ctx: Context, play: Play) -> str:
    made, rng = create_game(ctx, play.wish), Random(play.name)
    while act(ctx, made.id, rng, play.agents):
        head = ctx.store.head(made.id)
        if play.undo_every and head % play.undo_every == 0 and not ctx.games.load(made.id).table.finished:
            move_head(ctx, made.id, head - rng.randint(1, 5), head, 0)
    return made.id
