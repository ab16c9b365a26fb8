"""Tests that the catalog of rules is complete, and that every rule can be read and found in a book."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.catan import CATAN
from domain.catan.combinations import BASE, CHOSEN
from domain.dice import DICE
from domain.elasund import ELASUND
from domain.elasund.options import SWITCHES
from domain.families import FAMILIES
from service.texts import rulebook
from service.texts.files import LANGUAGES, TABLE
from service.texts.rulebook import CONFIDENCES, books
from service.texts.words import rule_document

ROOT = Path(__file__).parents[3]
ID = re.compile(r"[a-z_]+(\.[a-z_0-9]+)+")
ALL_RULES = [rule for ruleset in (*rulebook.RULESETS, TABLE) for rule in rulebook.rules(ruleset)]
FILES = {path: tomllib.loads(path.read_text()) for path in ROOT.glob("service/texts/rulebook/*/*.toml")}
HEAD = {"order", "part"}
NEEDED, KNOWN = {"text", "source"}, {"text", "source", "reason", "option", "confidence"}

CATAN_CHAPTERS = {
    "components": 13,
    "set_up": 13 + 9,
    "founding": 14,
    "information": 17,
    "turn": 14,
    "production": 19,
    "trade": 39 + 3,
    "building": 8 + 11 + 8 + 6,
    "roads": 26,
    "robber": 30 + 2,
    "cards": 33,
    "end": 12,
}


def test_every_chapter_of_catan_holds_the_rows_of_the_ledger() -> None:
    base = {path: table for path, table in FILES.items() if path.parent.name == "catan" and table["part"] == "base"}
    assert {path.stem: len(table.keys() - HEAD) for path, table in base.items()} == CATAN_CHAPTERS


PARTS = {
    "catan": {
        "base": 272 + 5,
        "five-six": 37 + 8,
        "favors": 76 + 2,
        "helpers": 54 + 1,
        "new-york": 30 + 1,
        "erie-canal": 19 + 4,
        "mallorca": 13 + 1,
        "combinations": 36 + 11,
        "dice-deck": 6,
    },
    "catan-dice": {"base": 84},
    "elasund": {"base": 263 + 5},
    "goofspiel": {"base": 4},
}


def test_every_ruleset_holds_the_rows_of_its_ledger_and_what_options_added() -> None:
    parts = {
        ruleset: {name: len(part) for name, part in rulebook.parts(ruleset).items()} for ruleset in rulebook.RULESETS
    }
    assert parts == PARTS | {"catan": parts["catan"] | PARTS["catan"]}
    assert parts["catan"].keys() - PARTS["catan"].keys() <= set(CHOSEN), "a part is called as its module"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_file_holds_what_every_file_holds(path: Path) -> None:
    rules = dict(FILES[path])
    head = {name: rules.pop(name) for name in HEAD}
    assert path.parent.name in (*FAMILIES.values(), TABLE)
    assert (type(head["order"]), type(head["part"])) == (int, str)
    assert [rule for rule in rules if not ID.fullmatch(rule)] == []
    assert [rule for rule, members in rules.items() if not NEEDED <= members.keys() <= KNOWN] == []
    texts = [(rule, members[name]) for rule, members in rules.items() for name in ("text", "reason") if name in members]
    assert [rule for rule, text in texts if text.keys() != set(LANGUAGES)] == []


def test_a_folder_numbers_its_files() -> None:
    places = [(path.parent, table["order"]) for path, table in FILES.items()]
    assert sorted(set(places)) == sorted(places)


def test_all_files_are_packed() -> None:
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["service"]
    assert {*(ROOT / "service").rglob("*.toml")} <= {path for each in packed for path in (ROOT / "service").glob(each)}


def test_ids_are_unique() -> None:
    ids = [rule.id for rule in ALL_RULES]
    assert sorted(set(ids)) == sorted(ids)


def test_every_rule_is_found() -> None:
    assert [rule.id for rule in ALL_RULES if rulebook.find(rule.id) is not rule] == []


def test_every_rule_says_something_in_both_languages() -> None:
    texts = [text for rule in ALL_RULES for text in (rule.text, rule.reason) if text]
    said = [one for text in texts for one in text.values()]
    assert [one for one in said if one.strip() != one or not one.endswith(".")] == []
    assert [text for text in texts if len(set(text.values())) < len(LANGUAGES)] == []


def test_every_rule_stands_somewhere() -> None:
    assert [rule.id for rule in ALL_RULES if not rule.references] == []
    references = {reference for rule in ALL_RULES for reference in rule.references}
    assert [each for each in references if each.place not in (books()[each.book].places or [""])] == []


def test_every_ruling_has_a_reason_and_stands_in_the_rulings() -> None:
    rulings = (ROOT / "docs" / "rulings.md").read_text()
    ruled = [rule for rule in ALL_RULES if rulebook.Reference("ruling", "") in rule.references]
    assert ruled
    for rule in ruled:
        assert rule.reason, rule.id
        assert f"| `{rule.id}` | {rule.text['en']} | {rule.reason['en']} |" in rulings, rule.id


def test_every_rule_that_only_facts_state_says_how_sure_it_is() -> None:
    facts = {"facts", "facts-plus", "facts-elasund"}
    from_facts = [rule for rule in ALL_RULES if {reference.book for reference in rule.references} <= facts]
    assert len(from_facts) == 99
    assert [rule.id for rule in from_facts if rule.confidence not in CONFIDENCES] == []
    assert {rule.confidence for rule in from_facts} == set(CONFIDENCES)


def test_every_rule_but_those_of_the_house_is_sure_to_some_degree() -> None:
    unsure = [rule for rule in ALL_RULES if rule.sureness not in CONFIDENCES]
    assert {reference.book for rule in unsure for reference in rule.references} == {"server"}


@pytest.mark.parametrize(
    ("rule", "sureness"),
    [
        ("catan.road.cost", "printed"),
        ("catan.founding.snake_order", "printed"),
        ("catan.robber.own_hex_allowed", "inferred"),
        ("helpers.card_choice.look_three", "one_source"),
        ("elasund.component.well", "one_source"),
        ("elasund.pirate.track_cubes_not", "reconstructed"),
        ("elasund.component.influence_39", "reconstructed"),
    ],
)
def test_a_rule_is_as_sure_as_its_source(rule: str, sureness: str) -> None:
    found = rulebook.find(rule)
    assert found is not None
    assert rule_document(found)["confidence"] == found.sureness == sureness


def test_every_rule_named_in_the_sources_is_in_the_catalogue() -> None:
    families = {rule.id.split(".")[0] for rule in ALL_RULES}
    named = {text for text in _strings_of_the_sources() if ID.fullmatch(text) and text.split(".")[0] in families}
    assert named
    assert {text for text in named if rulebook.find(text) is None} == set()


def _strings_of_the_sources() -> Iterator[str]:
    """Yield every string in the sources."""
    for package in ("domain", "service", "workers"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def test_every_option_named_by_a_rule_of_catan_is_an_option_of_the_game() -> None:
    options = CATAN.describe()["options"]["properties"]
    assert {rule.option for rule in rulebook.rules("catan") if rule.option} == set(options)
    base = {rule.option for rule in rulebook.parts("catan")["base"] if rule.option}
    assert base == {option for chapter in BASE for option in chapter.options}


def test_every_option_named_by_a_rule_of_the_dice_game_is_an_option_of_it() -> None:
    named = {rule.option for rule in rulebook.rules("catan-dice") if rule.option}
    assert named == set(DICE.describe()["options"]["properties"])


def test_every_option_named_by_a_rule_of_elasund_is_a_switch_between_its_editions() -> None:
    named = {rule.option for rule in rulebook.rules("elasund") if rule.option}
    assert named == set(SWITCHES) == set(ELASUND.describe()["options"]["properties"]) - {"edition", "colors"}


def test_an_unknown_id_is_no_rule() -> None:
    assert rulebook.find("catan.road.price") is None
    with pytest.raises(KeyError):
        rulebook.rules("chess")
