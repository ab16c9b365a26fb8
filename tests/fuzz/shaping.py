"""Bends requests from the contract towards what exists: real ids and tokens, real versions and legal commands.

Some parts of each request stay as they were drawn, so that wrong requests are sent as well.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final
from uuid import UUID

from schemathesis import Case

from tests.fuzz import wishes
from tests.fuzz.wallet import Headers, Known, Wallet

Legal = Callable[[Known, str], dict[str, Any]]
"""Asks the API what the holder of a token may do in a game."""
BY_NAME: Final = {
    "getRuleset": ["catan", "catan-dice", "elasund", "toy"],
    "getAgent": ["uniform", "heuristic"],
    "getRule": ["catan.road.cost", "toy.own_turn"],
}
OWNERS: Final = frozenset({"deleteGame", "updateSeat"})
ACROSS: Final = ("/v1/me/", "/v1/webhooks", "/v1/keys", "/v1/jobs")
COMMANDING: Final = frozenset({"postCommands", "tryCommands"})
UNFILLED: Final = frozenset({"createBranch"})
"""Operations to which links lead without the body that they need."""
BAD_TAGS: Final = ("*", 'W/"3"', '"3", "4"', "2.", '"2.0123456789ab"', '"0"', '"999999"', '"x"', '"03"', '"')
UNKNOWN: Final[tuple[Headers, ...]] = (
    {"Authorization": "Bearer 0123456789abcdef.nobody"},
    {"Authorization": "Basic bm9ib2R5"},
    {"Authorization": "Bearer " + "a" * 300},
    {"X-Api-Key": "key-0123456789abcdef01.nobody"},
    {"X-Api-Key": ""},
)
"""Credentials that nobody was given."""
LONGEST_WAIT_S: Final = 1


class Shaper:
    """Bends cases by a seed; `key` is an API key whose quotas are wide enough for all of them."""

    def __init__(self, wallet: Wallet, rng: Random, key: str, legal: Legal) -> None:
        self.wallet = wallet
        self.rng = rng
        self.key = key
        self.legal = legal
        self.given: Headers = {}
        self.is_linked = False

    def shape(self, case: Case, *, is_linked: bool = False) -> Headers:
        """Bend a case, and return the credentials to send with it, if any.

        What a link has filled in stays; such a request is mostly sent with the credential that opened the thing.
        """
        self.given, self.is_linked = {}, is_linked
        operation = case.operation.definition.raw["operationId"]
        game = self._place(case, operation)
        if self._now_and_then(0.04):
            self.given = dict(self.rng.choice(UNKNOWN))
        elif self._now_and_then(0.87):
            self.given = dict(self._credentials(case, operation, game))
        if not is_linked or operation in UNFILLED:
            self._body(case, operation, game)
        self._headers(case, operation, game)
        self._query(case, operation)
        return self.given

    def command(self, operation: Any, game: Known) -> tuple[Case, Headers]:
        """Return a case with a legal command of a game, if there is one, and its credentials."""
        self.given = {}
        case: Case = operation.Case(path_parameters={"id": game.id}, body={"type": "Roll"})
        self._legal_command(case, game)
        return case, self.given

    def _now_and_then(self, share: float) -> bool:
        return self.rng.random() < share

    def _query(self, case: Case, operation: str) -> None:
        """Shorten waits, and fill in cursors that answers gave."""
        if isinstance(case.query.get("wait"), int):
            case.query["wait"] = min(case.query["wait"], LONGEST_WAIT_S if self._now_and_then(0.2) else 0)
        for name in {"after", "cursor"} & case.query.keys():
            if operation in self.wallet.cursors and self._now_and_then(0.6):
                case.query[name] = self.wallet.cursors[operation]

    def _known(self, operation: str, kind: str) -> list[str]:
        """Return ids that may be filled in; mostly those of open games for taking a seat."""
        if operation == "takeSeat" and self._now_and_then(0.7):
            return [game.id for game in self.wallet.games.values() if game.status == "open"]
        return BY_NAME.get(operation) or self.wallet.ids(kind)

    def _place(self, case: Case, operation: str) -> Known | None:
        """Fill in an id of something that exists, except the asker's own key, and return the game if it is one."""
        name = "game" if "game" in case.path_parameters else "id"
        if name not in case.path_parameters:
            return None
        kind = case.path.split("/")[2]
        if case.path_parameters[name] == self.key.partition(".")[0]:
            case.path_parameters[name] = "key-0"
        known = self._known(operation, kind)
        if case.path_parameters[name] not in known and known and self._now_and_then(0.85):
            case.path_parameters[name] = self.rng.choice(known)
        numbers = {"seat", "n"} | ({"id"} if name == "game" else set())
        for number in numbers & case.path_parameters.keys():
            if self._now_and_then(0.6) and not _is_small(case.path_parameters[number]):
                case.path_parameters[number] = self.rng.randrange(4)
        return self.wallet.games.get(str(case.path_parameters[name])) if kind == "games" else None

    def _credentials(self, case: Case, operation: str, game: Known | None) -> Headers:
        if case.path.startswith(ACROSS):
            return self._across(case, operation)
        key = {"X-Api-Key": self.key} if self._now_and_then(0.5) or operation == "createGame" else {}
        token = self._token(operation, game)
        return key if token is None else key | {"Authorization": f"Bearer {token}"}

    def _across(self, case: Case, operation: str) -> Headers:
        kind = case.path.split("/")[2]
        thing = str(case.path_parameters.get("id"))
        opened = self.wallet.opened_by[kind].get(thing)
        if opened is not None and (self.is_linked or self._now_and_then(0.9)):
            return opened
        if operation == "deleteKey" and thing in self.wallet.keys:
            return {"X-Api-Key": self.wallet.keys[thing]}
        token = self.wallet.any_token(self.rng)
        if token is not None and case.path.startswith("/v1/me/") and self._now_and_then(0.5):
            return {"Authorization": f"Bearer {token}"}
        return {"X-Api-Key": self.key}

    def _token(self, operation: str, game: Known | None) -> str | None:
        if game is None or self._now_and_then(0.1):
            return self.wallet.any_token(self.rng)
        if operation in OWNERS and self._now_and_then(0.8):
            return game.owner
        return self.rng.choice(list(game.seats.values()) or [game.owner])

    def _body(self, case: Case, operation: str, game: Known | None) -> None:
        if operation in ("createAnalysis", "createArena") and isinstance(case.body, dict):
            case.body = wishes.modest(case.body)
        is_record = isinstance(case.body, dict) and "versions" in (case.body.get("record") or {})
        if case.method.upper() not in ("POST", "PATCH") or is_record or not self._now_and_then(0.75):
            return
        if operation == "createGame":
            case.body = self._record() or wishes.new_game(self.rng, case.body)
        elif operation in COMMANDING and game is not None:
            self._legal_command(case, game)
        elif operation in self.bodies:
            case.body = self.bodies[operation](self, game or Known(""))

    def _record(self) -> dict[str, Any] | None:
        """Return, now and then, a record to import, as it was made or with one place changed."""
        if not self.wallet.records or self._now_and_then(0.75):
            return None
        record = self.rng.choice(list(self.wallet.records.values()))
        return {"record": record if self._now_and_then(0.4) else wishes.somewhere_else(self.rng, record)}

    def _legal_command(self, case: Case, game: Known) -> None:
        """Fill in a command of a seat that may act, with the token of that seat."""
        for token in self.rng.sample(list(game.seats.values()), len(game.seats)):
            legal = self.legal(game, token)
            listed = [entry["command"] for entry in legal["actions"]]
            listed += [entry["example"] for entry in legal["templates"]]
            if listed:
                case.body = self._one_or_more(listed)
                self.given["Authorization"] = f"Bearer {token}"
                game.version = max(game.version, legal["version"])
                return

    def _one_or_more(self, listed: list[Any]) -> Any:
        if self._now_and_then(0.15):
            return {"commands": [self.rng.choice(listed) for _ in range(self.rng.randint(1, 3))]}
        return self.rng.choice(listed)

    def _version(self, game: Known) -> int:
        return self.rng.randint(1, game.version + 1)

    def _branch(self, game: Known) -> dict[str, Any]:
        chance = {"chance": self.rng.choice(("same", "fresh"))} if self._now_and_then(0.4) else {}
        return {"version": self._version(game), **chance}

    def _undo(self, game: Known) -> dict[str, Any]:
        return self.rng.choice(({}, {"to_version": self._version(game)}, {"expected_version": game.version}))

    def _join(self, game: Known) -> dict[str, Any]:
        return {} if game.invite is None else {"invite": game.invite}

    def _change(self, game: Known) -> dict[str, Any]:
        return self.rng.choice(wishes.CHANGES)

    def _webhook(self, game: Known) -> dict[str, Any]:
        return {"url": wishes.NOWHERE, "types": self.rng.sample(("turn", "started", "events"), 2)}

    def _answer(self, game: Known) -> dict[str, Any]:
        return {"accept": self._now_and_then(0.7)}

    def _analysis(self, game: Known) -> dict[str, Any]:
        asked = {"version": self._version(game)} if self._now_and_then(0.6) else {}
        return {**asked, "budget_ms": 10, "agent": "uniform"}

    def _arena(self, game: Known) -> dict[str, Any]:
        return {**self.rng.choice(wishes.ARENAS), "games": self.rng.randint(1, 3)}

    bodies: Mapping[str, Callable[["Shaper", Known], Any]] = {
        "createBranch": _branch,
        "requestUndo": _undo,
        "takeSeat": _join,
        "updateSeat": _change,
        "createWebhook": _webhook,
        "castVote": _answer,
        "createAnalysis": _analysis,
        "createArena": _arena,
    }

    def _headers(self, case: Case, operation: str, game: Known | None) -> None:
        read = {parameter.name for parameter in case.operation.headers}
        if "Idempotency-Key" in read and self._now_and_then(0.4):
            case.headers["Idempotency-Key"] = self._idempotency_key()
        if "Prefer" in read:
            case.headers["Prefer"] = f"wait={LONGEST_WAIT_S}"
        if "If-Match" in read and game is not None and not _is_plain(case.headers.get("If-Match")):
            self._if_match(case, game)
        if operation == "listEvents" and game is not None and game.status == "finished" and self._now_and_then(0.3):
            case.headers["Accept"] = self.rng.choice(("text/event-stream", "application/x-ndjson"))

    def _idempotency_key(self) -> str:
        """Return a new idempotency key, or now and then one of a few that are used repeatedly."""
        return f"again-and-again-and-again-{self.rng.randrange(5)}" if self._now_and_then(0.2) else _uuid(self.rng)

    def _if_match(self, case: Case, game: Known) -> None:
        case.headers.pop("If-Match", None)
        chosen = self.rng.random()
        if chosen < 0.4:
            case.headers["If-Match"] = f'"{game.version}"'
        elif chosen < 0.55:
            case.headers["If-Match"] = self.rng.choice(BAD_TAGS)


def _is_small(value: Any) -> bool:
    return isinstance(value, int) and 0 <= value < 8


def _is_plain(tag: Any) -> bool:
    return isinstance(tag, str) and tag[:1] == '"' and tag[1:-1].isdigit()


def _uuid(rng: Random) -> str:
    return str(UUID(int=rng.getrandbits(128), version=4))
