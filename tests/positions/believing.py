"""`python -m tests.positions.believing [GAMES] [AGENT]` compares hosted agents that count cards with their advice.

In each game one seat is the agent's, and the others are planners'. Whenever it acts, the position is rebuilt from what
its seat sees over HTTP: `position`, and as `seen` the list of events. The agent is then asked twice, by the same seed:
as in a hosted game, and for advice. What it knows and believes is compared member by member, too. What is known alike
is chosen alike, so for advice it is only asked at one of EVERY such decisions, and wherever anything differs. As long
as all choices are equal, playing by advice is playing the same game, and wins as often. A game with another choice is
played once more by advice, and the pairs are compared.

Games are kept in `build/believing`; a trial that was stopped goes on where it was.
"""

import json
import math
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import stdev
from typing import Any, Final

from flask.testing import FlaskClient

from domain.catan.terms import KINDS
from service.catalog import RULESETS
from service.game.context import Context
from service.game.games import Game
from service.handlers.commands import submit
from service.records.advice import fold_seen
from service.records.positions import restore
from service.schemas.positions import read_document
from tests.conftest import store_pair
from tests.laws.known import differences
from tests.service.http.client import Table, new_table, plain_app
from workers.advising import advise
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import known_entry, split_name
from workers.agents.search.rates import Z_95, wilson
from workers.agents.turns import Decision, decide, first_decision
from workers.beliefs import beliefs_of

GAMES: Final = 400
AGENT: Final = "graded@8"
OTHERS: Final = "planner"
SEATS: Final = 4
RULES: Final = RULESETS["catan"]
KEPT: Final = Path(__file__).parents[2] / "build" / "believing"
EVERY: Final = 5
MOST_COMMANDS: Final = 3_000
MOST_EXAMPLES: Final = 3
MARGIN: Final = 0.05


@dataclass
class Played:
    """Holds a game: how many decisions were compared, and at how many of them advice was asked.

    And how many differed in what was known or what was chosen.
    """

    seed: int
    seat: int
    decisions: int = 0
    with_choice: int = 0
    asked: int = 0
    known_otherwise: int = 0
    chosen_otherwise: int = 0
    commands: int = 0
    won: bool = False
    won_by_advice: bool = False
    cpu_s: float = 0.0
    examples: list[str] = field(default_factory=list)


class Course:
    """Represents a hosted game in which one seat is the agent's."""

    def __init__(self, client: FlaskClient, agent: str, seed: int) -> None:
        self.agent, self.seed = agent, seed
        self.played = Played(seed, seed % SEATS)
        wish: dict[str, Any] = {"ruleset": "catan", "seats": [{"kind": "human"}] * SEATS, "analyses": "all"}
        self.table: Table = new_table(client, **wish, seed=f"believing {seed}")
        self.ctx: Context = client.application.extensions["longroad"].context
        self.version, self.seen = 0, list[dict[str, Any]]()

    def run(self, *, by_advice: bool) -> bool:
        """Play to the end, by advice or as a hosted agent does; return whether the agent's seat won."""
        own, other = load_agent(self.agent), load_agent(OTHERS)
        for number in range(MOST_COMMANDS):
            game = self.ctx.games.load(self.table.id)
            if game.result is not None:
                self.played.commands = number
                return self.played.seat in game.result.winners
            luck = f"{self.seed}:{game.version}"

            def ask(seat: int, game: Game = game, luck: str = luck) -> Decision:
                if seat != self.played.seat:
                    return decide(RULES, game.position, seat, other, math.inf, Random(f"{luck}:{seat}"))
                if by_advice:
                    return Decision(seat, self._advised(self._document(), luck))
                return self._compared(game, luck, own)

            decision = first_decision(game.awaiting(), ask)
            assert decision is not None, "nobody acts"
            submit(self.ctx, self.table.id, decision.seat, [decision.command])
        raise AssertionError("the game does not end")

    def _compared(self, game: Game, luck: str, agent: Agent) -> Decision:
        """Return the hosted choice, after a comparison with what is known and advised at the document."""
        played, seat, position = self.played, self.played.seat, game.position
        belief, seconds = beliefs_of(self.ctx.store).at(game, seat), known_entry(self.agent).seconds
        assert belief is not None, "the ruleset keeps no beliefs"
        chosen = decide(RULES, position, seat, agent, seconds, Random(f"{luck}:{seat}:choice"), belief)
        document = self._document()
        played.decisions += 1
        actions = RULES.actions(position, seat)
        played.with_choice += len(actions.commands) > 1 or bool(actions.templates)
        knowledge = RULES.observe(position, seat)
        RULES.add_belief(knowledge, belief)
        restored = restore(self.ctx, read_document({"position": document}), lambda _: None)
        rebuilt = RULES.observe(restored.game.position, seat)
        folded = fold_seen(RULES, document["seen"], seat)
        assert folded is not None, "the ruleset keeps no beliefs"
        RULES.add_belief(rebuilt, folded)
        for known in (knowledge, rebuilt):
            known.extra = _without_own(known.extra, seat)
        unlike = list(differences(rebuilt, knowledge))
        played.known_otherwise += bool(unlike)
        if not unlike and played.decisions % EVERY:
            return chosen
        played.asked += 1
        advised = self._advised(document, luck)
        played.chosen_otherwise += advised != chosen.command
        if (unlike or advised != chosen.command) and len(played.examples) < MOST_EXAMPLES:
            played.examples.append(f"{luck}: {unlike[:3]}, {advised} and {chosen.command}"[:1000])
        return chosen

    def _document(self) -> dict[str, Any]:
        """Return what the seat knows, with the events that it has seen, as a client would keep them."""
        while page := self._page():
            self.seen += page
            self.version = page[-1]["version"]
        shown: dict[str, Any] = self.table.get("/position", self.played.seat).json
        return {name: value for name, value in shown.items() if name != "game"} | {"seen": self.seen}

    def _page(self) -> list[dict[str, Any]]:
        answer = self.table.get(f"/events?limit=1000&after={self.version}", self.played.seat)
        found: list[dict[str, Any]] = answer.json["events"]
        return found

    def _advised(self, document: dict[str, Any], luck: str) -> Any:
        agent, level, _ = split_name(self.agent)
        more = {} if level is None else {"level": level}
        command = advise(document, agent, seed=luck, seat=self.played.seat, **more).get("command")
        return None if command is None else RULES.commands.decode(command)


