"""Compares the log of a game with what the service answered, and yields what is lost, changed, doubled or reordered."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.log.lineage import HEAD_MOVED
from eventstore.records import StoredEvent, in_versions
from service.process.wall_clock import write_time
from tests.fuzz.faulty import Told
from tests.linearizability.checking import misfit
from tests.linearizability.history import behind, of_commands, unseen
from tests.trials.players import Person
from tests.trials.tables import Table

PROOF: Final = "."
"""Stands in an event's id before what proves the history that it is of."""
VOTING: Final = ("VoteOpened", "VoteCast", "VoteClosed")
Document = dict[str, Any]
By = dict[int, list[Document]]
"""Maps a version to its events."""


def each_told(table: Table) -> Iterator[tuple[Person, Told]]:
    """Yield every answer that anybody at a table was given, with the person who got it."""
    return ((person, told) for person in table.people for told in person.told)


def of_person(person: Person, table: Table, log: By) -> Iterator[tuple[str, str]]:
    """Yield each version that a person was told of and the log has not or has otherwise, as kind of fault and text."""
    forgotten = {(one.version, one.time) for one in table.forgotten}
    for told in person.told:
        for version in told.versions:
            events = [event for event in told.events if event["version"] == version]
            if log.get(version, []) != events and (version, events[0]["time"]) not in forgotten:
                kind = "changed" if _is_same(log.get(version, []), events) else "lost"
                yield kind, f"seat {person.seat} was told {events}, the log has {log.get(version)}"


def _is_same(there: Sequence[Document], told: Sequence[Document]) -> bool:
    """Return whether both versions have the same time and seat, and so come from the same act."""
    return bool(there) and all(there[0].get(name) == told[0].get(name) for name in ("time", "seat"))


def holes(stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield the versions of a log where some are missing."""
    versions = [group[0].version for group in in_versions(stored)]
    if versions != list(range(1, len(versions) + 1)):
        yield f"the log has versions {versions}"


def unasked(table: Table, stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield each version of a person or a job that no answer reported, and each that two answers reported.

    An undo whose job the queues have forgotten may have been done, once.
    """
    seats = {person.seat for person in table.people}
    unknown = sum(asked.is_unknown_undo for person in table.people for asked in person.asked)
    told = Counter(_told(table))
    voted = {event.version for event in stored if event.type in VOTING}
    for event in stored:
        is_asked = event.version not in voted and (event.header.seat in seats or event.type == HEAD_MOVED)
        if not is_asked or event.version in told:
            continue
        if event.type == HEAD_MOVED and unknown:
            unknown -= 1
        else:
            yield f"version {event.version} of seat {event.header.seat}, {event.type}: nobody was told of it"
    forgotten = {one.version for one in table.forgotten}
    yield from (
        f"version {version} was told {times} times"
        for version, times in told.items()
        if times > 1 and version not in forgotten
    )


def moves_lost(table: Table, stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield the undos that were reported as done and are not in the log."""
    moves = {event.version for event in stored if event.type == HEAD_MOVED} | {one.version for one in table.forgotten}
    for asked in (asked for person in table.people for asked in person.asked):
        if asked.moved_at is not None and asked.moved_at not in moves:
            yield f"the undo that made version {asked.moved_at} is not there"


def denied(table: Table) -> Iterator[str]:
    """Yield how often the service answered that a game which had been made did not exist."""
    for person in table.people:
        if person.denied:
            yield f"seat {person.seat} was told {len(person.denied)} times that it did not exist: {person.denied[:3]}"
    if table.follower.denied:
        yield f"its stream was told {table.follower.denied} times that it did not exist"


def votes_lost(table: Table, log: By) -> Iterator[str]:
    """Yield the votes that the service reported and the log does not have: opened once, and closed if reported so."""
    events = [event for version in log.values() for event in version]
    opened = Counter(event["vote"] for event in events if event["type"] == "VoteOpened")
    closed = {event["vote"] for event in events if event["type"] == "VoteClosed"}
    for number, vote in (table.votes.latest if table.votes else {}).items():
        if opened[number] != 1 or (vote["status"] != "open" and number not in closed):
            yield f"vote {number} was told as {vote}; it was opened {opened[number]} times in the log"


def reordered(table: Table) -> Iterator[str]:
    """Yield the seats that sent one command after another and got versions which do not increase in that order."""
    for person in () if table.forgotten else table.people:
        versions = person.versions
        if versions != sorted(set(versions)):
            yield f"seat {person.seat} made the versions {versions} in this order"


def not_linearizable(table: Table, stored: Sequence[StoredEvent]) -> Iterator[tuple[str, str]]:
    """Yield a fault if no order of the operations explains all answers, unless the store was made to forget versions.

    Its kind is `history` if the commands alone have no such order, and `stale` if they have one without the reads.
    """
    if table.recorder is None or table.forgotten:
        return
    log = {group[0].version: write_time(group[0].header.time_ms) for group in in_versions(stored)}
    history = list(table.recorder.operations)
    others = unseen(history, log)
    found = misfit([*history, *others])
    if found is not None:
        of_all = misfit([*of_commands(history), *others])
        yield ("stale", f"{found}; behind by {behind(history)}") if of_all is None else ("history", str(of_all))


def _told(table: Table) -> Iterator[int]:
    """Yield every version that an answer or a job said it had made."""
    for _, told in each_told(table):
        yield from {event["version"] for event in (*told.events, *told.late)}
    for person in table.people:
        yield from (asked.moved_at for asked in person.asked if asked.moved_at is not None)


def unproven(stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield a complaint if the hash chain of a log is broken. The events come from the store, not over the API."""
    try:
        verify_chain(stored)
    except ChainBroken as broken:
        yield f"the chain breaks: {broken}"


def of_stream(table: Table, log: By) -> Iterator[str]:
    """Yield what a follower missed, got twice, or got in another order or form than the log has it."""
    shown = timeless if table.forgotten else dict
    expected = [
        (f"{event['version']}-{event['index']}", shown(event)) for version in sorted(log) for event in log[version]
    ]
    came = [(place.partition(PROOF)[0], shown(event)) for place, event in table.follower.events]
    if came == expected or (not table.follower.is_over and came == expected[: len(came)]):
        return
    ids, wanted = Counter(one for one, _ in came), [one for one, _ in expected]
    yield (
        f"a stream of {len(came)} events missed {[one for one in wanted if one not in ids][:5]}, "
        f"repeated {[one for one, times in ids.items() if times > 1][:5]}, "
        f"had {[one for one in came if one not in expected][:3]} otherwise than the log"
    )


def timeless(event: Document) -> Document:
    """Return an event without its time, because a forgotten version may be written again with equal events."""
    return {name: value for name, value in event.items() if name != "time"}
