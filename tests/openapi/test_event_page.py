"""Tests that the page of events lists every type with its members, who sees them, and what old logs hold."""

import re
from dataclasses import dataclass

from domain.core.kinds import array, boolean, counts, integer, nullable, text, word
from domain.core.messages import NOBODY, Field, Message
from openapi.event_page import describe, shape
from openapi.generate import EVENTS
from openapi.recording import Examples, Shown
from service.catalog import RULESETS
from service.game.folds import event_table

PAGE = EVENTS.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Paid:
    """Says that a seat paid with a card; only these tests use it."""

    seat: int
    card: int


def test_every_event_is_on_the_page_and_every_link_leads_to_it() -> None:
    told = re.findall(r"^### .*</a>(\w+)$", PAGE, re.MULTILINE)
    assert {name for ruleset in RULESETS.values() for name in event_table(ruleset).by_name} == set(told)
    links, anchors = re.findall(r"\(#([\w-]+)\)", PAGE), re.findall(r'<a id="([\w-]+)">', PAGE)
    assert links == anchors
    assert len(anchors) == len(told) == len(set(anchors))


def test_secrets_say_who_sees_them() -> None:
    stolen = PAGE.partition("</a>CardStolen\n")[2].partition("###")[0]
    assert re.search(r"^\| `resource` .* \| `thief` and `victim` \|$", stolen, re.MULTILINE)
    assert re.search(r"^\| `seed` .* \| nobody \|$", PAGE, re.MULTILINE)


def test_an_event_that_changed_shows_what_old_logs_hold() -> None:
    row = Message(
        Paid,
        (Field("seat", integer(0, 3)), Field("card", word(("ore", "wool")), NOBODY, required=False)),
        upcasters=(dict,),
        reveals=True,
    )
    old = {"since": "1.0", "fields": {"player": {"schema": {"type": "integer"}}}, "example": {"player": 2}}
    field = {"schema": {}, "required": True, "seen_by": ["*"]}
    new = {"since": "2.0", "fields": {"seat": field, "card": field | {"since": "2.1"}}, "example": {}}
    told = describe("toy", row, {"1": old, "2": new}, Examples(events={"toy": {"Paid": Shown({"seat": 2}, {})}}))
    assert "(schema 1 since 1.0; schema 2 since 2.0.)" in " ".join(told.split())
    assert "`until_reveal` undo stops here" in " ".join(told.split())
    assert "| `card` | `ore`, `wool` | (since 2.1) | nobody |" in told
    assert '    {"seat": 2}' in told
    assert (
        'Old logs hold schema 1:\n\n| member | type |\n|---|---|\n| `player` | integer |\n\n    {"player": 2}' in told
    )


def test_kinds_are_told_in_words() -> None:
    assert shape(integer(0, 5).schema) == "0 to 5"
    assert shape(integer(1, 2**53).schema) == "integer from 1"
    assert shape(nullable(boolean()).schema) == "boolean or null"
    assert shape(array(text(9), 3).schema) == "list of text"
    assert shape(counts(("ore", "wool"), 9).schema) == "object of `ore`, `wool`, each 0 to 9"
    assert shape(array(word(("a", "b")), 2).schema) == "list of (`a`, `b`)"
    assert shape({}) == "any value"
