"""Provides the log beside what was told: what is lost, changed, doubled or broken in one game, as far as can be read
off.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from eventstore.chain import ChainBroken, verify_chain
from eventstore.lineage import HEAD_MOVED
from eventstore.records import StoredEvent, in_versions
from tests.fuzz.faulty import Told
from tests.trials.players import Person
from tests.trials.tables import Table

Document = dict[str, Any]
By = dict[int, list[Document]]
"""Events by their version."""


def each_told(table: Table) -> Iterator[tuple[Person, Told]]:
    """Yield everything that anybody at a table was told."""
    return ((person, told) for person in table.people for told in person.told)


def of_person(person: Person, table: Table, log: By) -> Iterator[tuple[str, str]]:
    """Yield what somebody was told of their commands and is not so in the log, event by event."""
    forgotten = {(one.version, one.time) for one in table.forgotten}
    for told in person.told:
        for version in told.versions:
            events = [event for event in told.events if event["version"] == version]
            if log.get(version, []) != events and (version, events[0]["time"]) not in forgotten:
                kind = "changed" if _is_same(log.get(version, []), events) else "lost"
                yield kind, f"seat {person.seat} was told {events}, the log has {log.get(version)}"


def _is_same(there: Sequence[Document], told: Sequence[Document]) -> bool:
    """Return whether two versions are of the same moment and seat, and so the same act."""
    return bool(there) and all(there[0].get(name) == told[0].get(name) for name in ("time", "seat"))


def holes(stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield versions that are missing in a log."""
    versions = [group[0].version for group in in_versions(stored)]
    if versions != list(range(1, len(versions) + 1)):
        yield f"the log has versions {versions}"


def unasked(table: Table, stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield what is in the log of people and jobs, and nobody was told of, or was told of twice."""
    seats = {person.seat for person in table.people}
    told = Counter(_told(table))
    for event in stored:
        is_asked = event.header.seat in seats or event.type == HEAD_MOVED
        if is_asked and event.version not in told:
            yield f"version {event.version} of seat {event.header.seat}, {event.type}: nobody was told of it"
    forgotten = {one.version for one in table.forgotten}
    yield from (
        f"version {version} was told {times} times"
        for version, times in told.items()
        if times > 1 and version not in forgotten
    )


def moves_lost(table: Table, stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield undos that were told to be done and are not in the log."""
    moves = {event.version for event in stored if event.type == HEAD_MOVED} | {one.version for one in table.forgotten}
    for asked in (asked for person in table.people for asked in person.asked):
        if asked.moved_at is not None and asked.moved_at not in moves:
            yield f"the undo that made version {asked.moved_at} is not there"


def _told(table: Table) -> Iterator[int]:
    """Yield every version that somebody was told to have made."""
    for _, told in each_told(table):
        yield from {event["version"] for event in (*told.events, *told.late)}
    for person in table.people:
        yield from (asked.moved_at for asked in person.asked if asked.moved_at is not None)


def unproven(stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Yield where the chain of a log does not hold, read past the service."""
    try:
        verify_chain(stored)
    except ChainBroken as broken:
        yield f"the chain breaks: {broken}"


def of_stream(table: Table, log: By) -> Iterator[str]:
    """Yield what a follower missed, got twice, out of order or otherwise than the log has it."""
    shown = timeless if table.forgotten else dict
    expected = [
        (f"{event['version']}-{event['index']}", shown(event)) for version in sorted(log) for event in log[version]
    ]
    came = [(place, shown(event)) for place, event in table.follower.events]
    if came == expected or (not table.follower.is_over and came == expected[: len(came)]):
        return
    ids, wanted = Counter(one for one, _ in came), [one for one, _ in expected]
    yield (
        f"a stream of {len(came)} events missed {[one for one in wanted if one not in ids][:5]}, "
        f"repeated {[one for one, times in ids.items() if times > 1][:5]}, "
        f"had {[one for one in came if one not in expected][:3]} otherwise than the log"
    )


def timeless(event: Document) -> Document:
    """Return an event but for its time: a version that was forgotten and written again may be the same event
    for event.
    """
    return {name: value for name, value in event.items() if name != "time"}
