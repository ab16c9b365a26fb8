"""Tests that the page of times says of every command when it may be sent."""

import re

from domain.core.table_game import TableGame
from openapi.times_page import PATH
from service.catalog import RULESETS

PAGE = PATH.read_text(encoding="utf-8")


def section(name: str) -> str:
    """Return the part of the page that is about a game."""
    return PAGE.partition(f"## `{name}`\n")[2].partition("\n## ")[0]


def test_every_command_of_every_game_has_its_time() -> None:
    for game in RULESETS.values():
        times = section(game.name).partition("\n###")[0]
        assert set(re.findall(r"`([A-Z]\w+)`", times)) == game.commands.by_name.keys()


def test_every_frame_that_waits_for_a_seat_says_what_it_asks_for() -> None:
    for game in RULESETS.values():
        assert isinstance(game, TableGame)
        waiting = {name for kind, name in game.whole.frames.items() if game.whole.acting[kind].allowed}
        assert set(re.findall(r"^\* `(\w+)`: \w", section(game.name), re.MULTILINE)) == waiting


def test_others_may_answer_offers_while_a_turn_goes_on() -> None:
    assert "| `trade` | others | trading: `AcceptOffer`, `DeclineOffer`, `OfferTrade`, `WithdrawOffer` |" in PAGE
    assert "| `catan.turn.roll_first` | `EndTurn` | its seats | `roll` |" in PAGE
    assert "| `catan.turn.active_only` | all else | others | out of turn |" in PAGE
