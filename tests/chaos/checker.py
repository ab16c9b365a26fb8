"""What must be true when all is over: the log is what everybody was told, each thing once; every game has ended."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from eventstore.chain import ChainBroken, verify_chain
from eventstore.lineage import HEAD_MOVED
from eventstore.records import StoredEvent, in_versions
from eventstore.store import EventStore
from tests.chaos.players import Caller, Person
from tests.chaos.tables import Table
from tests.fuzz.faulty import Told

STILL_S: Final = 60.0
"""A game in which nothing has happened for so long is stuck."""
SENT_AGAIN: Final = 12
"""So many accepted commands of a seat are sent once more at the end: the answer must be the first one again."""
KINDS: Final = ("lost", "doubled", "changed", "stuck", "unproven", "streams")
Document = dict[str, Any]
By = dict[int, list[Document]]


@dataclass
class Verdict:
    """What was found, by kind, and how much was looked at."""

    found: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    counts: Counter[str] = field(default_factory=Counter)

    def note(self, kind: str, found: Iterable[str]) -> None:
        """Add what was found of a kind."""
        self.found[kind] += found

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not any(self.found.values())


class Checker:
    """Compares what a table was told with the log, past the service, and with what the service answers now."""

    def __init__(self, store: EventStore, line: Caller) -> None:
        self.store = store
        self.line = line
        self.verdict = Verdict()

    def check(self, tables: Sequence[Table]) -> Verdict:
        """All tables, and that no game was made that nobody was told of."""
        for table in tables:
            self.check_table(table)
        self.verdict.counts["games"] += len(tables)
        return self.verdict

    def check_games(self, tables: Sequence[Table], others: Iterable[str], there: Iterable[str]) -> None:
        """Whether the games that there are, are those that somebody was told of."""
        told = {table.id for table in tables} | {made["id"] for table in tables for made in table.branches} | {*others}
        there = set(there)
        self.verdict.note("lost", (f"game {game} was made and is gone" for game in sorted(told - there)))
        self.verdict.note("doubled", (f"nobody was told of game {game}" for game in sorted(there - told)))

    def check_table(self, table: Table) -> None:
        """One game: its log, everybody's answers, the stream, the end, the replay."""
        stored = self.store.read(table.id)
        for kind, finds in self._checks(table, stored):
            self.verdict.note(kind, (f"game {table.id} ({table.ruleset}): {wrong}" for wrong in finds))
        told = [told for person in table.people for told in person.told]
        self.verdict.counts["acknowledged"] += sum(one.status == 201 for one in told)
        self.verdict.counts["versions acknowledged"] += sum(len(one.versions) for one in told)
        self.verdict.counts["refused"] += sum(one.status != 201 for one in told)
        self.verdict.counts["stream events"] += len(table.follower.events)
        self.verdict.counts["stream breaks"] += table.follower.breaks
        self.verdict.counts["stream resets"] += table.follower.resets
        self.verdict.counts["branches"] += len(table.branches)
        for asked in (*table.asked, *(one for person in table.people for one in person.asked)):
            self.verdict.counts[asked.word] += 1

    def _checks(self, table: Table, stored: list[StoredEvent]) -> Iterator[tuple[str, Iterable[str]]]:
        self._settle(table)
        log = {person.token: documents(self.line, table.id, person.token) for person in table.people}
        wrong = [found for person in table.people for found in of_person(person, table, log[person.token])]
        yield "lost", [text for kind, text in wrong if kind == "lost"]
        yield "changed", [text for kind, text in wrong if kind == "changed"]
        yield "lost", holes(stored)
        yield "lost", moves_lost(table, stored)
        yield "doubled", unasked(table, stored)
        yield "changed", self._answered_otherwise(table)
        yield "stuck", self._not_ended(table)
        yield "unproven", unproven(stored)
        yield "unproven", self._not_replayed(table, stored)
        token = table.follower.token
        yield "streams", of_stream(table, log[token] if token else documents(self.line, table.id, None))

    def _settle(self, table: Table) -> None:
        """Ask again what was refused: a copy that came late may have been carried out."""
        for person, told in each_told(table):
            if told.status != 201:
                status, answer = self._again(person, told)
                told.late = answer["events"] if status == 201 else []
                self.verdict.counts["carried out by a late copy"] += status == 201

    def _answered_otherwise(self, table: Table) -> Iterator[str]:
        """Accepted commands that are answered in another way when they are sent again."""
        if table.forgotten:
            return
        for person in table.people:
            accepted = [told for told in person.told if told.status == 201]
            for told in Random(table.id).sample(accepted, min(SENT_AGAIN, len(accepted))):
                status, answer = self._again(person, told)
                self.verdict.counts["sent again"] += 1
                if status != 201 or answer["events"] != told.events:
                    yield f"{told.key} told as {told.versions} is now answered {status} {answer}"

    def _again(self, person: Person, told: Told) -> tuple[int, Any]:
        return self.line.ask("POST", told.path, person.token, told.body, Idempotency_Key=told.key)

    def _not_ended(self, table: Table) -> Iterator[str]:
        _, view = self.line.ask("GET", f"/v1/games/{table.id}", table.owner)
        self.verdict.counts["finished"] += view.get("status") == "finished"
        if view.get("status") != "finished":
            yield f"is {view.get('status')} at version {view.get('version')}, owed by {view.get('awaiting')}"
        if table.follower.stillest > STILL_S:
            yield f"stood still for {table.follower.stillest:.0f} s"

    def _not_replayed(self, table: Table, stored: Sequence[StoredEvent]) -> Iterator[str]:
        replay = table.replay(table.owner, "at the end")
        head = stored[-1].version if stored else 0
        result = replay.end.get("result") or {}
        self.verdict.counts["replays verified"] += result.get("verified") is True
        if result.get("verified") is not True or result["versions"] != head:
            yield f"a replay of {head} versions gives {_short(replay.end)}"


