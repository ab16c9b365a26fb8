"""Gives advice for a position: what an agent would do there, and how likely each seat is to win.

An agent that decides at once is asked in the request itself, in a thread beside those that serve others. Its code is
loaded when it is first asked. What takes longer is done by the workers (`workers/advising.py`).
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Final, NamedTuple

import orjson

from domain.core.knowledge import Belief
from domain.core.ruleset import Ruleset
from service.handlers.new_seats import agent_at, require_agent
from service.problems import invalid
from service.records.positions import EDITION, PLACE, Restored, acting_seat, require_undecided
from service.table.events import TABLE_EVENTS
from service.views.narration import describe_command
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import default_agent, known_entry, split_name
from workers.agents.entries import AgentEntry
from workers.agents.following import first_belief
from workers.agents.search.study import study_of
from workers.agents.turns import ask

AT_ONCE_MS: Final = 2.0
"""Limits the typical cost of a decision, in ms of processor time, of the agents that are asked in a request."""
MOST_NODES: Final = 10_000
MOST_NODES_MS: Final = 10_000.0
SEEN: Final = "seen"

_AGENTS: Final[dict[str, Agent]] = {}
"""Holds the agents that were asked, by name."""


def is_ready(name: str) -> bool:
    """Return whether an agent can be asked at once."""
    return name in _AGENTS


def make_ready(name: str) -> Agent:
    """Return an agent; its code is loaded, and its tables are read, when it is first asked."""
    agent = _AGENTS.get(name)
    if agent is None:
        agent = load_agent(name)
        for table in agent.tables():
            table.is_there()
        _AGENTS[name] = agent
    return agent


class Question(NamedTuple):
    """Describes what is asked about a position: as the seat's own view of it, of one agent.

    `limit` and `nodes` ask to rank alternatives. `seed` is what all chance follows from, and `key` identifies the
    question.
    """

    restored: Restored
    seat: int
    agent: str
    entry: AgentEntry
    limit: int | None
    nodes: int | None
    seed: str
    key: str
    language: str

    @property
    def is_quick(self) -> bool:
        """Return whether it can be answered in a request; an agent of a package is not asked beside requests."""
        is_cheap = self.entry.typical_ms <= AT_ONCE_MS and not self.entry.package
        return self.limit is None and self.nodes is None and is_cheap

    @property
    def most_nodes(self) -> int:
        """Return the most decisions that ranking may take."""
        return max(1, min(MOST_NODES, int(MOST_NODES_MS / self.entry.typical_ms)))

    @property
    def luck(self) -> str:
        """Return the seed of all that is drawn for the answer."""
        return f"{self.seed}:{self.seat}"

    def belief(self) -> Belief | None:
        """Return what the seat believes, if events were brought or the agent uses it; raises Problem (422)."""
        restored = self.restored
        return _believe(restored, self.seat) if restored.seen or make_ready(self.agent).believes else None

    def considered(self, belief: Belief | None) -> dict[str, Any]:
        """Return what any answer was found by."""
        game = self.restored.game
        actions = game.ruleset.actions(game.position, self.seat)
        return {"actions": len([*actions]) + len(actions.templates), "beliefs": belief is not None}


def question_of(restored: Restored, wish: Mapping[str, Any], language: str) -> Question:
    """Return what a request asks; raises Problem: 409 for a game that is over, 422 for an unknown seat or agent."""
    game, ruleset = restored.game, restored.game.ruleset
    require_undecided(game)
    seat = acting_seat(restored, wish.get("seat"))
    name = wish.get("agent") or default_agent(ruleset.name)
    level = wish.get("level")
    name = require_agent(ruleset, name) if level is None else agent_at(ruleset, name, level, "")
    entry = known_entry(name)
    limit, nodes, seed = wish.get("limit"), wish.get("nodes"), wish.get("seed") or restored.key
    asked = [EDITION, ruleset.name, ruleset.version, restored.key, seat, name, limit, nodes, seed, language]
    key = blake2b(orjson.dumps(asked), digest_size=16).hexdigest()
    question = Question(restored, seat, name, entry, limit, nodes, seed, key, language)
    if nodes is not None and nodes > question.most_nodes:
        raise invalid("nodes", "range", minimum=1, maximum=question.most_nodes)
    return question


def _believe(restored: Restored, seat: int) -> Belief | None:
    """Return what a seat believes that saw what the document tells, or nothing of what led to the position."""
    game, ruleset = restored.game, restored.game.ruleset
    if not restored.seen:
        return ruleset.believe(ruleset.observe(game.position, seat))
    try:
        return fold_seen(ruleset, restored.seen, seat)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise invalid(f"{PLACE}.{SEEN}", "position.seen") from error


def fold_seen(ruleset: Ruleset, events: Sequence[Mapping[str, Any]], seat: int) -> Belief | None:
    """Return what a seat believes after all events of a game, as its list of events shows them.

    Raises ValueError, LookupError, TypeError or AttributeError for events that are none of a game, or not all of them.
    """
    versions: dict[int, list[Any]] = {}
    for event in events:
        if event["type"] not in TABLE_EVENTS.by_name:
            versions.setdefault(event["version"], []).append(ruleset.events.see(event))
    first, *rest = [versions[number] for number in sorted(versions)]
    position = ruleset.begin(first[0])
    for event in first[1:]:
        ruleset.evolve(position, event)
    belief = first_belief(ruleset, position, seat)
    for one in rest:
        belief = None if belief is None else belief.after(one)
    return belief


def advise_at_once(question: Question) -> dict[str, Any]:
    """Return what the agent would do, and the chances of all seats where there is a value; it searches nothing."""
    game, seat = question.restored.game, question.seat
    actions, knowledge = game.ruleset.actions(game.position, seat), game.ruleset.observe(game.position, seat)
    belief = question.belief()
    if belief is not None:
        game.ruleset.add_belief(knowledge, belief)
    command, seconds = None, question.entry.seconds
    if actions.must_act or [*actions] or actions.templates:
        rng = Random(f"{question.luck}:choice")  # as analyses choose
        command = ask(make_ready(question.agent), game.ruleset, knowledge, actions, seconds, rng)
    return {
        **describe(question),
        **describe_choice(question, command),
        **_chances(question, knowledge),
        "considered": {"method": "choice", **question.considered(belief)},
    }


def describe(question: Question) -> dict[str, Any]:
    """Return what the answer says of the question."""
    agent, level, version = split_name(question.agent)
    known = {"seat": question.seat, "agent": agent, "version": version}
    return known | ({} if level is None else {"level": level}) | {"seed": question.seed, "key": question.key}


def describe_choice(question: Question, command: Any) -> dict[str, Any]:
    """Return the command as JSON with a sentence; nothing if the seat can do nothing, or had better wait."""
    if command is None:
        return {}
    game = question.restored.game
    body = game.ruleset.commands.encode(command)
    return {"command": body, "summary": describe_command(game, body, question.language)}


def _chances(question: Question, knowledge: Any) -> dict[str, Any]:
    game = question.restored.game
    study = study_of(game.ruleset.name, game.config)
    if study is None:
        return {}
    found = [{"seat": seat, "probability": round(part, 4)} for seat, part in enumerate(study.chances(knowledge))]
    return {"win_probability": found}
