"""Tests that whoever has a right to an operation succeeds with it, and that all others are refused without effect."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from service.server.app import load_contract
from tests.conftest import StorePair
from tests.service.http.authorization import CALLERS, DEAD, INSIDE, OTHERS, RIGHTS, House, World

GAMES = "/v1/games/"
SEEN_BEFORE = frozenset({"malformed token", "key as token", "dead key", "dead key of seat"})
"""Callers who get 401 before anybody looks for the game."""
BELONGING = frozenset({"former key of a seat"})
"""Keys to which a seat belongs, as `GET me/pending` shows, but which do not act for it."""


class Operation(NamedTuple):
    """Represents an operation of the contract."""

    name: str
    method: str
    path: str


OPERATIONS = [
    Operation(operation["operationId"], method.upper(), path)
    for path, methods in load_contract()["paths"].items()
    for method, operation in methods.items()
    if method != "parameters"
]


@pytest.fixture(scope="module")
def house(stores: StorePair) -> House:
    """Return a server that all operations share; each makes its own games."""
    return House(stores.rq_url)


def outcomes(house: House, operation: Operation, stage: str, callers: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Yield callers with the status of the answer; whoever is refused has changed nothing."""
    right, world = RIGHTS[operation.name], house.world(stage)
    for caller in sorted(callers & world.headers.keys(), key=lambda name: (name in right.callers, name)):
        before = world.version
        status = asked(house, operation, world, caller)
        yield caller, status
        if status >= 300:
            assert world.version == before, caller
        elif operation.method != "GET":
            world = house.world(stage)


def asked(house: House, operation: Operation, world: World, caller: str) -> int:
    """Send the request of an operation as a caller, and return the status of the answer."""
    right = RIGHTS[operation.name]
    path = operation.path.format_map(world.ids | dict(right.ids)) + right.query
    body = right.body(world) if callable(right.body) else right.body
    return house.ask(operation.method, path, body, world.headers[caller]).status_code


def refusals(operation: Operation, caller: str) -> tuple[int, ...]:
    """Return the statuses with which a caller without a right may be refused in a public game."""
    if caller in DEAD:
        return (401,)
    if caller in OTHERS and operation.path.startswith(GAMES):
        return (403,)
    return (401, 403, 404, 409)


def test_every_operation_is_open_to_somebody() -> None:
    assert RIGHTS.keys() == {operation.name for operation in OPERATIONS}
    assert all(right.callers <= CALLERS and right.callers for right in RIGHTS.values())


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_those_with_a_right_succeed_and_all_others_are_refused(house: House, operation: Operation) -> None:
    right = RIGHTS[operation.name]

    found = dict(outcomes(house, operation, right.stage, CALLERS))

    assert {caller for caller, status in found.items() if status < 300} == right.callers
    refused = {caller: status for caller, status in found.items() if status >= 300}
    assert {caller: status for caller, status in refused.items() if status not in refusals(operation, caller)} == {}


@pytest.mark.parametrize(
    "operation", [one for one in OPERATIONS if one.path.startswith(GAMES)], ids=lambda one: one.name
)
def test_private_game_answers_outsiders_as_if_there_were_none(house: House, operation: Operation) -> None:
    found = dict(outcomes(house, operation, "private", CALLERS - INSIDE))

    told = {caller for caller, status in found.items() if status != 404}
    assert SEEN_BEFORE <= told <= SEEN_BEFORE | BELONGING
