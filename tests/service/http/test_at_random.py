"""Tests that every answer to random requests fits the contract and is never 500."""

from collections import Counter
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.service.http.client import Table, new_table
from tests.service.http.requests_at_random import Wishes

REQUESTS = 400


def games(client: FlaskClient) -> list[Table]:
    """Return games in several states."""
    tables = [new_table(client, undo=policy) for policy in ("free", "consent", "until_reveal")]
    tables[0].put_aside()
    tables.append(new_table(client, ruleset="catan", seats=[{"kind": "human"}] * 3))
    tables.append(new_table(client, seats=[{"kind": "human"}, {"kind": "open"}]))
    return tables


@pytest.mark.parametrize("seed", range(2))
def test_every_answer_is_one_that_the_contract_knows(app: Flask, client: FlaskClient, seed: int) -> None:
    tables = [(table.id, [*filter(None, table.tokens), table.owner]) for table in games(client)]
    wishes = Wishes(client.get("/openapi.json").json, Random(seed), tables)
    statuses: Counter[int] = Counter()
    for _ in range(REQUESTS):
        wish = wishes.next()
        answer = client.open(
            wish.path,
            method=wish.method,
            query_string=wish.query,
            headers=wish.headers,
            data=wish.body,
            content_type=None if wish.body is None else "application/json",
        )
        assert answer.status_code != 500, f"{wish}: {answer.text}"
        statuses[answer.status_code] += 1
    assert {200, 201, 400, 401, 404, 409, 422} <= statuses.keys()
