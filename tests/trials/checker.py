"""Checks at the end that the log is what the callers were told, each event once, and that every game has ended."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from eventstore.log.chain import ChainBroken
from eventstore.records import StoredEvent
from eventstore.store import EventStore
from tests.fuzz.faulty import Told
from tests.trials.comparing import (
    By,
    Document,
    denied,
    each_told,
    holes,
    moves_lost,
    not_linearizable,
    of_person,
    of_stream,
    reordered,
    unasked,
    unproven,
    votes_lost,
)
from tests.trials.players import Caller, Person
from tests.trials.tables import Table, replay

STILL_S: Final = 60.0
"""A game in which nothing has happened for this long is stuck."""
SENT_AGAIN: Final = 12
"""This many accepted commands of a seat are sent again at the end, and each must get its first answer again."""
KINDS: Final = (
    "lost",
    "doubled",
    "changed",
    "reordered",
    "history",
    "stale",
    "different",
    "stuck",
    "unproven",
    "streams",
)
"""The faults that may be found.

`history`: the commands are not linearizable; `stale`: only together with the reads they are not; `different`: two hosts
answer differently; `unproven`: the chain of hashes or a replay does not fit.
"""


@dataclass
class Verdict:
    """Holds the faults that were found, by kind, and counts of what was checked."""

    found: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    counts: Counter[str] = field(default_factory=Counter)

    def note(self, kind: str, found: Iterable[str]) -> None:
        """Add faults of one kind."""
        self.found[kind] += found

    @property
    def is_clean(self) -> bool:
        """Return whether no fault was found."""
        return not any(self.found.values())


class Checker:
    """Compares what a table was told with the log, read past the service, and with what the service answers now."""

    def __init__(self, store: EventStore, line: Caller) -> None:
        self.store = store
        self.line = line
        self.verdict = Verdict()

    def check(self, tables: Sequence[Table]) -> Verdict:
        """Check every table and return the verdict."""
        for table in tables:
            self.check_table(table)
        self.verdict.counts["games"] += len(tables)
        return self.verdict

    def check_games(self, tables: Sequence[Table], others: Iterable[str], there: Iterable[str]) -> None:
        """Note the games that are gone, and those that exist although no caller was told of them."""
        told = {table.id for table in tables} | {made["id"] for table in tables for made in table.branches} | {*others}
        there = set(there)
        self.verdict.note("lost", (f"game {game} was made and is gone" for game in sorted(told - there)))
        self.verdict.note("doubled", (f"nobody was told of game {game}" for game in sorted(there - told)))

    def check_table(self, table: Table) -> None:
        """Check one game: its log, everybody's answers, its stream, its end and its replay."""
        if (fault := self._fault_of(table.id)) is not None:  # everybody would be refused
            self.verdict.note("lost", [f"game {table.id} ({table.ruleset}): {fault}"])
            return
        self._settle(table)
        stored = self.store.read(table.id)
        for kind, finds in self._checks(table, stored):
            self.verdict.note(kind, (f"game {table.id} ({table.ruleset}): {wrong}" for wrong in finds))
        told = [told for person in table.people for told in person.told]
        self.verdict.counts["acknowledged"] += sum(one.status == 201 for one in told)
        self.verdict.counts["versions acknowledged"] += sum(len(one.versions) for one in told)
        self.verdict.counts["refused"] += sum(one.status != 201 for one in told)
        self.verdict.counts["stream events"] += len(table.follower.events)
        self.verdict.counts["stream breaks"] += table.follower.breaks
        self.verdict.counts["operations recorded"] += len(table.recorder.operations) if table.recorder else 0
        self.verdict.counts["votes"] += len(table.votes.latest) if table.votes else 0
        self.verdict.counts["stream resets"] += table.follower.resets
        for asked in (*table.asked, *(one for person in table.people for one in person.asked)):
            self.verdict.counts[asked.word] += 1

    def _fault_of(self, game: str) -> str | None:
        """Return why the log of a game cannot be read, None if it can."""
        try:
            self.store.read(game)
        except ChainBroken as broken:
            return f"its log cannot be read: {broken}"
        return None

    def _checks(self, table: Table, stored: list[StoredEvent]) -> Iterator[tuple[str, Iterable[str]]]:
        log = {person.token: documents(self.line, table.id, person.token) for person in table.people}
        wrong = [found for person in table.people for found in of_person(person, table, log[person.token])]
        yield "lost", [text for kind, text in wrong if kind == "lost"]
        yield "changed", [text for kind, text in wrong if kind == "changed"]
        yield "lost", holes(stored)
        yield "lost", moves_lost(table, stored)
        yield "doubled", unasked(table, stored)
        yield "lost", denied(table)
        yield "lost", votes_lost(table, documents(self.line, table.id, None))
        yield "reordered", reordered(table)
        for kind, text in not_linearizable(table, stored):
            yield kind, [text]
        yield "changed", self._answered_otherwise(table)
        yield "stuck", self._not_ended(table)
        for made in ({"id": table.id, "owner_token": table.owner}, *table.branches):
            log_of_it = self.store.read(made["id"])
            yield "unproven", unproven(log_of_it)
            yield "unproven", self._not_replayed(made["id"], made["owner_token"], log_of_it)
        token = table.follower.token
        yield "streams", of_stream(table, log[token] if token else documents(self.line, table.id, None))

    def _settle(self, table: Table) -> None:
        """Send again every command that was refused, because a late copy of it may have been carried out."""
        for person, told in each_told(table):
            if told.status != 201:
                status, answer = self._again(person, told)
                told.late = answer["events"] if status == 201 else []
                self.verdict.counts["carried out by a late copy"] += status == 201

    def _answered_otherwise(self, table: Table) -> Iterator[str]:
        """Yield the accepted commands that get another answer when they are sent again."""
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

    def _not_replayed(self, game: str, token: str, stored: Sequence[StoredEvent]) -> Iterator[str]:
        end = replay(self.line, game, token, "at the end").end
        head = stored[-1].version if stored else 0
        result = end.get("result") or {}
        self.verdict.counts["replays verified"] += result.get("verified") is True
        if result.get("verified") is not True or result["versions"] != head:
            yield f"a replay of {head} versions of {game} gives {_short(end)}"


def documents(line: Caller, game: str, token: str | None) -> By:
    """Return the events of a game by version, as the holder of the token is shown them."""
    found: By = defaultdict(list)
    after: int | None = 0
    while after is not None:
        status, page = line.ask("GET", f"/v1/games/{game}/events?after={after}", token)
        for event in page["events"] if status == 200 else ():
            found[event["version"]].append(event)
        after = page.get("next")
    return found


def _short(document: Document) -> str:
    return str({name: value for name, value in document.items() if name != "result"})[:400]
