"""Tests the bridge: a bot of the page plays, each kind of broken bot forfeits its game alone, agents answer lines."""

import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from domain.catan import CATAN
from domain.core.chance import SeededChance
from service.catalog import RULESETS
from service.game.games import Game
from service.game.position import Play
from service.records.foreign import Part
from service.records.positions import NOWHERE as NO_GAME
from service.records.positions import game_at, position_document
from service.records.readers.catanatron import read_choice
from workers.advising import NOWHERE
from workers.agents.agent import load_agent
from workers.agents.search.match import open_position
from workers.agents.search.rates import wilson
from workers.bridge import hosting, lines
from workers.bridge.__main__ import main
from workers.bridge.answering import Answering, serve
from workers.bridge.families.catan.files import CATANATRON
from workers.bridge.families.catan.peers import catanatron_side
from workers.bridge.file_format import Format
from workers.bridge.formats import FORMATS
from workers.bridge.hosting import Entrant, play_game, play_games
from workers.bridge.lines import FAULTS, Partner

GOOFSPIEL = RULESETS["goofspiel"]
ISLAND = CATAN.configure(4, None, (), {"combined_trade_build": True, "steal_compulsory": True})
"""The games that files of Catanatron can show."""
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


def uniform() -> Entrant:
    return Entrant("uniform", load_agent("uniform"))


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
    entrants = [Entrant("bot", bot), *[uniform()] * (seats - 1)]
    found = play_games(rules, config, entrants, games, "page", told.append)
    assert [one["forfeits"] for one in told] == [{}] * games
    assert all(one["shares"] is not None for one in told)
    assert [one["name"] for one in found] == ["random 1", *["uniform"] * (seats - 1)]
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
    entrants = [Entrant("broken", broken), Entrant("good", good), Entrant("other", other)]
    found = play_games(GOOFSPIEL, config, entrants, 1, "seed", told.append)
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
    found = play_games(GOOFSPIEL, config, [Entrant("bot", bot), uniform()], 2, "again", told.append)
    assert [one["forfeits"] for one in told] == [{"0": "gone"}, {}]
    assert (found[0]["games"], found[1]["games"]) == (2, 1)


class _Silly(Partner):
    """Takes a random legal command some times, then answers something like one."""

    def __init__(self, seed: int, **hello: Any) -> None:
        super().__init__(["silly"], 1)
        self.hello, self.rng = hello, Random(seed)
        self.left = self.rng.randrange(12)

    def greet(self, table: Any) -> None:
        pass

    def ask(self, question: Any) -> dict[str, Any]:
        for one in question["position"]["state"]["seats"]:
            assert one["seat"] == question["seat"] or one.get("resources") is None
        legal = question["legal_actions"]
        known = [one["command"] for one in legal["actions"]] + [one["example"] for one in legal["templates"]]
        self.left -= 1
        command = self.rng.choice(known) if known else None
        if self.left >= 0 or command is None:
            return {"command": command}
        name = self.rng.choice([*command, "more"])
        told: Any = self.rng.choice([None, -1, 10**30, 0.5, True, "x" * 99, [], [[]], {}, {"brick": -1}, {"x": 1}])
        return {"command": self.rng.choice([told, {**command, name: told}])}


@pytest.mark.parametrize("ruleset", ["catan", "catan-dice", "elasund", "goofspiel"])
def test_no_answer_of_a_bot_breaks_a_game(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MOST_COMMANDS", 60)
    rules = RULESETS[ruleset]
    config = rules.configure(3, None, (), {})
    reasons = set()
    for seed in range(12):
        bots = [_Silly(3 * seed + seat) for seat in range(3)]
        reasons |= set(play_game(rules, config, [*bots], "silly", str(seed)).forfeits.values())
    assert reasons == {"illegal"}


@pytest.mark.parametrize("wanted", ["catanatron", "x", ["catanatron"], 1])
def test_a_bot_that_wants_files_forfeits_games_that_they_cannot_show(wanted: Any) -> None:
    bot = _Silly(1, format=wanted)
    config = GOOFSPIEL.configure(2, None, (), {})
    assert play_game(GOOFSPIEL, config, [bot, load_agent("uniform")], "files", "x").forfeits == {0: "no_answer"}


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["workers.bridge", *arguments])
    return main()