def _without_own(extra: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return what a seat knows of hands beyond all others, without the bounds of its own hand, which it sees."""
    at, size = (seat * SEATS + seat) * KINDS, KINDS
    return (*extra[:at], *(0,) * size, *extra[at + size :])


def play_pair(client: FlaskClient, agent: str, seed: int) -> Played:
    """Play a game; and if any choice was another one, also by advice."""
    begun, course = time.process_time(), Course(client, agent, seed)
    course.played.won = course.played.won_by_advice = course.run(by_advice=False)
    if course.played.chosen_otherwise:
        course.played.won_by_advice = Course(client, agent, seed).run(by_advice=True)
    course.played.cpu_s = round(time.process_time() - begun, 2)
    return course.played


def summary(games: Sequence[Played]) -> dict[str, Any]:
    """Return the figures of all games: the decisions, the rates, and the difference of the pairs with its bounds."""
    gains = [one.won_by_advice - one.won for one in games]
    mean = sum(gains) / len(gains)
    spread = Z_95 * stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else 1.0
    return {
        "games": len(games),
        "decisions": sum(one.decisions for one in games),
        "with_a_choice": sum(one.with_choice for one in games),
        "asked_for_advice": sum(one.asked for one in games),
        "known_otherwise": sum(one.known_otherwise for one in games),
        "chosen_otherwise": sum(one.chosen_otherwise for one in games),
        "hosted": rate([one.won for one in games]),
        "by_advice": rate([one.won_by_advice for one in games]),
        "difference": round(mean, 4),
        "interval_95": [round(mean - spread, 4), round(mean + spread, 4)],
        "cpu_s": round(sum(one.cpu_s for one in games)),
    }


def rate(won: Sequence[bool]) -> dict[str, Any]:
    """Return how often a seat won, with the 95 % interval."""
    return {
        "rate": round(sum(won) / len(won), 4),
        "interval_95": [round(bound, 4) for bound in wilson(sum(won), len(won))],
    }


def main(arguments: Sequence[str]) -> int:
    """Play the games that are missing, and print the figures of all."""
    number = int(arguments[0]) if arguments else GAMES
    agent = arguments[1] if len(arguments) > 1 else AGENT
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / f"{agent}.jsonl"
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    games = {one.seed: one for one in (Played(**json.loads(line)) for line in lines)}
    with tempfile.TemporaryDirectory() as folder, store_pair(Path(folder)) as stores:
        client = plain_app(stores).test_client()
        for seed in range(number):
            if seed not in games:
                games[seed] = play_pair(client, agent, seed)
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(games[seed])) + "\n")
    found = summary([games[seed] for seed in range(number)])
    for one in games.values():
        for example in one.examples[:MOST_EXAMPLES]:
            print("DIFFERENT", example)
    print(json.dumps({"agent": agent, "others": OTHERS} | found))
    return 0 if found["interval_95"][0] > -MARGIN else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
