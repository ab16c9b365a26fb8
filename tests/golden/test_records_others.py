"""Tests golden records of the dice game, of Elasund and of busy tables, and those from before commit 76f8dc5."""

import pytest

from domain.core.ruleset import Ruleset
from service.catalog import RULESETS
from tests.golden.files import RECORDS, names_in
from tests.golden.proving import check_record, names_of, tag_of
from tests.golden.records import read_head


@pytest.mark.parametrize("name", [name for group in ("others", "tables", "earlier") for name in names_of(group)])
def test_a_game_is_read_as_it_was(name: str) -> None:
    check_record(name)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_version_of_a_ruleset_on_offer_has_a_golden_record(ruleset: str) -> None:
    written = {(record["ruleset"], record["ruleset_version"]) for record in map(read_head, names_in(RECORDS))}
    assert (ruleset, RULESETS[ruleset].version) in written


@pytest.mark.parametrize("edition", ["english", "german"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_edition_of_elasund_has_a_golden_record(seats: int, edition: str) -> None:
    records = [read_head(name) for name in names_of("others")]
    assert any((len(r["seats"]), r["options"].get("edition")) == (seats, edition) for r in records)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_the_digests_of_a_pack_are_stamped_when_it_is_raised(ruleset: Ruleset) -> None:
    names = [name for name in names_in(RECORDS) if read_head(name)["ruleset"] == ruleset.name]
    assert {tag_of(name) for name in names} == {str(ruleset.pack_version)}, "run python -m tests.golden.restamp"