def each_told(table: Table) -> Iterator[tuple[Person, Told]]:
    """Everything that anybody at a table was told."""
    return ((person, told) for person in table.people for told in person.told)


def documents(line: Caller, game: str, token: str | None) -> By:
    """The events of a game by version, as somebody is shown them."""
    found: By = defaultdict(list)
    after: int | None = 0
    while after is not None:
        _, page = line.ask("GET", f"/v1/games/{game}/events?after={after}", token)
        for event in page["events"]:
            found[event["version"]].append(event)
        after = page.get("next")
    return found


def of_person(person: Person, table: Table, log: By) -> Iterator[tuple[str, str]]:
    """What somebody was told of their commands and is not so in the log, event by event."""
    forgotten = {(one.version, one.time) for one in table.forgotten}
    for told in person.told:
        for version in told.versions:
            events = [event for event in told.events if event["version"] == version]
            if log.get(version, []) != events and (version, events[0]["time"]) not in forgotten:
                kind = "changed" if _is_same(log.get(version, []), events) else "lost"
                yield kind, f"seat {person.seat} was told {events}, the log has {log.get(version)}"


def _is_same(there: Sequence[Document], told: Sequence[Document]) -> bool:
    """Whether two versions are of the same moment and seat, and so the same act."""
    return bool(there) and all(there[0].get(name) == told[0].get(name) for name in ("time", "seat"))


def holes(stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Versions that are missing in a log."""
    versions = [group[0].version for group in in_versions(stored)]
    if versions != list(range(1, len(versions) + 1)):
        yield f"the log has versions {versions}"


def unasked(table: Table, stored: Sequence[StoredEvent]) -> Iterator[str]:
    """What is in the log of people and jobs, and nobody was told of, or was told of twice."""
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
    """Undos that were told to be done and are not in the log."""
    moves = {event.version for event in stored if event.type == HEAD_MOVED} | {one.version for one in table.forgotten}
    for asked in (asked for person in table.people for asked in person.asked):
        if asked.moved_at is not None and asked.moved_at not in moves:
            yield f"the undo that made version {asked.moved_at} is not there"


def _told(table: Table) -> Iterator[int]:
    """Every version that somebody was told to have made."""
    for _, told in each_told(table):
        yield from {event["version"] for event in (*told.events, *told.late)}
    for person in table.people:
        yield from (asked.moved_at for asked in person.asked if asked.moved_at is not None)


def unproven(stored: Sequence[StoredEvent]) -> Iterator[str]:
    """Where the chain of a log does not hold, read past the service."""
    try:
        verify_chain(stored)
    except ChainBroken as broken:
        yield f"the chain breaks: {broken}"


def of_stream(table: Table, log: By) -> Iterator[str]:
    """What a follower missed, got twice, out of order or otherwise than the log has it."""
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
    """An event but for its time: a version that was forgotten and written again may be the same event for event."""
    return {name: value for name, value in event.items() if name != "time"}


def _short(document: Document) -> str:
    return str({name: value for name, value in document.items() if name != "result"})[:400]
