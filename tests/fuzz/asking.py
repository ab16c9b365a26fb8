"""Sends random requests to a served API: single operations, and walks along the links from one answer to the next."""

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any, Final

import hypothesis
import requests
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from schemathesis import Case, GenerationMode, Response
from schemathesis.core.failures import FailureGroup
from schemathesis.openapi import from_dict

from tests.fuzz import wishes
from tests.fuzz.checks import CREDENTIALS, OF_WHO_MADE_IT, OUR_OWN, by_the_contract, undocumented_by
from tests.fuzz.findings import Findings, as_json
from tests.fuzz.shaping import UNKNOWN, Shaper
from tests.fuzz.wallet import Headers, Known, Wallet
from tests.openapi.answers import Answers
from tests.service.http.live import Server

LIMIT_S: Final = 60
STEPS: Final = 12
ASIDE: Final = ("listRulesets", "listAgents", "listGames", "listKeys", "listWebhooks")
"""Operations that lead nowhere in particular; walks leave them out."""
REFUSALS: Final = tuple(str(status) for status in (400, 401, 403, 404, 406, 409, 412, 413, 414, 415, 422, 429, 431))


REPLAYED: Final = "idempotency-replayed"
PERSONAL: Final = ("authorization", "x-api-key", "idempotency-key", "content-length")
STRANGERS: Final[tuple[Headers, ...]] = ({}, *UNKNOWN)


class _Enough(Exception):
    """Says that all walks are done."""


