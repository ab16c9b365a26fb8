"""Tests texts by key, with their parameters written as words of the language."""

from typing import Any

import pytest

from domain.catan.terms import CARDS, HARBORS, RESOURCES, TERRAINS
from domain.core.ruleset import Ruleset
from service.catalog import RULESETS
from service.table.events import TABLE_EVENTS
from service.table.terms import OUTCOMES
from service.texts import rulebook
from service.texts.files import TABLE, TEXTS, read_common_phrases
from service.texts.rulebook import books
from service.texts.words import (
    WORDS,
    WORDS_OF,
    rule_document,
    rule_text,
    say,
    say_command,
    say_event,
    say_frame,
    vocabulary,
)

OFFER: dict[str, Any] = {"type": "OfferTrade", "give": {"wool": 2}, "take": {"ore": 1}}

COMMANDS = [
    ({"type": "BuildRoad", "edge": 12}, "Build a road on path 12", "Construir una carretera en el camino 12"),
    (OFFER, "Offer 2 wool for 1 ore to everyone", "Ofrecer 2 lana por 1 mineral a todos"),
    (
        OFFER | {"to": [1, 3]},
        "Offer 2 wool for 1 ore to seats 1, 3",
        "Ofrecer 2 lana por 1 mineral a los asientos 1, 3",
    ),
    (
        {"type": "Discard", "cards": {"wool": 3, "ore": 1, "brick": 0}},
        "Discard 3 wool, 1 ore",
        "Descartar 3 lana, 1 mineral",
    ),
    ({"type": "PlayMonopoly", "resource": "grain"}, "Play monopoly on grain", "Jugar monopolio de cereal"),
    ({"type": "Steal", "victim": 0}, "Steal a card from seat 0", "Robar una carta al asiento 0"),
]

EVENTS = [
    ({"type": "DiceRolled", "seat": 1, "dice": [2, 6]}, "Seat 1 rolls 2 + 6 = 8."),
    (
        {"type": "ResourcesProduced", "gains": [{}, {"ore": 2}, {"wool": 1}]},
        "The bank pays seat 1: 2 ore; seat 2: 1 wool.",
    ),
    ({"type": "ResourcesProduced", "gains": [{}, {}, {}]}, "The bank pays nobody."),
    ({"type": "CardStolen", "thief": 0, "victim": 2, "resource": "ore"}, "Seat 0 steals 1 ore from seat 2."),
    ({"type": "CardStolen", "thief": 0, "victim": 2}, "Seat 0 steals a card from seat 2."),
    ({"type": "DiscardMade", "seat": 1, "count": 4}, "Seat 1 discards; cards: 4."),
    ({"type": "LongestRoadMoved", "seat": None}, "Nobody holds the Longest Road."),
    ({"type": "LongestRoadMoved", "seat": 0}, "Seat 0 holds the Longest Road."),
    (
        {"type": "MonopolyPlayed", "seat": 1, "resource": "ore", "taken": [2, 0, 3]},
        "Seat 1 plays monopoly on ore; cards received: 5.",
    ),
    (
        {
            "type": "AgendaSet",
            "frames": [{"frame": "trade", "seats": [0]}, {"frame": "discard", "seats": [1, 2]}],
        },
        "Next: discard half of the hand (seats 1, 2).",
    ),
    ({"type": "AgendaSet", "frames": []}, "Nothing is left to do."),
    ({"type": "GameStarted"}, "The game begins."),
    ({"type": "VoteCast", "vote": 2, "seat": 1, "accept": False}, "Seat 1 answers vote 2: no."),
    ({"type": "SeatHandedOver", "seat": 1, "kind": "open", "agent": ""}, "Seat 1 is open again."),
]


@pytest.mark.parametrize(("command", "english", "spanish"), COMMANDS)
def test_a_command_is_said_in_both_languages(command: dict[str, Any], english: str, spanish: str) -> None:
    assert (say_command("catan", command), say_command("catan", command, "es")) == (english, spanish)


DICE_COMMANDS = [
    ({"type": "DiceRollDice", "keep": {}}, "Roll all dice", "Tirar todos los dados"),
    (
        {"type": "DiceRollDice", "keep": {"ore": 2, "gold": 1}},
        "Keep 2 ore, 1 gold and roll the other dice",
        "Apartar 2 mineral, 1 oro y tirar los demás dados",
    ),
    (
        {"type": "UseJoker", "knight": 1, "resource": "ore", "dice": {"wool": 2}},
        "Use the joker of knight 1: turn 2 wool to ore",
        "Usar el comodín del caballero 1: convertir 2 lana en mineral",
    ),
    ({"type": "DiceBuildRoad", "road": 0}, "Build road 0", "Construir la carretera 0"),
]


@pytest.mark.parametrize(("command", "english", "spanish"), DICE_COMMANDS)
def test_two_games_say_one_name_each_in_its_way(command: dict[str, Any], english: str, spanish: str) -> None:
    assert (say_command("catan-dice", command), say_command("catan-dice", command, "es")) == (english, spanish)


def test_the_dice_game_tells_its_events() -> None:
    rolled = {"type": "DiceDiceRolled", "seat": 0, "kept": {"ore": 2}, "rolled": {"gold": 4}}
    assert say_event("catan-dice", rolled) == "Seat 0 keeps 2 ore and rolls 4 gold."
    assert say_event("catan-dice", rolled | {"kept": {}}) == "Seat 0 rolls 4 gold."
    ended = {"type": "GameEnded", "winners": [0, 2], "points": [90, -2, 90]}
    assert say_event("catan-dice", ended) == "The game is over; totals: 90, -2, 90; winners: seats 0, 2."


