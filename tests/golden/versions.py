"""Provides what each served version of an agent chooses at 500 golden positions, to hold it still.

The positions are those of golden records, so that no agent changes those of another. `python -m tests.golden.versions`
writes the file of every version that has none; it never changes a file, since what a version plays does not change.
Remove the file of a version with its code.
"""

import math
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from domain.core.knowledge import Belief
from domain.core.ruleset import Ruleset
from eventstore.records import in_versions
from service.catalog import RULESETS
from service.game.folds import codec_of, event_table
from service.table.events import TABLE_EVENTS
from tests.golden.files import STORED, SUFFIX, line_of, read_values, write_values
from tests.golden.records import GAME, log_of, read_head, read_record
from tests.golden.untabled import without_tables
from workers.agents.agent import load_agent
from workers.agents.catalog import AGENTS, AgentName
from workers.agents.entries import AgentEntry
from workers.agents.following import Follower
from workers.agents.turns import decide

VERSIONS: Final = STORED / "versions"
COUNT: Final = 500
HASH_BYTES: Final = 4
RECORDS: Final = (
    *(f"base/{name}" for name in ("variable-3", "variable-4", "variable-6", "beginner-4", "mallorca-4", "new-york-3")),
    *(f"modules/{name}" for name in ("favors-4", "helpers-4", "canal-4", "dice-deck-4", "harbormaster-4")),
    *(f"others/{name}" for name in ("dice-1", "dice-2", "dice-3", "dice-4")),
    *(f"others/{name}" for name in ("elasund-german-2", "elasund-english-3", "elasund-mixed-3", "elasund-german-4")),
    *(f"others/{name}" for name in ("goofspiel-2", "goofspiel-4")),
)
"""Names the games of the positions; each is read up to where its head moves."""


class Place(NamedTuple):
    """Represents a seat of a golden game that may choose, after a version, with what it believes then."""

    game: str
    version: int
    seat: int
    ruleset: Ruleset
    state: Any
    belief: Belief | None


class Question(NamedTuple):
    """Names a choice: the game, version and seat, and the number of the luck with which the agent chooses."""

    game: str
    version: int
    seat: int
    luck: int


def all_versions() -> list[AgentEntry]:
    """List every version that is served."""
    return [version for entry in AGENTS for version in entry.served()]


def path_of(entry: AgentEntry) -> Path:
    """Return the path of a version's file."""
    return VERSIONS / f"{entry.id}-{entry.version}{SUFFIX}"


@cache
def places_of(game: str) -> list[Place]:
    """List every place of a golden game at which a seat has a choice, in order."""
    record = read_record(f"records/{game}")
    ruleset = RULESETS[record["ruleset"]]
    codec = codec_of(event_table(ruleset))
    state, follower, found = None, None, []
    for stored in in_versions(log_of(record).read(GAME)):
        if any(event.type == "HeadMoved" for event in stored):
            break
        events = [codec.decode(event) for event in stored if codec.name(event.type) not in TABLE_EVENTS.by_name]
        fresh = state is None
        if fresh and events:
            state = ruleset.begin(events[0])
        for event in events[fresh:]:
            ruleset.evolve(state, event)
        if state is None:
            continue
        if follower is None:
            follower = Follower(ruleset, state, range(len(record["seats"])))
        else:
            follower.follow(events)
        kept = state.copy()
        for entry in ruleset.awaiting(state):
            actions = ruleset.actions(state, entry.seat)
            if len(actions.commands) > 1 or actions.templates:
                place = (game, stored[0].version, entry.seat)
                found.append(Place(*place, ruleset, kept, follower.belief(entry.seat)))
    return found


def pick(entry: AgentEntry) -> list[Question]:
    """Return 500 choices of an agent, spread over its games; where these are too few, with other luck."""
    games = [game for game in RECORDS if entry.plays(read_head(f"records/{game}")["ruleset"])]
    places = [place for game in games for place in places_of(game)]
    lucks = -(-COUNT // len(places))
    every = [Question(*place[:3], luck) for place in places for luck in range(lucks)]
    return [every[number * len(every) // COUNT] for number in range(COUNT)]


def names_of(entry: AgentEntry) -> list[str]:
    """List the names of a version, one for each of its levels."""
    names = [AgentName(entry.id, level.number, entry.version) for level in entry.levels]
    return list(map(str, names or [AgentName(entry.id, None, entry.version)]))


def choose(question: Question, name: str) -> Any:
    """Return the command that an agent chooses now, as JSON; None if it passes."""
    place = next(one for one in places_of(question.game) if one[1:3] == question[1:3])
    agent = _agent(name)
    rng = Random(" ".join(map(str, question)))
    belief = place.belief if agent.believes else None
    decision = decide(place.ruleset, place.state, place.seat, agent, math.inf, rng, belief)
    return None if decision.command is None else place.ruleset.commands.encode(decision.command)


_agent = cache(load_agent)


def hash_of(command: Any) -> str:
    """Return the short hash of a command that is kept."""
    return blake2b(line_of(command), digest_size=HASH_BYTES).hexdigest()


def read_choices(entry: AgentEntry) -> Iterator[tuple[Question, dict[str, str]]]:
    """Yield the kept choices of a version: the question, and the hash of what each level chose."""
    names = names_of(entry)
    for game, version, seat, luck, *hashes in read_values(path_of(entry)):
        yield Question(game, version, seat, luck), dict(zip(names, hashes, strict=True))


def write(entry: AgentEntry) -> None:
    """Write the file of a version that has none."""
    rows = [[*question, *(hash_of(choose(question, name)) for name in names_of(entry))] for question in pick(entry)]
    write_values(path_of(entry), rows)


if __name__ == "__main__":
    with TemporaryDirectory() as empty, without_tables(Path(empty)):
        for one in all_versions():
            if not path_of(one).exists():
                write(one)
