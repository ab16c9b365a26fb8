"""Tests the bridge: a bot of the page plays, each kind of broken bot forfeits its game alone, agents answer lines."""

import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from domain.catan import CATAN
from domain.core.chance import SeededChance
from service.catalog import RULESETS
from service.records.foreign import Part
from service.records.positions import NOWHERE as NO_GAME
from service.records.positions import game_at, position_document
from service.records.readers.catanatron import read_choice
from workers.agents.agent import load_agent
from workers.agents.search.match import open_position
from workers.bridge import lines
from workers.bridge.answering import Answering, serve
from workers.bridge.foreign import NOWHERE
from workers.bridge.hosting import play_game, play_games
from workers.bridge.lines import FAULTS, Partner

GOOFSPIEL = RULESETS["goofspiel"]
ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "bridge.md").read_text()
HELLO = 'import sys, json\nfor line in sys.stdin:\n a = json.loads(line)\n if a["do"] == "hello":\n  '
GREET = 'print(json.dumps({"bridge": 1, "name": "x"}), flush=True)\n  continue\n '
BROKEN = {
    "silent": HELLO + GREET + "import time; time.sleep(60)",
    "gone": HELLO + GREET + "sys.exit(0)",
    "too_long": HELLO + GREET + 'print("x" * 70000, flush=True)',
    "no_json": HELLO + GREET + 'print("what?", flush=True)',
    "no_answer": HELLO + GREET + 'print(json.dumps({"id": -1, "command": None}), flush=True)',
    "illegal": HELLO + GREET + 'print(json.dumps({"id": a["id"], "command": {"type": "RollDice"}}), flush=True)',
}


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def program(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def example() -> str:
    found = re.search(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize(("ruleset", "seats"), [("goofspiel", 2), ("catan", 3), ("elasund", 2)])
def test_the_bot_of_the_page_plays(ruleset: str, seats: int, stack: ExitStack) -> None:
    rules = RULESETS[ruleset]
    bot = stack.enter_context(Partner(program(example()), 20))
    config = rules.configure(seats, None, (), {})
    told: list[Any] = []
    games = 1 if ruleset == "catan" else 2
    entrants = [bot, *[load_agent("uniform")] * (seats - 1)]
    found = play_games(rules, config, entrants, games, "page", told.append)
    assert [one["forfeits"] for one in told] == [{}] * games
    assert all(one["shares"] is not None for one in told)
    assert found[0]["name"] == "random"
    assert sum(one["wins"] for one in found) == pytest.approx(games)


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_bot_forfeits_its_game_and_no_other(
    fault: str, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "PARTING_S", 0.1)
    broken = stack.enter_context(Partner(program(BROKEN[fault]), 2))
    config = GOOFSPIEL.configure(3, None, (), {})
    good, other = load_agent("uniform"), load_agent("matching")
    told: list[Any] = []
    found = play_games(GOOFSPIEL, config, [broken, good, other], 1, "seed", told.append)
    assert told[0]["forfeits"] == {"0": fault}
    assert told[0]["shares"] is not None
    assert [(one["games"], one["forfeits"]) for one in found] == [(1, 1), (0, 0), (0, 0)]
    clean = play_game(GOOFSPIEL, config, [good, other, good], "next", "seed")
    assert not clean.forfeits


def test_every_fault_of_the_page_is_tried() -> None:
    listed = re.findall(r"^\| `(\w+)` \| ", PAGE.split("| `forfeits` |")[1].split("\n\n")[0], re.MULTILINE)
    assert sorted(listed) == sorted(FAULTS) == sorted(BROKEN)


def test_a_program_that_does_not_start_forfeits(stack: ExitStack) -> None:
    bot = stack.enter_context(Partner(["./there-is-no-such-program"], 1))
    config = GOOFSPIEL.configure(2, None, (), {})
    played = play_game(GOOFSPIEL, config, [bot, load_agent("uniform")], "game", "seed")
    assert played.forfeits == {0: "gone"}
    assert played.shares is not None


def test_a_bot_that_crashed_starts_again_in_the_next_game(stack: ExitStack, tmp_path: Path) -> None:
    mark = tmp_path / "crashed"
    code = example().replace(
        "for line in sys.stdin:\n",
        f"import os\nfor line in sys.stdin:\n    if 'choose' in line and not os.path.exists({str(mark)!r}):\n"
        f"        open({str(mark)!r}, 'w').close(); sys.exit(1)\n",
    )
    bot = stack.enter_context(Partner(program(code), 20))
    told: list[Any] = []
    config = GOOFSPIEL.configure(2, None, (), {})
    found = play_games(GOOFSPIEL, config, [bot, load_agent("uniform")], 2, "again", told.append)
    assert [one["forfeits"] for one in told] == [{"0": "gone"}, {}]
    assert (found[0]["games"], found[1]["games"]) == (2, 1)


def _ask(answering: Answering, *asked: Any) -> list[Any]:
    source = io.BytesIO(b"".join(json.dumps(one).encode() + b"\n" for one in asked))
    target = io.BytesIO()
    assert serve(answering, source, target) == 0
    return [json.loads(line) for line in target.getvalue().splitlines()]


def test_an_agent_answers_lines_and_bad_lines_do_not_stop_it() -> None:
    config = CATAN.configure(3, None, (), {})
    state = open_position(CATAN, config, SeededChance(b"bridge"))
    seat = CATAN.next_seat(state)
    game = game_at(NOWHERE, CATAN, config, state, {"id": f"{NO_GAME}x", "version": 1}, 0)
    question = {"do": "choose", "id": 7, "seat": seat, "position": position_document(game, seat)}
    hello, *bad, good, again = _ask(
        Answering("planner"),
        {"do": "hello", "bridge": 1},
        {"do": "hello", "bridge": 2},
        {"do": "dance"},
        [1],
        {"do": "choose", "id": 5},
        {"do": "choose", "id": 6, "seat": 0, "file": {"tiles": []}},
        {"do": "over", "game": "x"},
        question,
        question | {"id": 8},
    )
    assert (hello["bridge"], hello["seen"]) == (1, False)
    assert hello["name"].startswith("planner@")
    assert all("error" in one for one in bad)
    assert [one.get("id") for one in bad] == [None, None, None, 5, 6]
    assert (good["id"], good["command"]["type"]) == (7, "FoundSettlement")
    assert again["command"] == good["command"]
    assert Answering("graded@8").greet({"bridge": 1})["seen"] is True


def test_a_line_that_is_too_long_ends_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.bridge.answering.MOST_QUESTION", 100)
    target = io.BytesIO()
    assert serve(Answering("uniform"), io.BytesIO(b"x" * 200 + b"\n"), target) == 1
    assert "100 bytes" in json.loads(target.getvalue())["error"]


class _Quick(Partner):
    """Takes the last action of each file, after it was read back."""

    def __init__(self) -> None:
        super().__init__(["quick"], 1)
        self.hello = {"format": "catanatron"}
        self.asked: list[Any] = []

    def greet(self, table: Any) -> None:
        pass

    def ask(self, question: Any) -> dict[str, Any]:
        file = json.loads(json.dumps(question["file"]))
        if file["current_prompt"] == "BUILD_INITIAL_ROAD":  # read back from the actions, which are not written
            return {"action": 0}
        _, choices = read_choice(Part(file | {"actions": []}, "file"))
        assert len(choices) == len(file["current_playable_actions"])
        self.asked.append((file, choices))
        return {"action": len(choices) - 1}


def test_a_player_of_catanatron_gets_files_whose_actions_are_the_legal_commands() -> None:
    config = CATAN.configure(4, None, (), {"combined_trade_build": True, "steal_compulsory": True})
    quick = _Quick()
    played = play_game(CATAN, config, [quick, *[load_agent("heuristic")] * 3], "files", "files")
    assert not played.forfeits
    kinds = {action[1] for file, _ in quick.asked for action in file["current_playable_actions"]}
    assert {"ROLL", "BUILD_SETTLEMENT", "BUILD_ROAD", "END_TURN"} <= kinds


@pytest.mark.parametrize("agent", ["planner", "uniform"])
def test_an_agent_chooses_an_action_of_a_file(agent: str) -> None:
    config = CATAN.configure(4, None, (), {"combined_trade_build": True, "steal_compulsory": True})
    quick, answering = _Quick(), Answering(agent)
    play_game(CATAN, config, [quick, *[load_agent("heuristic")] * 3], "files", "two")
    asked = [one for one in quick.asked if len(one[1]) > 1][:12]
    assert len(asked) > 5
    for number, (file, choices) in enumerate(asked):
        seat = file["colors"].index(file["current_color"])
        found = _ask(answering, {"do": "choose", "id": number, "seat": seat, "file": file})[0]
        assert "error" not in found, found
        assert choices[found["action"]][0] == found["command"]
