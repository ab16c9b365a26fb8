"""Golden games: records of finished games, kept for ever, that every later version must still read and prove.

`python -m tests.service.golden` plays and writes the missing one of each game on offer, for its version of today. A
golden game that no longer proves true wants a new version of the ruleset and an upcaster, not a new golden game.
"""

import gzip
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson

from domain.core.ruleset import Ruleset
from eventstore.codec import canonical
from eventstore.memory import MemoryEventStore
from eventstore.store import Header, StoredEvent
from service.catalog import RULESETS
from service.commands import submit
from service.context import Context, compose
from service.creating import NewGame, NewSeat, create_game
from service.games import blank
from service.jobs import Jobs
from service.replaying import Proof, replay
from service.seats import Caller
from service.settings import read_settings
from service.undoing import move_head

FOLDER: Final = Path(__file__).parent.parent / "data" / "golden"
START_MS: Final = 1_790_000_000_000


def path_of(ruleset: Ruleset) -> Path:
    """Where the golden game of a ruleset's version lies."""
    return FOLDER / f"{ruleset.name}-{ruleset.version}-{ruleset.pack_version}.ndjson.gz"


def proven(path: Path) -> tuple[dict[str, Any], Proof]:
    """The head of a record, and the proof that the rules of today read it and come to its digests."""
    head, *versions = [orjson.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    proof = Proof(blank(head["game"], RULESETS[head["ruleset"]]))
    proof.take([event for version in versions for event in _stored(head, version)])
    return head, proof


def _stored(head: dict[str, Any], version: dict[str, Any]) -> Iterator[StoredEvent]:
    header = Header(
        "golden", version["seat"], head["ruleset"], head["ruleset_version"], 0, version["digest"], version["digest_tag"]
    )
    for index, event in enumerate(version["events"]):
        fields = {name: value for name, value in event.items() if name not in ("type", "schema")}
        yield StoredEvent(
            version["version"], index, event["type"], event["schema"], canonical(fields), header, version["chain"]
        )


def played(ctx: Context, ruleset: Ruleset) -> str:
    """A whole game of random play with some undos; its id."""
    fewest = max(2, ruleset.describe()["seats"]["minimum"])  # alone a game is short
    seats = [NewSeat("human")] * fewest
    made = create_game(ctx, NewGame(ruleset.name, seats, undo="free", seed="golden"))
    rng = Random(f"golden {ruleset.name}")
    while not (game := ctx.games.load(made.id)).table.finished:
        seat = rng.choice(game.awaiting()).seat
        actions = ruleset.actions(game.position, seat)
        options = actions.commands or [template.sample(rng) for template in actions.templates]
        if options:
            submit(ctx, made.id, seat, [rng.choice(options)])
        head = ctx.store.head(made.id)
        if head % 97 == 0:
            move_head(ctx, made.id, head - 3, head, seat)
    return made.id


def main() -> None:
    """Write the golden games that are missing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ruleset in RULESETS.values():
        if not path_of(ruleset).exists():
            ctx = compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs.at("unix:///nowhere"), lambda: START_MS)
            game = played(ctx, ruleset)
            record = replay(ctx, game, Caller(game), {"format": "ndjson"}, lambda fraction: None)["record"]
            path_of(ruleset).write_bytes(gzip.compress(record.encode(), mtime=0))
            print(path_of(ruleset).name)


if __name__ == "__main__":
    main()