class Asker:
    """Sends requests to one server, remembers what it learns, and checks every answer against the contract."""

    def __init__(self, server: Server, key: str, seed: int = 0) -> None:
        self.server = server
        self.base = f"http://127.0.0.1:{server.port}"
        self.session = requests.Session()
        self.findings = Findings()
        self.wallet = Wallet()
        self.shaper = Shaper(self.wallet, Random(seed), key, self._legal)
        self.schema = loaded(self.base)
        self.undocumented = undocumented_by(Answers(self.schema.raw_schema))
        self.key = key
        self.walks = 0
        self.guarded: set[str] = set()

    def set_up(self, commands: int, games: int = len(wishes.GAMES)) -> None:
        """Make some games before any request is drawn, and play a little in each of them."""
        create, play = (self.schema.find_operation_by_id(name) for name in ("createGame", "postCommands"))
        for number, wish in enumerate(wishes.GAMES[:games]):
            body = {**wish, "seed": f"fuzz {number}"}
            self._told(create.Case(body=body), {"X-Api-Key": self.key})
        for game in list(self.wallet.games.values()):
            for _ in range(commands):
                self._told(*self.shaper.command(play, game))

    def ask(self, case: Case, **how: Any) -> Response:
        """Shape a case, send it, and judge the answer."""
        return self.judged(case, self.sent(case, self.shaper.shape(case, **how)))

    def _told(self, case: Case, credentials: Headers) -> None:
        self.judged(case, self.sent(case, credentials))

    def sent(self, case: Case, credentials: Headers) -> Response:
        """Send a case, count and remember its answer, and return it."""
        _ = case.meta  # judges anew what the shaping has changed
        answer = case.call(session=self.session, headers=dict(credentials), timeout=LIMIT_S)
        self.findings.count(case, answer)
        operation = case.operation.definition.raw["operationId"]
        if REPLAYED not in answer.headers:  # a first answer that is given again may be of what is gone
            self.wallet.learn(operation, case.path_parameters, credentials, answer.status_code, as_json(answer))
        return answer

    def judged(self, case: Case, answer: Response, **context: Any) -> Response:
        """Run all checks on an answer, note what they find, and return the answer."""
        try:
            self._ask_as_strangers(case, answer)
            operation = case.operation.definition.raw["operationId"]
            checks = [*by_the_contract(answer, operation), *(OF_WHO_MADE_IT if self._is_open(case, answer) else ())]
            case.validate_response(answer, checks=checks, additional_checks=[*OUR_OWN, self.undocumented], **context)
        except (Exception, FailureGroup) as found:
            self.findings.note(case, found)
        return answer

    def _is_open(self, case: Case, answer: Response) -> bool:
        """Return whether a request reads a known thing, as it is now, with a credential that opens it."""
        if not case.operation.path.endswith("/{id}") or case.method.upper() != "GET" or "version" in case.query:
            return False
        return self.wallet.opens(case.path.split("/")[2], str(case.path_parameters["id"]), answer.request.headers)

    def _ask_as_strangers(self, case: Case, answer: Response) -> None:
        """Repeat the first accepted request of each guarded operation without a credential and with wrong ones."""
        is_guarded = {} not in case.operation.definition.raw[CREDENTIALS]
        if not is_guarded or not 200 <= answer.status_code < 300 or case.operation.label in self.guarded:
            return
        self.guarded.add(case.operation.label)
        asked = answer.request
        headers = {name: value for name, value in asked.headers.items() if name.lower() not in PERSONAL}
        for credentials in STRANGERS:
            how: Any = {"headers": headers | credentials, "data": asked.body, "timeout": LIMIT_S}
            status = self.session.request(asked.method, asked.url, **how).status_code
            assert status in (401, 403, 404), f"{status} for {credentials or 'nobody'}"

    def probe(self, operation: Any, examples: int, seed: int) -> None:
        """Send that many requests to one operation."""

        @hypothesis.seed(seed)
        @_settings(examples)
        @given(case=_cases(operation))
        def one(case: Case) -> None:
            self.ask(case)

        one()

    def walk(self, walks: int, seed: int, steps: int = STEPS) -> None:
        """Take that many walks from answer to answer along the links.

        Where a walk leads depends on the server, so Hypothesis may find that a walk cannot be repeated; the next walk
        then begins from another seed.
        """
        machine = self._machine(walks)
        settings = hypothesis.settings(_settings(walks), stateful_step_count=steps)
        before = self.walks
        while self.walks < before + walks:
            hypothesis.seed(seed + self.walks)(machine)
            with suppress(Flaky, _Enough):
                machine.run(settings=settings)

    def _machine(self, walks: int) -> Any:
        asker, last = self, self.walks + walks

        class Walk(self.schema.exclude(operation_id=list(ASIDE)).as_state_machine()):  # type: ignore[misc]
            """Represents one walk."""

            def setup(self) -> None:
                """Begin one more walk, unless all are done."""
                if asker.walks == last:
                    raise _Enough
                asker.walks += 1

            def call(self, case: Case, **settings: Any) -> Response:
                """Send a case with the tokens that are known."""
                is_linked = asker.wallet.knows(case.path_parameters.get("game", case.path_parameters.get("id")))
                return asker.sent(case, asker.shaper.shape(case, is_linked=is_linked))

            def validate_response(self, response: Response, case: Case, **context: Any) -> None:
                """Judge an answer, and go on whatever is found."""
                asker.judged(case, response, recorder=self.recorder)

        return Walk

    def _legal(self, game: Known, token: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"}
        found = self._json("GET", f"/v1/games/{game.id}/legal-actions", headers)
        return found if "actions" in found else {"actions": [], "templates": [], "version": 1}

    def _json(self, method: str, path: str, headers: Mapping[str, str], body: Any = None) -> dict[str, Any]:
        answer = self.session.request(method, self.base + path, headers=dict(headers), json=body, timeout=LIMIT_S)
        found: dict[str, Any] = answer.json()
        return found


def loaded(base: str) -> Any:
    """Return the contract that a server publishes, ready for drawing requests.

    The body of a link is taken as it is, and credentials come from the wallet, so none are invented.
    """
    contract = requests.get(base + "/openapi.json", timeout=LIMIT_S).json()
    del contract["security"]
    for path in contract["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                operation[CREDENTIALS] = operation.pop("security", [{}])
                _take_bodies_as_they_are(operation["responses"])
                _take_short_keys(operation.get("parameters", ()))
    schema = from_dict(contract)
    schema.config.base_url = base
    schema.config.phases.stateful.inference.algorithms = []
    schema.config.checks.negative_data_rejection.expected_statuses = list(REFUSALS)
    return schema


def _take_bodies_as_they_are(responses: dict[str, Any]) -> None:
    for response in responses.values():
        for link in response.get("links", {}).values():
            link["x-schemathesis"] = {"merge_body": False}


def _take_short_keys(parameters: Any) -> None:
    """Let idempotency keys be short: where the contract requires 22 characters, fewer are taken beside a token."""
    for parameter in parameters:
        if parameter["name"] == "Idempotency-Key":
            parameter["schema"] = parameter["schema"] | {"minLength": 1}


def operations(schema: Any) -> list[Any]:
    """Return all operations of the contract."""
    return [found.ok() for found in schema.get_all_operations()]


def _cases(operation: Any) -> st.SearchStrategy[Case]:
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if not _can_be_wrong(operation):
        return right
    return st.one_of(right, right, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))


def _can_be_wrong(operation: Any) -> bool:
    """Return whether an operation takes anything besides texts in its path, which cannot be wrong."""
    numbers = [one for one in operation.path_parameters if one.definition["schema"].get("type") != "string"]
    return bool(numbers or list(operation.query) or list(operation.body))


def _settings(examples: int) -> hypothesis.settings:
    return hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
