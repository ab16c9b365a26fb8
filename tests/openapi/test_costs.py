"""Tests that no request costs much more than a good one, and that the cost does not grow faster than the request."""

import json
from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest

from openapi.generate import PATH
from service.faults import MOST_FAULTS
from tests.cost.growing import Request
from tests.cost.many_games import weigh_pending
from tests.cost.weighing import Weigher, unbounded

MOST_BYTES = 16_000
MOST_STEPS = 25_000
SLACK = 2_000
"""Sets how many more calls count as no growth."""
MOST_STEPS_OF_GAME = 40
"""Sets how many calls one more game may cost that is only listed; loading one takes hundreds."""


def test_every_operation_is_weighed(weigher: Weigher) -> None:
    contract = json.loads(PATH.read_text(encoding="utf-8"))
    names = {of["operationId"] for item in contract["paths"].values() for of in item.values() if isinstance(of, dict)}
    assert names - weigher.seen == set()
    assert {one.operation for one in weigher.weighed} == weigher.seen


def test_no_grown_request_is_carried_out(weigher: Weigher) -> None:
    assert [
        (one.operation, one.grown.way, one.cost.status)
        for one in weigher.weighed
        if one.cost.status < 300 and one.grown.request.method != "GET"
    ] == []


def test_no_request_is_a_fault_of_the_server(weigher: Weigher) -> None:
    assert [(one.operation, one.grown.way) for one in weigher.weighed if one.cost.status >= 500] == []


def test_a_refusal_costs_little_more_than_a_good_answer(weigher: Weigher) -> None:
    assert [
        (one.operation, one.grown.way, one.grown.size, one.good, one.cost)
        for one in weigher.weighed
        if one.cost.bytes > one.good.bytes + MOST_BYTES
        or one.cost.steps > one.good.steps + MOST_STEPS
        or one.cost.faults > MOST_FAULTS
    ] == []


def test_cost_grows_no_faster_than_the_request(weigher: Weigher) -> None:
    ways: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for one in weigher.weighed:
        ways[one.operation, one.grown.way].append(one)
    found = []
    for way, sizes in ways.items():
        for small, large in pairwise(sizes):
            growth = large.grown.size / small.grown.size
            if large.cost.steps > small.cost.steps * growth + SLACK:
                found.append((way, small.grown.size, small.cost, large.grown.size, large.cost))
    assert found == []


def test_unknown_members_are_found_at_every_operation_without_the_bounds(
    weigher: Weigher, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = {one.operation: one for one in weigher.weighed if one.grown.way == "body: members"}
    assert {one.grown.size for one in large.values()} <= {1_000, 5_000}
    with unbounded(monkeypatch):
        free = {name: weigher.cost(one.grown.request, weigher.client) for name, one in large.items()}
    unseen = {name: cost for name, cost in free.items() if cost.bytes <= MOST_BYTES and cost.steps <= MOST_STEPS}
    assert len(free) > 2 * len(unseen)
    assert {cost.status for cost in unseen.values()} <= {401}, "tokens that were renewed since open nothing"


def test_unknown_parameters_are_found_to_cost_without_the_bounds(
    weigher: Weigher, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = Request("GET", "/v1/games?" + "&".join(f"k{n}={n}" for n in range(600)), None, {})
    bounded = weigher.cost(request, weigher.client)
    with unbounded(monkeypatch):
        free = weigher.cost(request, weigher.client)
    assert bounded.bytes < MOST_BYTES < free.bytes
    assert bounded.steps < MOST_STEPS < free.steps


def test_one_more_game_costs_no_more_than_its_entry_in_the_list(weigher: Weigher) -> None:
    (few, small), (many, large) = weigh_pending(weigher, (100, 200))
    assert (small.status, large.status) == (200, 200)
    assert large.steps - small.steps < MOST_STEPS_OF_GAME * (many - few)
