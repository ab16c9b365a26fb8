"""Tests what the rulesets say of themselves: their version, how many may play, where, and under which frames."""

from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.modules import REGISTRY
from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Ruleset
from domain.dice import DICE
from domain.elasund import ELASUND


def told(ruleset: Ruleset) -> dict[str, Any]:
    """Return what a ruleset says of itself: name, version, seats, modules, and the seats that each map allows."""
    described = ruleset.describe()
    seats = described["seats"]
    maps = {entry["id"]: (entry["default"], entry["seats"]) for entry in described["maps"]}
    assert described["frames"]
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "seats": (seats["minimum"], seats["maximum"]),
        "maps": maps,
        "modules": described["modules"],
    }


@pytest.mark.rule("catan.players.base_count", "combo.five_six.brought_by_seats", "combo.beginner.no_five_six")
def test_three_to_six_play_catan() -> None:
    assert told(CATAN) == {
        "name": "catan",
        "version": 1,
        "seats": (3, 6),
        "maps": {
            "variable": (True, [3, 4, 5, 6]),
            "beginner": (False, [3, 4]),
            "new-york": (False, [3, 4, 5, 6]),
            "mallorca": (False, [3, 4, 5, 6]),
        },
        "modules": [module.name for module in REGISTRY if module.brought_by is None],
    }


@pytest.mark.rule("combo.modules.refusals")
def test_catan_is_played_with_the_modules_that_it_has() -> None:
    with pytest.raises(InvalidConfiguration) as refusal:
        CATAN.configure(4, None, ("pirates",), {})
    assert (refusal.value.field, refusal.value.key) == ("modules", "unknown_module")
    assert CATAN.configure(5, "variable", ("five-six",), {}).modules == ("five-six",)


@pytest.mark.rule("combo.modules.refusals")
def test_catan_is_played_on_the_maps_that_it_has() -> None:
    with pytest.raises(InvalidConfiguration) as refusal:
        CATAN.configure(4, "atlantis", (), {})
    assert (refusal.value.field, refusal.value.key, refusal.value.params) == (
        "map",
        "unknown_map",
        {"map": "atlantis", "allowed": ["beginner", "variable", "new-york", "mallorca"]},
    )


@pytest.mark.rule("dice.players.count")
def test_one_to_four_play_the_dice_game() -> None:
    assert told(DICE) == {
        "name": "catan-dice",
        "version": 1,
        "seats": (1, 4),
        "maps": {"island": (True, [1, 2, 3, 4])},
        "modules": [],
    }
    assert DICE.describe()["frames"] == ["roll", "reroll", "convert", "build"]


@pytest.mark.rule("elasund.component.player_count")
def test_two_to_four_play_elasund() -> None:
    assert told(ELASUND) == {
        "name": "elasund",
        "version": 1,
        "seats": (2, 4),
        "maps": {"city": (True, [2, 3, 4])},
        "modules": [],
    }


@pytest.mark.rule("elasund.component.hard_limits")
@pytest.mark.parametrize(
    ("map_name", "modules", "field", "key", "params"),
    [
        ("island", (), "map", "unknown_map", {"map": "island", "allowed": ["city"]}),
        ("city", ("favors", "helpers"), "modules", "unknown_module", {"module": "favors"}),
    ],
)
def test_elasund_has_one_city_and_no_module(
    map_name: str, modules: tuple[str, ...], field: str, key: str, params: dict[str, Any]
) -> None:
    with pytest.raises(InvalidConfiguration) as refusal:
        ELASUND.configure(4, map_name, modules, {})
    assert (refusal.value.field, refusal.value.key, refusal.value.params) == (field, key, params)
    assert ELASUND.configure(4, "city", (), {}).map == "city"


@pytest.mark.rule("catan.players.base_count", "dice.players.count", "elasund.component.player_count")
@pytest.mark.parametrize("ruleset", [CATAN, DICE, ELASUND], ids=lambda ruleset: ruleset.name)
def test_options_that_are_not_listed_are_refused_by_the_schema_too(ruleset: Ruleset) -> None:
    assert ruleset.describe()["options"]["additionalProperties"] is False
