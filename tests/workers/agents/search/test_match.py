"""Tests games between agents in memory, as docs/workers.md shows them: five lines, and an agent of one's own."""

import re
from pathlib import Path
from typing import Any

import pytest

from domain.catan import CATAN
from domain.core.actions import Actions
from domain.dice import DICE
from domain.dice.chapters.rolling import DiceRollDice
from workers.agents import play
from workers.agents.agent import Agent
from workers.agents.uniform import Uniform
from workers.lab.environments.table import LocalTable

DOCUMENT = Path(__file__).parents[4] / "docs" / "workers.md"


def test_the_five_lines_play_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    example, own = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert len([line for line in example.splitlines() if line]) <= 5
    for program in (example, own):
        exec(program, {})
        assert re.fullmatch(r"\(\d,\) won after \d+ commands\n", capsys.readouterr().out)


def test_a_game_is_set_up_as_its_configuration_says() -> None:
    config = CATAN.configure(4, "new-york", ["favors"], {})
    match = play(CATAN, [Uniform()] * 4, "new york", config, most_commands=40)
    assert (match.result, match.commands) == (None, 40)


@pytest.mark.parametrize(
    ("agents", "error", "told"),
    [
        (["nobody"] * 3, KeyError, "no agent 'nobody'; there are uniform, "),
        (["dice_optimal"] * 3, ValueError, "does not play catan"),
        (["uniform"] * 3, ValueError, "3 agents for 4 seats"),
        ([Uniform] * 3, TypeError, "neither the id of an agent nor an object whose class is a workers.agents.Agent"),
    ],
)
def test_who_cannot_sit_there_is_refused(agents: list[Any], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        play(CATAN, agents, "refused", CATAN.configure(4, None, (), {}))


class Returning(Agent):
    """Returns the same at every decision."""

    def __init__(self, returned: Any) -> None:
        self.returned = returned

    def choose(self, *_: Any) -> Any:
        """Return it."""
        return self.returned


@pytest.mark.parametrize("returned", [DiceRollDice, None, {"type": "DiceRollDice", "keep": {}}])
def test_an_agent_that_returns_no_command_is_named(returned: Any) -> None:
    told = f"Returning returned {returned!r}"
    with pytest.raises(TypeError, match=re.escape(told)):
        play(DICE, [Returning(returned)] * 2, "refused")
    table = LocalTable(DICE, DICE.configure(2, None, (), {}), {0: Returning(returned)})
    table.open("refused")
    with pytest.raises(TypeError, match=re.escape(told)):
        table.let(0)


class Noting(Uniform):
    """Remembers for which rulesets it chose, and plays blindly."""

    def __init__(self) -> None:
        self.rulesets: set[str] = set()

    def choose(self, ruleset, knowledge, actions: Actions, budget, rng):  # type: ignore[no-untyped-def]
        """Return any legal command."""
        self.rulesets.add(ruleset.name)
        return super().choose(ruleset, knowledge, actions, budget, rng)


def test_an_agent_is_told_the_rules_of_the_game() -> None:
    agent = Noting()
    play(CATAN, [agent] * 3, "told", most_commands=5)
    play(DICE, [agent] * 2, "told", most_commands=5)
    assert agent.rulesets == {"catan", "catan-dice"}