def test_the_command_of_the_page_plays_its_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = re.search(r'^    python -m workers.bridge (play .*) "exec:python bot.py" (\w+)$', PAGE, re.MULTILINE)
    assert command
    (tmp_path / "bot.py").write_text(example())
    assert run(monkeypatch, *command[1].split(), f"exec:{sys.executable} {tmp_path / 'bot.py'}", command[2]) == 0
    *games, bot, other = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["entrants"] for one in games] == [[0, 1], [1, 0]] * 4
    assert [one["forfeits"] for one in games] == [{}] * 8
    assert (bot["name"], other["name"]) == ("random 1", "uniform@@1")
    assert bot["wins"] + other["wins"] == 8
    assert bot["interval"][0] <= bot["wins"] / 8 <= bot["interval"][1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("answer", "nobody"),
        ("play", "nobody", "uniform"),
        ("play", "--ruleset", "goofspiel", "planner", "uniform"),
        ("play", "--options", "3", "uniform", "uniform", "uniform"),
        ("play", "--options", '{"x": 3}', "uniform", "uniform", "uniform"),
        ("play", "uniform"),
        ("play", "exec:", "uniform", "uniform"),
    ],
)
def test_what_cannot_be_played_is_said(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(monkeypatch, *arguments)
    assert "error: " in capsys.readouterr().err


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
    assert (hello["bridge"], hello["seen"]) == (1, True)
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
    """Takes an action of a random kind from each file, after it was read back."""

    def __init__(self) -> None:
        super().__init__(["quick"], 1)
        self.rng = Random(7)
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
        kinds = [action[1] for action in file["current_playable_actions"]]
        kind = self.rng.choice(sorted({*kinds}))
        return {"action": self.rng.choice([at for at, one in enumerate(kinds) if one == kind])}


def test_a_player_of_catanatron_gets_files_whose_actions_are_the_legal_commands() -> None:
    quick = _Quick()
    played = play_game(CATAN, ISLAND, [quick, *[load_agent("uniform")] * 3], "files", "files")
    assert not played.forfeits
    kinds = {action[1] for file, _ in quick.asked for action in file["current_playable_actions"]}
    assert {"ROLL", "BUILD_SETTLEMENT", "BUILD_ROAD", "MARITIME_TRADE", "MOVE_ROBBER", "END_TURN"} <= kinds


def file_of(game: Any, position: Any, seat: int, luck: Any) -> Any:
    """Return what a player of Catanatron would be asked at a position."""
    rng, asked = Random(), []
    rng.setstate(luck)

    def ask(question: Any) -> Any:
        asked.append(question)
        return {"action": 0}

    whole = Game(game.id, CATAN, game.version, game.table, Play(position, game.version), game.line, game.chain)
    CATANATRON.ask(cast(Partner, SimpleNamespace(ask=ask)), whole, seat, "secret", rng)
    return asked


def test_a_file_does_not_tell_how_hidden_cards_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    differ = 0

    def ask(partner: Any, game: Any, seat: int, name: str, rng: Random) -> list[Any]:
        nonlocal differ
        position, luck = game.position, rng.getstate()
        others = [CATAN.determinize(CATAN.observe(position, seat), Random(number)) for number in range(2)]
        differ += others[0].hands != others[1].hands
        told, *rest = [file_of(game, one, seat, luck) for one in (position, *others)]
        assert rest == [told, told]
        return CATANATRON.ask(partner, game, seat, name, rng)

    monkeypatch.setitem(cast(dict[str, Format], FORMATS), "catanatron", CATANATRON._replace(ask=ask))
    play_game(CATAN, ISLAND, [_Quick(), *[load_agent("heuristic")] * 3], "files", "files")
    assert differ > 20


@cache
def asked_at_random() -> _Quick:
    quick = _Quick()
    play_game(CATAN, ISLAND, [quick, *[load_agent("uniform")] * 3], "files", "two")
    return quick


@pytest.mark.parametrize("agent", ["planner", "uniform"])
def test_an_agent_chooses_an_action_of_a_file(agent: str) -> None:
    quick, answering = asked_at_random(), Answering(agent)
    asked = [one for one in quick.asked if len(one[1]) > 1][:12]
    asked += [one for one in quick.asked if one[0]["current_prompt"] == "DISCARD"][:2]
    assert len(asked) == 14
    for number, (file, choices) in enumerate(asked):
        seat = file["colors"].index(file["current_color"])
        found = _ask(answering, {"do": "choose", "id": number, "seat": seat, "file": file})[0]
        assert "error" not in found, found
        assert next(iter(choices[found["action"]]), None) == found["command"]


def test_an_agent_plays_on_where_it_would_have_won_here() -> None:
    """Catanatron may give its award to nobody where the rules here give it to the seat that acts."""
    quick, answering, tried = _Quick(), Answering("planner"), 0
    play_game(CATAN, ISLAND, [quick, *[load_agent("heuristic")] * 3], "files", "award")
    for file, _ in quick.asked:
        state, seats = file["player_state"], range(4)
        holders = [seat for seat in seats if state[f"P{seat}_HAS_ROAD"]]
        if file["current_prompt"] != "PLAY_TURN" or not holders:
            continue
        seat = holders[0]
        due = 10 - state[f"P{seat}_ACTUAL_VICTORY_POINTS"]
        if due + sum(state[f"P{one}_VICTORY_POINT_IN_HAND"] for one in seats) > 5:
            continue
        color = file["colors"][seat]
        file["current_color"], file["current_playable_actions"] = color, [[color, "ROLL", None]]
        state[f"P{seat}_HAS_ROLLED"] = state[f"P{seat}_HAS_ROAD"] = False
        state[f"P{seat}_VICTORY_POINT_IN_HAND"] += due
        found = _ask(answering, {"do": "choose", "id": 1, "seat": seat, "file": file})
        assert found == [{"id": 1, "command": {"type": "RollDice"}, "action": 0}]
        tried += 1
    assert tried


class _Encoder(json.JSONEncoder):
    pass


@pytest.mark.parametrize("fault", [None, *BROKEN])
def test_the_other_side_has_the_same_forfeits(fault: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catanatron_side, "engine", lambda module, name: _Encoder)
    monkeypatch.setattr(catanatron_side, "GREETING_S", 20)
    good = HELLO + GREET + 'print(json.dumps({"id": a["id"], "action": 2}), flush=True)'
    illegal = HELLO + GREET + 'print(json.dumps({"id": a["id"], "action": 3}), flush=True)'
    code = good if fault is None else illegal if fault == "illegal" else BROKEN[fault]
    bot = catanatron_side.Bot(program(code), 1)
    try:
        bot.greet()
        if fault is None:
            assert [bot.choose({}, 0, 0, 3) for _ in range(2)] == [2, 2]
        else:
            with pytest.raises(catanatron_side.Fault, match=f"^{fault}$"):
                bot.choose({}, 0, 0, 3)
    finally:
        bot.stop()
    assert bot.process is None


def test_the_other_side_hears_of_a_program_that_does_not_start() -> None:
    with pytest.raises(catanatron_side.Fault, match="gone"):
        catanatron_side.Bot(["./there-is-no-such-program"], 1).greet()


@pytest.mark.parametrize(("won", "played"), [(0, 0), (0, 10), (7, 10), (10, 10)])
def test_both_sides_reckon_one_interval(won: int, played: int) -> None:
    assert catanatron_side.wilson(won, played) == pytest.approx(wilson(won, played), abs=1e-4)
