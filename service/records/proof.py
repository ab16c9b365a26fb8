"""Proves a record from outside by playing its game again, version by version, on a log in memory.

Commands, seats, votes and moves of the head are taken from the record; everything that follows from them, every draw,
digest and chain hash, must match it. Times and the choice of agents cannot be proven; they only have to be possible.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.core.messages import Message
from eventstore.budget import check
from eventstore.log.codec import UnknownEvent, canonical
from eventstore.memory.store import MemoryEventStore
from eventstore.records import Header, NewEvent, Version
from service.game.append import advance
from service.game.causes import Cause, cause_of
from service.game.context import Context, compose
from service.game.folds import event_table
from service.game.games import Act, Game, blank, digest_of
from service.problems import Problem, beyond_head, refusal
from service.records.recorded_version import RecordedVersion, Unaccountable
from service.records.reenactment import enact
from service.records.replay import record_head
from service.records.time_slices import Slices

SKEW_MS: Final = 60_000
"""Bounds by how much the clock of the record's server may be ahead."""
PLACE: Final = "record"
_DEFECTS: Final = (LookupError, TypeError, ValueError, AttributeError, UnknownEvent)
"""Lists what reading malformed members may raise."""


def prove(ctx: Context, record: Mapping[str, Any]) -> tuple[Game, list[Version]]:
    """Prove a finished game's record; return the game and its versions, ready to append. Raises Problem.

    The record has the shape of `schemas.records`. Other requests are served between versions.
    """
    proof = _prove(ctx, record)
    return proof.game, proof.versions


def prove_at(ctx: Context, record: Mapping[str, Any], version: int | None) -> Game:
    """Prove a finished game's record; return the game right after a version, by default the last. Raises Problem."""
    proof = _prove(ctx, record)
    if (version or 0) > proof.game.version:
        raise beyond_head(proof.game.version)
    return proof.load(version)


def _prove(ctx: Context, record: Mapping[str, Any]) -> "Reenactment":
    proof, slices = Reenactment(ctx, record), Slices()
    for version in record["versions"]:
        check("versions of a record")
        proof.take(version)
        slices.pause()
    proof.compare_head(record)
    return proof


class _Clock:
    """Returns the time of the version that is being played."""

    now = 0

    def __call__(self) -> int:
        return self.now


