"""Spoils logs: they are torn, flipped, forgotten or written by a newer version, and no other game may suffer."""

import re
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from eventstore import keys
from eventstore.embedded.copying import LIST
from eventstore.log.wire import shorten
from eventstore.records import NewEvent, StoredEvent, Version
from tests.chaos.faults import Kind, Scene, Victim, kill_every
from tests.chaos.forgetting import forget
from tests.chaos.parts import API_WORKER, EVENTS, RQ
from tests.trials.players import Person
from tests.trials.tables import NO_VERSION, Table
from tests.trials.wishes import HUMAN

TORN: Final = b"*1\r\n$5\r\nMULTI\r\n*7\r\n$4\r\nXADD\r\n$12\r\n{s07}:g:torn"
"""The part of a transaction that a power cut let reach the disk."""
COMMANDS: Final = 6
MOST_FORGOTTEN: Final = 3
TRIES: Final = 20
TOMORROW: Final = "PigeonSent"
ENTRY: Final = rb"%s\r\n\$\d+\r\n%d-0\r\n\$1\r\ne\r\n"
"""Begins an entry of a log, which holds a version, in the store's file."""
DIGIT: Final = re.compile(rb":(\d)")
LOADED: Final = ("b", "i")
"""Lists the types of append-only files that hold data, of which the last is the one that is written."""


def tear(store: str, scene: Scene) -> None:
    """Kill a store in the middle of a write."""
    with scene.house.store_down(store) as files, loaded(files)[-1].open("ab") as file:
        file.write(TORN)


def flip(scene: Scene) -> None:
    """Change a digit in an event while the store is down, and kill the API's workers, which have it in memory."""
    victim = new_victim(scene, "log_damaged")
    with scene.house.log() as store:
        event = next(one for one in reversed(store.read(victim.game)) if DIGIT.search(one.body))
    with scene.house.store_down(EVENTS) as files:
        _flip(loaded(files), victim.game, event)
    kill_every(API_WORKER, scene)
    expose(scene, victim)


def _flip(files: list[Path], game: str, event: StoredEvent) -> None:
    stored = shorten(event)
    digit = DIGIT.search(stored)
    assert digit is not None
    entry = re.compile(ENTRY % (re.escape(keys.log(game).encode()), event.version))
    for file in reversed(files):
        text = file.read_bytes()
        entries = list(entry.finditer(text))
        if entries:
            at = text.index(stored, entries[-1].end()) + digit.start(1)
            changed = b"%d" % ((int(digit[1]) + 1) % 10)
            file.write_bytes(text[:at] + changed + text[at + 1 :])
            return
    raise AssertionError(f"version {event.version} of {game} is in none of {files}")


def loaded(files: Path) -> list[Path]:
    """Return the append-only files that a store loads, in order, as its list `file NAME seq NUMBER type TYPE` says."""
    lines = [line.split() for line in (files / LIST).read_text().splitlines()]
    return [files / line[1] for line in lines if line[5] in LOADED]


def write_newer(scene: Scene) -> None:
    """Append an event that only a newer version knows, as a process of that version would."""
    victim = new_victim(scene, "written_by_newer_version")
    with scene.house.log() as store:
        last = store.read(victim.game)[-1]
        header = replace(last.header, command_id=f"{last.header.command_id[:8]}newer")
        store.append(victim.game, last.version, [Version((NewEvent(TOMORROW, 1, b'{"seat":0}'),), header)])
    expose(scene, victim)


def lose_newest(scene: Scene) -> None:
    """Make the store forget the newest versions of some games that are being played."""
    for table in scene.rng.sample(playing := scene.hall.playing(), min(2, len(playing))):
        _lose(table, scene.rng.randint(1, MOST_FORGOTTEN), scene)
        time.sleep(scene.rng.uniform(0.0, 0.5))


def _lose(table: Table, versions: int, scene: Scene) -> None:
    """Make the store forget versions of a game unless it is over: those who saw its end would not play it again."""
    line, token = scene.hall.line(), table.people[0].token if table.people else None
    for _ in range(TRIES):
        status, view = line.ask("GET", f"/v1/games/{table.id}", token)
        if status != 200 or view["status"] != "running":
            return
        with scene.house.log() as store:
            table.forgotten += (gone := forget(store, table.id, versions, view["version"]))
        if gone:
            return


def new_victim(scene: Scene, slug: str) -> Victim:
    """Return a game of three people, a few commands old, that is to be spoiled."""
    line = scene.hall.line()
    wish = {"ruleset": "catan", "seats": [HUMAN] * 3}
    key = f"a game to be spoiled, number {len(scene.victims)}"
    status, made = line.ask("POST", "/v1/games", None, wish, Idempotency_Key=key)
    assert status == 201, made
    nothing_new: Any = SimpleNamespace(version=NO_VERSION)
    people = [
        Person(line, made["id"], seat["seat"], seat["token"], Random(seat["seat"]), float("inf"), NO_VERSION)
        for seat in made["seats"]
    ]
    for person in people:
        person.heard = nothing_new
    while sum(len(person.told) for person in people) < COMMANDS:
        for person in people:
            person.step()
    return Victim(made["id"], made["seats"][0]["token"], slug)


def expose(scene: Scene, victim: Victim) -> None:
    """Note how a spoiled game is answered where it should be refused, and remember it as a victim."""
    scene.house.await_whole()
    scene.complaints += complaints(scene, victim)
    scene.victims.append(victim)


def complaints(scene: Scene, victim: Victim) -> list[str]:
    """Return the answers of a spoiled game that are not the expected refusal, and the lobby's if it fails too."""
    line, path = scene.hall.line(), f"/v1/games/{victim.game}"
    line.busy = (429, 502, 503)
    answers = {
        place: line.ask(method, path + place, victim.token, body)
        for method, place, body in (
            ("GET", "", None),
            ("GET", "/legal-actions", None),
            ("POST", "/commands", {"type": "RollDice"}),
        )
    }
    wrong = [
        f"the spoiled game {victim.game}{place} answers {status} {found.get('type', '')} instead of {victim.slug}"
        for place, (status, found) in answers.items()
        if status != 409 or found.get("type") != f"/problems/{victim.slug}"
    ]
    status, found = line.ask("GET", "/v1/games", None)
    return wrong + ([f"the lobby answers {status} {found}"] if status != 200 else [])


SPOILING: Final = (
    Kind("tear the log of the events store", "torn", lambda scene: tear(EVENTS, scene)),
    Kind("tear the file of the RQ store", "torn", lambda scene: tear(RQ, scene)),
    Kind("flip a digit of an event", "damaged", flip),
    Kind("write an event of a newer version", "newer", write_newer),
    Kind("forget the newest versions", "forgotten", lose_newest),
)
