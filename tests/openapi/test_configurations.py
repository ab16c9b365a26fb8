"""Tests that stored configurations of games stay readable: registered options change compatibly or not at all."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from domain.core.ruleset import Ruleset
from eventstore.log.codec import canonical
from eventstore.records import NewEvent
from openapi import registry
from openapi.registry import (
    CONFIGURATIONS,
    Incompatible,
    configuration_faults,
    configurations_today,
    extend_configurations,
)
from service.catalog import RULESETS
from service.game.folds import codec_of, event_table

REGISTRY: dict[str, Any] = json.loads(CONFIGURATIONS.read_text(encoding="utf-8"))
EVENTS: registry.Registry = json.loads(registry.EVENTS.read_text(encoding="utf-8"))
OPENING = {
    "catan": "GameStarted",
    "catan-dice": "GameStarted",
    "elasund": "CityFounded",
    "goofspiel": "GoofspielStarted",
}
Change = Callable[[dict[str, Any]], Any]


def changed(ruleset: str, change: Change) -> dict[str, Any]:
    """Return today's configuration with a change in one ruleset."""
    code = copy.deepcopy(configurations_today())
    change(code[ruleset])
    return code


def option(name: str, **members: Any) -> Change:
    """Return a change of an option's schema."""
    return lambda code: code["options"][name]["schema"].update(members)


def test_the_options_of_the_code_are_compatible_with_the_registry() -> None:
    assert configuration_faults(REGISTRY, configurations_today()) == []
    assert REGISTRY.keys() == RULESETS.keys() == OPENING.keys()


INCOMPATIBLE: dict[str, tuple[str, Change, str]] = {
    "an option is removed": ("catan", lambda c: c["options"].pop("hand_limit"), "option hand_limit was removed"),
    "an option is renamed": (
        "elasund",
        lambda c: c["options"].update(huts=c["options"].pop("hut_replace")),
        "option hut_replace was removed",
    ),
    "a type changes": ("catan", option("hand_limit", type="string"), "option hand_limit changed its type"),
    "null is taken away": ("catan", option("victory_points", type="integer"), "victory_points changed its type"),
    "a range shrinks": ("catan", option("hand_limit", maximum=9), "option hand_limit has a smaller maximum"),
    "a range begins later": ("catan", option("hand_limit", minimum=6), "option hand_limit has a larger minimum"),
    "a default changes": (
        "catan",
        option("hand_limit", default=8),
        "option hand_limit changed its default from 7 to 8",
    ),
    "a default goes": (
        "catan-dice",
        lambda c: c["options"]["joker_dice"]["schema"].pop("default"),
        "option joker_dice has no default",
    ),
    "a value goes": ("catan-dice", option("joker_dice", enum=["any"]), "joker_dice lost the values ['one']"),
    "a color goes": (
        "elasund",
        lambda c: c["options"]["colors"]["schema"]["items"]["enum"].remove("red"),
        "colors[] lost the values ['red']",
    ),
    "old games are read anew": (
        "elasund",
        lambda c: c["options"]["hut_replace"].update(absent="must"),
        "option hut_replace is read as 'must' in a game that lacks it, no longer as 'may'",
    ),
    "a new option has no default": (
        "catan",
        lambda c: c["options"].update(more={"schema": {"type": "boolean"}, "absent": False}),
        "option more has no default",
    ),
    "a map vanishes": ("catan", lambda c: c["maps"].remove("beginner"), "map beginner was removed"),
    "a module vanishes": ("catan", lambda c: c["modules"].remove("favors"), "module favors was removed"),
}


@pytest.mark.parametrize("case", INCOMPATIBLE)
def test_an_incompatible_change_is_refused(case: str) -> None:
    name, change, told = INCOMPATIBLE[case]
    with pytest.raises(Incompatible) as refusal:
        extend_configurations(REGISTRY, changed(name, change), "9.9.9")
    assert f"{name}: " in str(refusal.value)
    assert told in str(refusal.value)
    assert len(refusal.value.faults) == 1


def test_a_ruleset_must_not_vanish() -> None:
    code = configurations_today()
    del code["elasund"]
    assert configuration_faults(REGISTRY, code) == ["elasund was removed"]


COMPATIBLE: dict[str, tuple[str, Change]] = {
    "a new option with a default": (
        "catan",
        lambda c: c["options"].update(more={"schema": {"type": "boolean", "default": True}, "absent": False}),
    ),
    "one more value": ("catan-dice", option("joker_dice", enum=["any", "one", "none"])),
    "a wider range": ("catan", option("hand_limit", minimum=1, maximum=99)),
    "null as well": ("catan", option("hand_limit", type=["integer", "null"])),
    "a new map": ("catan", lambda c: c["maps"].append("atlantis")),
    "a new module": ("catan", lambda c: c["modules"].append("seafarers")),
}


@pytest.mark.parametrize("case", COMPATIBLE)
def test_a_compatible_change_is_taken(case: str) -> None:
    name, change = COMPATIBLE[case]
    code = changed(name, change)

    after = extend_configurations(REGISTRY, code, "9.9.9")

    assert configuration_faults(after, code) == []


def test_what_is_new_is_registered_with_our_version() -> None:
    more = {"schema": {"type": "boolean", "default": True}, "absent": False}
    code = changed("catan", lambda c: (c["options"].update(more=more), c["maps"].append("atlantis")))

    after = extend_configurations(REGISTRY, code, "9.9.9")["catan"]

    assert after["options"]["more"] == {"since": "9.9.9", **more}
    assert after["maps"]["atlantis"] == {"since": "9.9.9"}
    assert after["options"]["hand_limit"] == REGISTRY["catan"]["options"]["hand_limit"]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_registered_game_is_played_on(ruleset: Ruleset) -> None:
    """A game that was opened with the options of an older version can still be begun and shown."""
    codec = codec_of(event_table(ruleset))
    for number, entry in EVENTS[ruleset.name][OPENING[ruleset.name]].items():
        event = codec.decode(NewEvent(OPENING[ruleset.name], int(number), canonical(entry["example"])))
        state = ruleset.begin(event)
        for seat in (None, *range(len(ruleset.points(state)))):
            assert ruleset.render(ruleset.observe(state, seat))
        assert entry["example"]["config"]["options"].keys() <= configurations_today()[ruleset.name]["options"].keys()
