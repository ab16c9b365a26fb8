"""Replays a game from its log alone, proves every digest and the chain, and writes it as a record."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import orjson

from domain.core.packing import PositionSet
from eventstore.log.chain import ROOT, ChainBroken, verify_chain
from eventstore.records import StoredEvent, in_versions
from service.clients.authentication import Caller
from service.game.causes import read_cause
from service.game.context import Context
from service.game.documents import event_document
from service.game.folds import event_table, folds_of
from service.game.games import Game, digest_of
from service.game.idempotency import Key, find_queued, job_key
from service.game.results import Queued
from service.pictures import frames
from service.pictures.registry import text_of
from service.problems import Problem
from service.process.wall_clock import write_time
from service.table.clock_events import TimeUsed
from service.table.vote_events import HeadMoved
from service.views.fairness import proof_of
from service.views.game_view import result_document, seat_documents
from service.views.narration import summary_of
from service.views.spectator_delay import visible

JSON: Final = "json"
RECORD: Final = 1
_PAGE: Final = 500
SEAT: Final = ("seat", "kind", "agent", "level", "agent_version", "left")
"""Lists the members of a seat in a record: who played, without names and what matters only during play."""
Progress = Callable[[float], None]


def request_replay(
    ctx: Context, caller: Caller, form: str, language: str, key: Key | None = None, every: int | None = None
) -> Queued:
    """Queue a replay of a game as the caller may see it, for anyone who may see the game.

    `every` sets how many positions apart the frames of a picture record are.
    """
    earlier = find_queued(ctx, "replay", key, caller.credential, caller.game)
    if earlier is not None:
        return earlier
    options = {"format": form, "language": language} | ({} if every is None else {"every": every})
    game, seat, credential = caller.game, caller.seat, caller.credential
    return Queued(ctx.jobs.replay(game, seat, caller.is_owner, options, credential, job_key(key)))


def replay(ctx: Context, game_id: str, caller: Caller, options: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Rebuild a game, prove it, and write its record in the requested format.

    Raises Problem `log_damaged` at the first version that cannot be proven. The record of a running game is redacted
    for the caller and has neither digests nor seed; that of a finished one has everything.
    """
    game = visible(ctx, caller)
    proof = Proof(game)
    with ctx.games.reading(game.id):
        for page in _pages(ctx, game):
            proof.take(page)
            progress(0.9 * proof.version / game.version)
    form, language = options.get("format", JSON), options.get("language", "en")
    done = {"format": form, "versions": proof.version, "digests": proof.proven, "verified": True}
    if form in frames.FORMATS:
        wish = frames.Wish(caller.seat, language, options.get("every"))
        record = frames.picture_record(ctx, game, proof.packed, form, wish, lambda part: progress(0.9 + 0.1 * part))
    else:
        stored = in_versions(proof.events)
        versions = [describe_version(game, version, caller.seat, game.table.finished) for version in stored]
        head = record_head(ctx, game, proof.chain)
        record = _write(head | {"versions": versions}, game, form, language)
    return done | {"record": record}


class Proof:
    """Folds a game again from its events, and compares every version's bytes, chain and digest on the way.

    `packed` holds the position of every version from 0 on, empty bytes if there is none.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.version = 0
        self.chain = ROOT
        self.proven = 0
        self.events: list[StoredEvent] = []
        self.position: Any = None
        self.packed: list[bytes] = [b""]

    def take(self, events: Sequence[StoredEvent]) -> None:
        """Take the next versions; raises ChainBroken if one was changed, Problem if its digest differs."""
        self.chain = verify_chain(events, self.version, self.chain)
        for version in in_versions(events):
            self._fold(version)
            self._compare(version[0])
        self.events.extend(events)

    def _fold(self, version: Sequence[StoredEvent]) -> None:
        ruleset, folds = self.game.ruleset, folds_of(self.game.ruleset)
        for stored in version:
            event = folds.codec.decode(stored)
            if isinstance(event, HeadMoved):
                self.position = ruleset.unpack(self.packed[event.to])
            elif folds.fold_of(folds.codec.name(stored.type)) == "game":
                if self.position is None or isinstance(event, PositionSet):
                    self.position = ruleset.begin(event)
                else:
                    ruleset.evolve(self.position, event)
        self.packed.append(b"" if self.position is None else ruleset.pack(self.position))

    def _compare(self, first: StoredEvent) -> None:
        self.version = first.version
        header = first.header
        if header.digest_tag != str(self.game.ruleset.pack_version) or header.digest is None:
            return
        if digest_of(self.game.ruleset, self.position) != header.digest:
            raise Problem("log_damaged", version=first.version)
        self.proven += 1


def _pages(ctx: Context, game: Game) -> Iterator[list[StoredEvent]]:
    after = 0
    while after < game.version:
        page = ctx.store.read(game.id, after, game.version, _PAGE)
        if not page:
            raise ChainBroken(after + 1, "the version is missing")
        after = page[-1].version
        yield page


def record_head(ctx: Context, game: Game, chain: str) -> dict[str, Any]:
    """Return a game's record without its versions; `chain` is the hash of the last one."""
    opened = game.table.opened
    head: dict[str, Any] = {
        "record": RECORD,
        "game": game.id,
        "ruleset": opened.ruleset,
        "ruleset_version": opened.ruleset_version,
        "map": opened.map,
        "modules": list(opened.modules),
        "options": opened.options,
        "seats": [{k: place[k] for k in SEAT if k in place} for place in seat_documents(ctx, game)],
        "status": game.table.status,
        "commitment": opened.commitment,
        **({"sandbox": True} if opened.sandbox else {}),
    }
    if not game.table.finished or game.result is None:
        return head
    return head | {"result": result_document(game, game.result), "chain": chain} | proof_of(opened)


def describe_version(game: Game, stored: Sequence[StoredEvent], seat: int | None, is_whole: bool) -> dict[str, Any]:
    """Return a version in a record: as a seat may see it, or, if the game is over, with all that proves it."""
    header = stored[0].header
    document: dict[str, Any] = {"version": stored[0].version, "seat": header.seat, "time": write_time(header.time_ms)}
    document["events"] = [_event(game, event, seat, is_whole) for event in stored]
    if is_whole:
        document |= {"digest": header.digest, "digest_tag": header.digest_tag, "chain": stored[0].chain}
        document |= read_cause(header).document
    return document


def _event(game: Game, stored: StoredEvent, seat: int | None, is_whole: bool) -> dict[str, Any]:
    if is_whole:  # as it was written, so that the record proves the chain whatever the schema is today
        return {"type": stored.type, "schema": stored.schema, **orjson.loads(stored.body)}
    table, event = event_table(game.ruleset), game.codec.decode(stored)
    shown = event_document(table, event, stored.version, stored.index, None, stored.header.time_ms, seat)
    return {name: value for name, value in shown.items() if name not in ("version", "index", "time")}


def _write(record: dict[str, Any], game: Game, form: str, language: str) -> Any:
    """Write a record: in lines its head and one version per line; as text one line per event, the board at the end."""
    if form == "ndjson":
        head = {name: value for name, value in record.items() if name != "versions"}
        return "".join(orjson.dumps(line).decode() + "\n" for line in (head, *record["versions"]))
    if form != "text":
        return record
    lines = [
        f"{version['version']:>4}  {summary_of(game, event, language)}"
        for version in record["versions"]
        for event in version["events"]
        if event["type"] != TimeUsed.__name__
    ]
    board = [] if game.position is None else ["", text_of(game.ruleset, game.position)]
    return "\n".join([*lines, *board]) + "\n"
