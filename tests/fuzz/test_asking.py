"""Tests that every answer to a random request follows the contract; `make fuzz` asks for much longer."""

from tests.fuzz.asking import Asker, operations
from tests.fuzz.house import TIGHT, new_key
from tests.service.http.live import Server

EXAMPLES = 6
WALKS = 10


def test_every_operation_answers_as_the_contract_says(asker: Asker) -> None:
    all_operations = operations(asker.schema)
    for operation in all_operations:
        asker.probe(operation, EXAMPLES, seed=0)
    print(asker.findings.line())
    assert asker.findings.report() == ""
    assert asker.findings.operations == {operation.label for operation in all_operations}
    assert {200, 201, 204, 400, 401, 403, 404, 409, 412, 422} <= asker.findings.statuses.keys()


def test_every_walk_along_the_links_is_as_the_contract_says(asker: Asker) -> None:
    before = asker.findings.cases
    asker.walk(WALKS, seed=0)
    print(asker.findings.line())
    assert asker.findings.report() == ""
    assert asker.findings.cases > before + WALKS


def test_who_asks_too_much_is_told_so_as_the_contract_says(server: Server) -> None:
    hasty = Asker(server, new_key(server, TIGHT))
    hasty.set_up(commands=2, games=4)
    for operation in operations(hasty.schema):
        hasty.probe(operation, 2, seed=1)
    print(hasty.findings.line())
    assert hasty.findings.report() == ""
    assert hasty.findings.statuses[429] >= 5