@pytest.mark.parametrize(("event", "english"), EVENTS)
def test_an_event_is_said_with_what_is_known_of_it(event: dict[str, Any], english: str) -> None:
    assert say_event("catan", event) == english


def test_a_frame_is_said() -> None:
    assert say_frame("catan", "move_robber") == "move the robber"
    assert say_frame("catan", "move_robber", "es") == "mover el ladrón"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_every_command_event_and_frame_of_a_game_and_of_its_table_has_a_text(ruleset: Ruleset) -> None:
    commands = {f"command.{row.name}" for row in ruleset.commands.rows}
    events = {f"event.{row.name}" for row in (*ruleset.events.rows, *TABLE_EVENTS.rows)}
    frames = {f"frame.{name}" for name in ruleset.describe()["frames"]}
    assert (commands | events | frames) - WORDS_OF[ruleset.name].keys() == set()


def test_a_table_is_named_in_words() -> None:
    event = {"type": "TableOpened", "ruleset": "catan-dice", "map": "island"}
    assert say_event("catan-dice", event) == "A table is opened: Catan dice game, the island."
    assert say_event("catan-dice", event, "es") == "Se abre una mesa: Catan, el juego de dados, la isla."
    assert say_event("toy", event | {"ruleset": "toy", "map": "moor"}) == "A table is opened: toy, moor."


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_everything_that_is_chosen_for_a_table_has_a_name_in_both_languages(ruleset: Ruleset) -> None:
    offered, words = ruleset.describe(), vocabulary(ruleset.name)
    simple = {name: one for name, one in offered["options"]["properties"].items() if "items" not in one}
    assert {one["id"] for one in offered["maps"] if "name" not in one} <= words["maps"].keys()
    assert set(offered["modules"]) <= words["modules"].keys()
    assert set(offered["frames"]) <= words["frames"].keys()
    assert simple.keys() <= words["options"].keys()
    values = {value for one in simple.values() for value in one.get("enum", ()) if value is not None}
    assert values <= words["choices"].keys()
    assert words["name"]["en"] != ruleset.name


def test_no_word_of_a_vocabulary_has_a_place_to_fill_in() -> None:
    told = str(vocabulary("catan"))
    assert "%(" not in told
    assert vocabulary("catan")["terms"]["ore"] == {"en": "ore", "es": "mineral"}
    assert vocabulary("toy")["name"] == {"en": "toy", "es": "toy"}


def test_every_answer_of_a_closed_list_is_a_word() -> None:
    assert {f"term.{name}" for name in (*RESOURCES, *CARDS, *TERRAINS, *HARBORS, *OUTCOMES)} - WORDS.keys() == set()


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("command.FlyAway")


def test_a_missing_parameter_without_a_text_of_its_own_is_an_error() -> None:
    with pytest.raises(KeyError):
        say_command("catan", {"type": "BuildRoad"})


@pytest.mark.parametrize("ruleset", WORDS_OF)
def test_no_key_of_a_game_stands_in_two_tables(ruleset: str) -> None:
    own = [texts.phrases for group in (TABLE, ruleset) for texts in TEXTS[group].values()]
    assert sum(len(table) for table in (*read_common_phrases(), *own)) == len(WORDS_OF[ruleset])


def test_a_game_without_words_has_those_of_all() -> None:
    assert say_event("chess", {"type": "SeatTaken", "seat": 1}) == "Seat 1 is taken."
    with pytest.raises(KeyError):
        say_command("chess", {"type": "EndTurn"})


def test_every_problem_has_a_title_and_a_detail() -> None:
    slugs = {key.split(".")[1] for key in WORDS if key.startswith("problem.")}
    assert slugs
    for slug in slugs:
        assert {f"problem.{slug}.title", f"problem.{slug}.detail"} <= WORDS.keys()


def test_a_rule_is_said_by_its_id() -> None:
    assert rule_text("catan.road.cost") == "A road costs brick + lumber."
    assert rule_text("catan.road.cost", "es") == "Una carretera cuesta arcilla + madera."
    with pytest.raises(KeyError):
        rule_text("catan.road.price")


def test_a_rule_document_tells_text_reason_and_places_in_both_languages() -> None:
    rule = rulebook.find("catan.founding.nothing_else")
    assert rule is not None
    document = rule_document(rule)
    assert document["rule"] == "catan.founding.nothing_else"
    assert document["text"]["es"].startswith("Durante la fundación")
    assert document["reason"] == {
        "en": "The first turn has not begun.",
        "es": "El primer turno aún no ha empezado.",
    }
    [place] = document["places"]
    assert set(place) == {"book"}
    assert place["book"] == books()["ruling"].title


def test_a_rule_document_leaves_out_what_the_rule_has_not() -> None:
    rule = rulebook.find("catan.road.cost")
    assert rule is not None
    assert set(rule_document(rule)) == {"rule", "text", "confidence", "places"}
    house = rulebook.find("game.not_started")
    assert house is not None
    assert "confidence" not in rule_document(house)
    assert [place["place"]["es"] for place in rule_document(rule)["places"]] == [
        "3a Carretera",
        "Juego básico, 3a Carretera",
    ]
