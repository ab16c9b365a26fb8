"""Tests that a change to what a dated version promises is refused unless the changelog mentions it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from openapi.generate import PATH
from openapi.surface import CHANGES, IN_THE_MAKING, Undeclared, extend, load_promises, surface
from service.http.admission import VERSIONS
from tests.json_documents import copied

CONTRACT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
RELEASED = "# Changes\n\n## 2026-11-22\n\nThe first version.\n"
Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> dict[str, Any]:
    """Return the contract after a change."""
    contract = copied(CONTRACT)
    change(contract)
    return contract


def member(component: str, name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return a function that finds the description of a member in a contract."""
    return lambda contract: contract["components"]["schemas"][component]["properties"][name]


def renamed(contract: dict[str, Any]) -> None:
    properties = contract["components"]["schemas"]["GamePage"]["properties"]
    properties["rows"] = properties.pop("games")


GAME = "/v1/games/{id}"
REFUSED: dict[str, tuple[Change, str]] = {
    "a path is gone": (lambda c: c["paths"].pop("/v1/arenas"), "POST /v1/arenas"),
    "a method is gone": (lambda c: c["paths"][GAME].pop("delete"), "DELETE /v1/games/{id}"),
    "an operation has another name": (
        lambda c: c["paths"][GAME]["get"].update(operationId="view"),
        "GET /v1/games/{id}",
    ),
    "a query is gone": (lambda c: c["paths"][GAME]["get"]["parameters"].pop(0), "GET /v1/games/{id} query version"),
    "a member has another name": (renamed, "GamePage.games"),
    "a member has another type": (lambda c: member("Vote", "id")(c).update(type="string"), "Vote.id"),
    "a header of one answer is gone": (
        lambda c: c["paths"][GAME]["get"]["responses"]["200"]["headers"].pop("ETag"),
        "GET /v1/games/{id} 200 header ETag",
    ),
    "a header of all answers is gone": (lambda c: c["components"]["headers"].pop("RateLimit"), "Every answer header"),
    "a header of a refusal is gone": (
        lambda c: c["components"]["responses"]["Problem429"]["headers"].pop("Retry-After"),
        "Problem429 header Retry-After",
    ),
    "a type of problem is gone": (
        lambda c: c["components"]["responses"]["Problem404"].update(description="`/problems/unknown_path`: no"),
        "Problem404 /problems/not_found",
    ),
    "a word is gone": (lambda c: member("Vote", "status")(c)["enum"].pop(), "Vote.status"),
    "a member need not be there": (lambda c: c["components"]["schemas"]["Vote"]["required"].remove("id"), "Vote.id"),
    "a component is gone": (lambda c: c["components"]["schemas"].pop("RoadBuilt"), "RoadBuilt"),
    "a body must hold more": (
        lambda c: c["components"]["schemas"]["GameDraft"]["required"].append("map"),
        "GameDraft.map",
    ),
    "a body must hold what is new": (
        lambda c: (
            c["components"]["schemas"]["GameDraft"]["properties"].update(stakes={"type": "integer"}),
            c["components"]["schemas"]["GameDraft"]["required"].append("stakes"),
        ),
        "GameDraft.stakes",
    ),
}
ALLOWED: dict[str, Change] = {
    "nothing": lambda c: None,
    "a path is new": lambda c: c["paths"].update({"/v1/reviews": c["paths"]["/v1/arenas"]}),
    "a member is new": lambda c: c["components"]["schemas"]["Vote"]["properties"].update(note={"type": "string"}),
    "a component is new": lambda c: c["components"]["schemas"].update(Review={"type": "object", "properties": {}}),
    "an event is new": lambda c: c["components"]["schemas"]["Event"]["oneOf"].append({"$ref": "#/x/Reviewed"}),
    "a text is another": lambda c: member("Vote", "id")(c).update(description="A number"),
}


@pytest.mark.parametrize(("change", "place"), REFUSED.values(), ids=REFUSED.keys())
def test_a_change_is_refused_until_the_changelog_tells_it(change: Change, place: str) -> None:
    before, after = surface(CONTRACT), changed(change)
    with pytest.raises(Undeclared, match=place.partition("{")[0]):
        extend(before, after, RELEASED)
    told = RELEASED.replace("The first version.", f"* `{place}` is no more what it was.")
    assert extend(before, after, told).splitlines() == surface(after)


@pytest.mark.parametrize("change", ALLOWED.values(), ids=ALLOWED.keys())
def test_additions_need_no_word(change: Change) -> None:
    after = changed(change)
    assert extend(surface(CONTRACT), after, RELEASED).splitlines() == surface(after)


def test_an_older_section_tells_nothing_of_today() -> None:
    after = changed(renamed)
    old = RELEASED.replace("The first version.", "Nothing.\n\n## 2026-01-01\n\n* `GamePage.games`")
    with pytest.raises(Undeclared):
        extend(surface(CONTRACT), after, old)


def test_a_version_in_the_making_promises_nothing_yet() -> None:
    making = RELEASED.replace("2026-11-22", f"2026-11-22 ({IN_THE_MAKING})")
    assert extend(surface(CONTRACT), changed(renamed), making)


def test_the_file_holds_what_the_contract_promises() -> None:
    assert load_promises() == surface(CONTRACT)
    assert len(load_promises()) > 1_000


def test_the_newest_section_is_the_newest_version() -> None:
    sections = [line.split()[1] for line in CHANGES.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]
    assert tuple(sections) == VERSIONS
    assert CONTRACT["info"]["version"] == VERSIONS[0]
