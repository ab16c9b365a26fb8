"""Tests that every served version of an agent chooses what it chose when it was first served.

Where one of these fails, an agent has changed: give it a new version, and keep the old code as an older one
(`docs/workers.md`).
"""

import pytest

from tests.golden.versions import COUNT, VERSIONS, all_versions, choose, hash_of, names_of, path_of, read_choices
from workers.agents.entries import AgentEntry

FEW = 40
"""How many choices of each level `make test` looks at; `make full` looks at all."""
ENTRIES = [pytest.param(entry, id=f"{entry.id}-{entry.version}") for entry in all_versions()]


def differing(entry: AgentEntry, every: int) -> list[str]:
    """List the choices that are others than were kept, of each `every`-th question."""
    found = []
    for question, kept in list(read_choices(entry))[::every]:
        for name in names_of(entry):
            command = choose(question, name)
            if hash_of(command) != kept[name]:
                found.append(f"{name} at {question}: {command}")
    return found


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_version_plays_as_it_did(entry: AgentEntry) -> None:
    assert differing(entry, COUNT // FEW) == []


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_version_makes_all_choices_as_it_did(entry: AgentEntry) -> None:
    assert differing(entry, 1) == []


def test_every_served_version_has_its_choices_and_no_other() -> None:
    assert sorted(path.name for path in VERSIONS.iterdir()) == sorted(path_of(entry).name for entry in all_versions())
    for entry in all_versions():
        questions = [question for question, _ in read_choices(entry)]
        assert len(set(questions)) == COUNT
