"""Checks what only a trial of a cluster can: both hosts answer alike, and feeds and webhooks have missed nothing."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from tests.cluster.audience import Listener
from tests.service.webhooks.receiver import Receiver
from tests.trials.checker import documents
from tests.trials.comparing import By, Document
from tests.trials.players import Caller
from tests.trials.tables import Table

SHOWN: Final = 3
Key = tuple[str, int, int]
"""A game, a seat and a version."""


def different(table: Table, lines: Sequence[Caller], versions: int) -> Iterator[str]:
    """Yield the versions of a game of which the hosts give different views, to its first person and to spectators."""
    token = table.people[0].token if table.people else None
    asked = [(f"/v1/games/{table.id}?version={version}", version) for version in range(1, versions + 1)]

    def views(line: Caller) -> list[tuple[int, Any]]:
        return [line.ask("GET", path, token if version % 2 else None) for path, version in asked]

    with ThreadPoolExecutor(len(lines)) as pool:
        for (_, version), *answers in zip(asked, *pool.map(views, lines), strict=True):
            if any(answer != answers[0] for answer in answers[1:]):
                yield f"version {version}: {_difference(answers)}"


def _difference(answers: Sequence[tuple[int, Any]]) -> str:
    (status, first), (other_status, other) = answers[0], answers[1]
    names = [name for name in {**first, **other} if first.get(name) != other.get(name)]
    return f"{status} and {other_status} differ in " + ", ".join(
        f"{name}: {str(first.get(name))[:80]} and {str(other.get(name))[:80]}" for name in sorted(names)[:SHOWN]
    )


def of_feed(came: Sequence[Document], logs: dict[str, dict[int, By]]) -> Iterator[str]:
    """Yield what a feed missed, had otherwise, out of order in its game, or twice under two cursors.

    `logs` holds each game of the key as each of its seats is shown it.
    """
    by_game: dict[str, list[Document]] = defaultdict(list)
    cursors: Counter[str] = Counter()
    for event in came:
        by_game[event["game"]].append(event)
        cursors[f"{event['cursor']} of {event['game']} {_place(event['event'])} for {event['you']}"] += 1
    yield from (f"{cursor} came {times} times to one stream" for cursor, times in cursors.items() if times > 1)
    for game, logs_of_it in logs.items():
        yield from (f"game {game}: {wrong}" for wrong in _of_game(by_game.pop(game, []), logs_of_it))
    yield from (f"events of the game {game} came, which is not the key's" for game in by_game)


def _of_game(came: Sequence[Document], logs: dict[int, By]) -> Iterator[str]:
    for seat in sorted({event["you"] for event in came} | {min(logs)}):
        mine = [event["event"] for event in came if event["you"] == seat]
        expected = in_order(logs.get(seat, {}))
        if mine != expected:
            yield f"seat {seat}: {told_wrongly(mine, expected)}"


def in_order(log: By) -> list[Document]:
    """Return the events of a log, version by version."""
    return [event for version in sorted(log) for event in log[version]]


def told_wrongly(came: Sequence[Document], expected: Sequence[Document]) -> str:
    """Return how what came differs from what was expected."""
    places = Counter(_place(event) for event in came)
    wanted = {_place(event): event for event in expected}
    missed = [place for place in wanted if place not in places][:SHOWN]
    repeated = [place for place, times in places.items() if times > 1][:SHOWN]
    foreign = [event for event in came if wanted.get(_place(event)) != event][:SHOWN]
    return f"of {len(expected)} events {len(came)} came; missed {missed}, repeated {repeated}, otherwise {foreign}"


def _place(event: Document) -> str:
    return f"{event['version']}-{event['index']}"


def of_webhooks(receiver: Receiver, hooks: Iterable[str], logs: dict[str, dict[str, dict[int, By]]]) -> Iterator[str]:
    """Yield the versions that a webhook was not told, was told otherwise, or twice under two ids.

    `logs` holds for each webhook the games of its key. A message that comes again bears its first id: `webhook-id`.
    """
    told = _told(receiver, hooks)
    for hook, games in logs.items():
        for game, seats in games.items():
            for seat, log in seats.items():
                yield from (
                    f"webhook {hook}, game {game}, seat {seat}: {wrong}"
                    for wrong in _of_seat(
                        log, {key[2]: ids for key, ids in told[hook].items() if key[:2] == (game, seat)}
                    )
                )


def _told(receiver: Receiver, hooks: Iterable[str]) -> dict[str, dict[Key, dict[str, Any]]]:
    """Return the events that each webhook was told of a version, by the ids under which they came."""
    told: dict[str, dict[Key, dict[str, Any]]] = {hook: defaultdict(dict) for hook in hooks}
    for headers, body in list(receiver.told):
        name = next(value for header, value in headers.items() if header.lower() == "webhook-id")
        data = json.loads(body)["data"]
        hook = name.removeprefix("msg_").rpartition("_")[0]
        if hook in told and "events" in data:
            told[hook][data["game"], data["seat"], data["version"]][name] = data["events"]
    return told


def _of_seat(log: By, told: dict[int, dict[str, Any]]) -> Iterator[str]:
    for version in sorted({*log, *told}):
        ids = told.get(version, {})
        if len(ids) > 1:
            yield f"version {version} came under {len(ids)} ids: {sorted(ids)}"
        if version in log and not ids:
            yield f"version {version} did not come"
        if any(events != log.get(version) for events in ids.values()):
            yield f"version {version} came otherwise than the log has it: {str(ids)[:200]}"


def logs_of(listener: Listener, tables: Sequence[Table], line: Caller) -> dict[str, dict[int, By]]:
    """Return the games that were made with a key, as each of its seats is shown them."""
    return {
        table.id: {person.seat: documents(line, table.id, person.token) for person in table.people}
        for table in tables
        if table.key == listener.key
    }