class Reenactment:
    """Plays a record's game again, as far as it has got; `versions` are proven."""

    def __init__(self, ctx: Context, record: Mapping[str, Any]) -> None:
        ruleset = ctx.rulesets.get(record["ruleset"])
        if ruleset is None or ruleset.version != record["ruleset_version"]:
            raise refusal("record.rules")
        if record.get("sandbox"):
            raise refusal("record.sandbox")
        self.ruleset = ruleset
        self.game = blank(PLACE, ruleset)
        self.versions: list[Version] = []
        self._latest = ctx.clock() + SKEW_MS
        self._clock = _Clock()  # a method would keep all of this proof alive in a reference cycle
        self._ctx = compose(ctx.settings, MemoryEventStore(), ctx.rulesets, ctx.jobs, self._clock)

    def take(self, version: Mapping[str, Any]) -> None:
        """Play the next version; raises Problem if it is not what the game leads to."""
        number = self.game.version + 1
        self._clock.now = version["time"]
        if version["version"] != number:
            raise unproven(number, "version", code="record_version")
        if not 0 <= self._clock.now <= self._latest:
            raise unproven(number, "time", code="record_time")
        if version["digest_tag"] != str(self.ruleset.pack_version):
            raise refusal("record.rules")
        recorded = self._read_version(version)
        act = self._enact(number, recorded)
        self._compare(version, recorded, act)
        self._append(version, act)

    def _read_version(self, version: Mapping[str, Any]) -> RecordedVersion:
        try:
            cause = cause_of(version)
        except _DEFECTS:
            raise unproven(version["version"], "draws", code="record_draws") from None
        events = [self._event(version, index) for index in range(len(version["events"]))]
        return RecordedVersion(events, cause, version["seat"])

    def _event(self, version: Mapping[str, Any], index: int) -> Any:
        try:
            return self.game.codec.decode(_new_event(version["events"][index]))
        except _DEFECTS:
            raise unproven(version["version"], f"events.{index}", index, code="record_event") from None

    def _enact(self, number: int, recorded: RecordedVersion) -> Act:
        game = self._ctx.games.load(PLACE) if number > 1 else self.game
        place = "events" if recorded.cause.command is None else "command"
        try:
            return enact(self._ctx, game, recorded)
        except Problem as problem:
            if (problem.rule or "").startswith("record."):
                raise
            raise unproven(number, place, code="record_refused", rule=problem.rule or problem.slug) from None
        except (Unaccountable, *_DEFECTS):
            raise unproven(number, place, code="record_unaccountable") from None

    def _compare(self, version: Mapping[str, Any], recorded: RecordedVersion, act: Act) -> None:
        number = version["version"]
        self._compare_events(version, recorded.events, act.events)
        if version["seat"] != act.seat:
            raise unproven(number, "seat", code="record_seat")
        self._compare_cause(version, act.cause)
        if version["digest"] != digest_of(self.ruleset, act.play.position):
            raise unproven(number, "digest", code="record_digest")

    def _compare_events(self, version: Mapping[str, Any], found: Sequence[Any], due: Sequence[Any]) -> None:
        table, codec = event_table(self.ruleset), self.game.codec
        for index, (one, other) in enumerate(zip(found, due, strict=False)):
            fields = codec.fields(_new_event(version["events"][index]))
            row = table.of(other)
            if one != other or not _says(row, fields, row.encode(other)):
                raise unproven(version["version"], f"events.{index}", index, code="record_event")
        if len(found) != len(due):
            index = min(len(found), len(due))
            raise unproven(version["version"], "events", index, code="record_event")

    def _compare_cause(self, version: Mapping[str, Any], due: Cause) -> None:
        number, command = version["version"], version.get("command")
        if version.get("by") != due.seat or (command is None) != (due.command is None):
            raise unproven(number, "by", code="record_seat")
        if command is not None and due.command is not None:
            row = self.ruleset.commands.by_name[due.command["type"]]
            said = {name: value for name, value in command.items() if name != "type"}
            if not _says(row, said, {name: value for name, value in due.command.items() if name != "type"}):
                raise unproven(number, "command", code="record_command")
        if canonical(version.get("draws", [])) != canonical(due.document.get("draws", [])):
            raise unproven(number, "draws", code="record_draws")

    def _append(self, version: Mapping[str, Any], act: Act) -> None:
        before = self.game.version
        made = _version(self.ruleset.name, self.ruleset.version, version)
        game = blank(PLACE, self.ruleset) if before == 0 else self.game
        after = advance(game, [act], [made])
        self._ctx.store.append(PLACE, before, [made], chain=game.chain)
        self._ctx.games.keep(after, before)
        if version["chain"] != after.chain:
            raise unproven(before + 1, "chain", code="record_chain")
        self.game = after
        self.versions.append(made)

    def load(self, version: int | None) -> Game:
        """Return the game right after a version that was played, by default the last one."""
        return self._ctx.games.load(PLACE, version)

    def compare_head(self, record: Mapping[str, Any]) -> None:
        """Raise Problem unless the game is over, and the record's head matches what its versions lead to."""
        if not self.game.version or not self.game.table.finished:
            raise refusal("record.running")
        head = record_head(self._ctx, self.game, self.game.chain)
        for name in sorted((head.keys() | record.keys()) - {"game", "versions"}):
            if canonical(record.get(name)) != canonical(head.get(name)):
                raise unproven(self.game.version, name, code="record_head", at="record")


def unproven(version: int, member: str, index: int | None = None, *, code: str, at: str = "", **params: Any) -> Problem:
    """Return a Problem (409): a record is wrong at a member of a version, or of itself; `index` counts events."""
    place = at or f"record.versions.{version - 1}"
    members: dict[str, Any] = {"version": version, "errors": {f"{place}.{member}": [code]}}
    if index is not None:
        members["index"] = index
    return Problem("refused", rule="record.unproven", params=params, **members)


def _says(row: Message, fields: Mapping[str, Any], due: Mapping[str, Any]) -> bool:
    """Return whether members match the expected ones; members added after it was written may be missing."""
    lacking = [field for field in row.fields if field.name not in fields]
    if any(field.required for field in lacking) or not fields.keys() <= due.keys():
        return False
    return canonical(dict(fields)) == canonical({name: due[name] for name in fields})


def _new_event(event: Mapping[str, Any]) -> NewEvent:
    fields = {name: value for name, value in event.items() if name not in ("type", "schema")}
    return NewEvent(event["type"], event["schema"], canonical(fields))


def _version(ruleset: str, ruleset_version: int, version: Mapping[str, Any]) -> Version:
    header = Header(
        secrets.token_urlsafe(6),
        version["seat"],
        ruleset,
        ruleset_version,
        version["time"],
        version["digest"],
        version["digest_tag"],
        cause_of(version).write(version["seat"]),
    )
    return Version(tuple(_new_event(event) for event in version["events"]), header)
