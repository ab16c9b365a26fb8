"""Hosts games that are played at random, and compares them with documents of their positions over HTTP."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import orjson
from flask.testing import FlaskClient

from domain.core.chance import Draw
from domain.core.ruleset import Ruleset
from service.game.context import Context
from service.game.games import Game
from service.handlers.commands import decide, submit
from service.records.positions import PLACE, position_document
from service.table.events import TABLE_EVENTS
from tests.laws.cases import Case
from tests.laws.playing import uniform
from tests.service.http.client import Table, new_table
from workers.agents.agent import load_agent
from workers.agents.catalog import AGENTS, IDLE, known_entry, split_name
from workers.agents.turns import decide as choose

ENVELOPE: Final = ("version", "index", "time", "cursor", "summary")
DRY_EVERY: Final = 4
"""At one of so many positions all outcomes are compared with a dry run, which costs more than all the rest."""
OF_VIEWS: Final = ("game", "ruleset", "map", "modules", "options", "state", "layout")
"""The members of a document that a view of a game has, too, or that are read from the game it names."""


@dataclass
class Found:
    """Counts what was compared, by what it was, and lists the first differences, each with its place."""

    counted: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def same(self, what: str, found: Any, due: Any, where: str) -> None:
        """Count a comparison."""
        self.counted[what] += 1
        if found != due:
            self.differing[what] += 1
            self.examples.append(f"{where}: {what}: {difference(found, due)}")


def difference(found: Any, due: Any, place: str = "") -> str:
    """Return the first member in which two documents differ, with both values."""
    if isinstance(found, bytes) and isinstance(due, bytes):
        found, due = orjson.loads(found), orjson.loads(due)
    if isinstance(found, Mapping) and isinstance(due, Mapping):
        names = [name for name in {**found, **due} if found.get(name) != due.get(name)]
        if names:
            return difference(found.get(names[0]), due.get(names[0]), f"{place}/{names[0]}")
    if isinstance(found, list) and isinstance(due, list) and len(found) == len(due):
        places = [at for at, (one, other) in enumerate(zip(found, due, strict=True)) if one != other]
        if places:
            return difference(found[places[0]], due[places[0]], f"{place}/{places[0]}")
    return f"{place or '/'} is {str(found)[:300]}, not {str(due)[:300]}"


class Trial:
    """Represents a hosted game that is compared with its documents, and what was found."""

    def __init__(self, client: FlaskClient, case: Case, seed: int, found: Found) -> None:
        self.case, self.rng, self.found = case, Random(f"{case.name} {seed}"), found
        wish: dict[str, Any] = {
            "ruleset": case.ruleset.name,
            "seats": [{"kind": "human"}] * case.seats,
            "modules": [*case.modules],
            "options": dict(case.options),
            "analyses": "all",
            "seed": f"positions {case.name} {seed}",
        }
        self.table: Table = new_table(client, **wish | ({} if case.map is None else {"map": case.map}))
        self.ctx: Context = client.application.extensions["longroad"].context
        self.name = f"{case.name} {seed}"
        self.compared = 0

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules of the game."""
        return self.case.ruleset

    @property
    def game(self) -> Game:
        """Return the game as it stands."""
        return self.ctx.games.load(self.table.id)

    def run(self, positions: int, gap: int) -> None:
        """Compare so many positions, each some commands after the one before, or fewer if the game ends."""
        number = 0
        while self.compared < positions:
            game = self.game
            if game.result is not None:
                self._compare_shown(game, None, f"{self.name} v{game.version}")
                self.compared += 1
                return
            seat, command = self._next(game)
            if number % gap == 0:
                self._compare(game, seat, command)
                self.compared += 1
            else:
                submit(self.ctx, self.table.id, seat, [command])
            number += 1

    def _next(self, game: Game) -> tuple[int, Any]:
        """Return who acts next, and how."""
        seat = self.rng.choice([one.seat for one in game.awaiting()])
        actions = self.ruleset.actions(game.position, seat)
        return seat, uniform(self.ruleset, game.position, seat, actions, self.rng)

    def _compare(self, game: Game, seat: int, command: Any) -> None:
        """Compare everything at a position, and go on by a command."""
        where = f"{self.name} v{game.version} seat {seat}"
        shown = self._compare_shown(game, seat, where)
        others = [None, *[other for other in range(self.case.seats) if other != seat]]
        self._compare_shown(game, self.rng.choice(others), where)
        self._compare_advice(game, seat, shown, where)
        self._compare_outcomes(seat, command, shown, where)

    def _post(self, place: str, body: Mapping[str, Any], seat: int | None = None) -> Any:
        """Return what an operation on positions answers."""
        return self.table.client.post(
            f"/v1/positions/{place}",
            data=orjson.dumps(body),
            headers=self.table.headers(seat, {"Content-Type": "application/json"}),
        )

    def _compare_shown(self, game: Game, seat: int | None, where: str) -> dict[str, Any]:
        """Compare what a seat (None: a spectator) is shown with what is read of it, and what it may do."""
        same, table = self.found.same, self.table
        view, shown = table.get("", seat).json, table.get("/position", seat).json
        same("view and position", shown["state"], view["state"], where)
        of_view = self._post("notation", {PLACE: view}, seat).json
        same("view read", _named(of_view.get(PLACE, of_view)), _named(shown), where)
        both = self._post("notation", {PLACE: shown}).json
        same("position read", both.get(PLACE, both), shown, where)
        if "text" in both:
            same("text read", self._post("notation", {"text": both["text"]}).json, both, where)
        if seat is None:
            return shown
        listed = table.get("/legal-actions", seat).data
        same(
            "legal actions of the view",
            self._post("legal-actions", {PLACE: view, "seat": seat}, seat).data,
            listed,
            where,
        )
        same("legal actions of the position", self._post("legal-actions", {PLACE: shown}).data, listed, where)
        if "text" in both:
            same("legal actions of the text", self._post("legal-actions", {"text": both["text"]}).data, listed, where)
        return shown

    def _compare_advice(self, game: Game, seat: int, shown: Mapping[str, Any], where: str) -> None:
        """Compare what agents without beliefs advise with what they play in the game by the same chance."""
        for name in guileless(self.ruleset.name):
            agent, level, _ = split_name(name)
            asked = {"agent": agent} | ({} if level is None else {"level": level})
            answer = self._post("advice", {PLACE: shown, "seed": where[-60:], **asked}).json
            rng = Random(f"{where[-60:]}:{seat}:choice")
            played = choose(self.ruleset, game.position, seat, load_agent(name), known_entry(name).seconds, rng)
            due = None if played.command is None else self.ruleset.commands.encode(played.command)
            advised = answer["advice"].get("command") if "advice" in answer else answer
            self.found.same(f"advice of {name}", advised, due, where)

    def _compare_outcomes(self, seat: int, command: Any, shown: Mapping[str, Any], where: str) -> None:
        """Carry a command out in the game and at its documents, with the same draws, and compare the outcomes."""
        same, table = self.found.same, self.table
        body = self.ruleset.commands.encode(command)
        is_dry = self.compared % DRY_EVERY == 0
        tried = table.post("/dry-runs", body, seat).json if is_dry else {}
        if is_dry:
            told = self._post("apply", {PLACE: shown, "commands": [body], "outcomes": True}).json
            same("outcomes", told.get("certain", told), tried["certain"], where)
            if tried["exact"]:
                same(
                    "outcomes with chance", told, {name: tried[name] for name in ("certain", "chance", "exact")}, where
                )
        act = decide(self.ctx, self.game, seat, [command])[0]
        draws, seats = self._draws(act.cause.draws), range(self.case.seats)
        wish = {"commands": [body], "seat": seat} | ({"draws": draws} if draws else {})
        timed = _same if "expires_after_s" not in body else _timeless
        whole = timed(self._post("apply", wish | {PLACE: position_document(self.game, None, seats)}).json)
        own = timed(self._post("apply", wish | {PLACE: shown}).json)
        answer = table.post("/commands", body, seat)
        assert answer.status_code == 201, answer.text
        if draws is None:
            return
        events = [event for event in act.events if type(event) not in TABLE_EVENTS.by_class]
        rows = [(self.ruleset.events.of(event), event) for event in events]
        due = [{"type": row.name, "seat": seat} | row.encode(event) for row, event in rows]
        same("events of a whole position", whole.get("events", whole), timed(_read(due)), where)
        after = _bare(position_document(self.game, None, seats))
        same("position after a whole position", whole.get(PLACE, whole), timed(_read(after)), where)
        is_open = not act.cause.draws and not any(row.reveals for row, _ in rows) and not self._reveals(own)
        if is_open or tried.get("exact"):
            seen = [row.redact(event, seat) for row, event in rows]
            due = [{"type": row.name, "seat": seat} | one for (row, _), one in zip(rows, seen, strict=True)]
            same("events", own.get("events", own), timed(_read(due)), where)
            listed = [one for one in answer.json["events"] if one["type"] != "SeedRevealed"]
            if len(listed) == len(due):
                bare = [{name: value for name, value in one.items() if name not in ENVELOPE} for one in listed]
                same("events as the game answers them", own.get("events", own), timed(bare), where)
            same("position after", own.get(PLACE, own), timed(_bare(table.get("/position", seat).json)), where)

    def _reveals(self, answer: Mapping[str, Any]) -> bool:
        """Return whether cards were shown that the document does not: a hidden one that is dealt can win the game."""
        revealing = {row.name for row in self.ruleset.events.rows if row.reveals}
        return any(event["type"] in revealing for event in answer.get("events", ()))

    def _draws(self, draws: Sequence[Draw]) -> list[dict[str, Any]] | None:
        """Return draws as a request names them; None if there is one that cannot be chosen."""
        named = []
        for draw in draws:
            rows = [row for row in self.ruleset.outcomes.get(draw.stream, ()) if len(row) == len(draw.weights)]
            if not rows:
                return None
            named.append({"stream": draw.stream, "outcome": rows[0][draw.outcome]})
        return named


def guileless(ruleset: str) -> Iterator[str]:
    """Yield the agents of a ruleset that keep no beliefs, at each of their levels."""
    for entry in AGENTS:
        if entry.plays(ruleset) and entry.id != IDLE:
            levels = [f"{entry.id}@{level.number}" for level in entry.levels] or [entry.id]
            yield from (name for name in levels if not load_agent(name).believes)


def _bare(document: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "game"}


def _same(value: Any) -> Any:
    return value


def _timeless(value: Any) -> Any:
    """Return a document without the times at which offers end: at a position no time passes, so none is set there."""
    if isinstance(value, dict):
        return {name: _timeless(member) for name, member in value.items() if name != "expires_at"}
    return [_timeless(one) for one in value] if isinstance(value, list) else value


def _named(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a view can tell of a document."""
    return {name: value for name, value in document.items() if name in OF_VIEWS}


def _read(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))
