"""Tests that a header, member or status that is planted in an answer and is not in the contract is found."""

from collections.abc import Callable

import pytest
from schemathesis import Response

from tests.fuzz.asking import Asker
from tests.fuzz.findings import Findings


def a_header(answer: Response) -> None:
    """Add a header."""
    answer.headers["x-planted"] = ["1"]


def a_member(answer: Response) -> None:
    """Add a member inside another one."""
    answer.json()["rulesets"][0]["planted"] = 1


def a_status(answer: Response) -> None:
    """Set a status that this operation never answers."""
    answer.status_code = 418


@pytest.mark.parametrize(("plant", "found"), [(a_header, "x-planted"), (a_member, "planted"), (a_status, "418")])
def test_what_is_not_documented_is_found(
    asker: Asker, plant: Callable[[Response], None], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asker, "findings", Findings())
    case = asker.schema.find_operation_by_id("listRulesets").Case()
    answer = asker.sent(case, {})
    asker.judged(case, answer)
    assert asker.findings.report() == ""
    plant(answer)
    asker.judged(case, answer)
    ours = [text for (_, kind), text in asker.findings.faults.items() if "nothing_is_undocumented" in kind]
    assert found in "".join(ours), asker.findings.faults
