"""Implements the study of plain Catan, for analyses and reviews."""

from collections.abc import Iterator, Sequence
from operator import add
from random import Random
from typing import Any, Final

from domain.catan.chapters.building.messages import BuildCity, BuildSettlement
from domain.catan.chapters.development.messages import BuyDevelopmentCard
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.setup.messages import FoundSettlement
from domain.catan.chapters.trading.messages import WithdrawOffer
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, ROLL, VICTORY_POINT
from domain.core.actions import Actions
from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.goal import CARD, ROUTE, SETTLE, UPGRADE, Prospect
from workers.agents.catan.goal_finding import plans
from workers.agents.catan.lookahead.candidates import candidates
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.planner_1 import Planner
from workers.agents.catan.prospects import NEVER
from workers.agents.catan.situation import Situation
from workers.agents.catan.value.model import Value, load_value
from workers.agents.search.study import Study, Trial, Trials
from workers.agents.search.worlds import Worlds
from workers.agents.turns import Decision, decide, first_decision

_MOST_COMMANDS: Final = 30
"""Commands after which a turn is broken off and its position valued."""
_VALUE_MS: Final = 0.2
_DECISION_MS: Final = 0.5
_FOUNDING_MS: Final = 2.0


class _TurnTrials(Trials):
    """Tries commands of a seat; the planner plays on for all seats until one is about to roll."""

    def __init__(self, dealt: Worlds, floor: Agent, value: Value) -> None:
        self.ruleset = dealt.ruleset
        self.seat: int = dealt.knowledge.seat
        self.floor = floor
        self.value = value
        self.seed = dealt.seed
        self.dealt = dealt

    def worlds(self) -> int:
        """Count the different worlds that were dealt."""
        return self.dealt.count()

    def standing(self, world: int) -> Trial:
        """Play on from the position, for all seats that must act, to the next roll."""
        state = self.dealt.deal(str(world)).copy()
        draft = self.ruleset.draft(state, SeededChance(f"{self.seed}:{world}".encode()))
        draft.is_read = False
        cost = _VALUE_MS + self._play_on(draft)
        return Trial(self._chances(state), self.ruleset.points(state), 0, False, cost)

    def play(self, command: Any, world: int) -> Trial:
        """Play a command in a world and on to the end of the turn; a roll is valued before it is made."""
        state = self.dealt.deal(str(world))
        if isinstance(command, RollDice):
            return Trial(self._chances(state), self.ruleset.points(state), 0, False, _VALUE_MS)
        before = self.ruleset.points(state)[self.seat]
        state = state.copy()
        chance = SeededChance(f"{self.seed}:{world}".encode())
        draft = self.ruleset.draft(state, chance)
        draft.is_read = False
        self.ruleset.play(draft, self.seat, command)
        draft.events.clear()
        gain = self.ruleset.points(state)[self.seat] - before
        wins = state.winner == self.seat
        cost = _VALUE_MS + self._play_on(draft)
        return Trial(self._chances(state), self.ruleset.points(state), gain, wins, cost)

    def _chances(self, state: State) -> tuple[float, ...]:
        return tuple(self.value.chances(state))

    def _play_on(self, draft: Any) -> float:
        """Let the base agent play to the next roll; return the cost of its decisions in ms."""
        ruleset, state, rng, cost = self.ruleset, draft.state, Random(0), 0.0

        def ask(seat: int) -> Decision:
            return decide(ruleset, state, seat, self.floor, 1.0, rng)

        for _ in range(_MOST_COMMANDS):
            if not state.agenda or state.agenda[-1].kind == ROLL:
                break
            decision = first_decision(ruleset.awaiting(state), ask)
            if decision is None:
                break
            cost += _FOUNDING_MS if isinstance(decision.command, FoundSettlement) else _DECISION_MS
            ruleset.play(draft, decision.seat, decision.command)
            draft.events.clear()
        return cost


SOONER: Final = 0.5
"""How many rounds nearer a command must bring a plan to count as serving it."""
PLANS: Final = 4
_NAMES: Final = {SETTLE: "settlement", UPGRADE: "city", CARD: "development_card", ROUTE: "longest_road"}
_MADE: Final = {BuildSettlement: SETTLE, BuildCity: UPGRADE, BuyDevelopmentCard: CARD}


class CatanStudy(Study):
    """Holds the value and the planner; modules are not covered, since both were fitted on the plain game."""

    agents = ("planner", "lookahead")
    dice = "dice"

    def __init__(self) -> None:
        self.value = load_value()
        self.floor = Planner()

    def covers(self, config: Config) -> bool:
        """Return whether a game has no modules."""
        return not config.modules

    def chances(self, position: Any) -> tuple[float, ...]:
        """Return the probability of each seat to win."""
        return tuple(self.value.chances(position))

    def cards(self, position: Any) -> tuple[int, ...]:
        """Return the number of resource cards in each hand."""
        return tuple(sum(position.hands[seat * KINDS : seat * KINDS + KINDS]) for seat in range(position.seats))

    def points(self, position: Any) -> tuple[int, ...]:
        """Return the points of each seat, with victory point cards."""
        hidden = position.cards[VICTORY_POINT :: len(CARDS)]
        return tuple(map(add, position.points, hidden))

    def candidates(self, knowledge: Any, actions: Actions, choice: Any, most: int) -> list[Any]:
        """List the commands that the planner and the search would consider, filled up with other listed ones."""
        found = [] if choice is None else self._list_candidates(knowledge, actions, choice, most)
        for command in actions.commands:
            if len(found) < most and command not in found and not isinstance(command, WithdrawOffer):
                found.append(command)
        return found[:most]

    def _list_candidates(self, knowledge: Any, actions: Actions, choice: Any, most: int) -> list[Any]:
        effort = Effort(most=most, tiles=most, founding=most)
        return candidates(Situation(knowledge, (), self.floor.weights), Listed(actions), choice, effort)

    def trials(self, ruleset: Ruleset, knowledge: Any, seed: str, world: Any = None) -> _TurnTrials:
        """Return trials that end at the next roll."""
        return _TurnTrials(Worlds(ruleset, knowledge, seed, world), self.floor, self.value)

    def facts(self, ruleset: Ruleset, knowledge: Any, command: Any, seed: str) -> Sequence[dict[str, Any]]:
        """Return which plan a command serves, and the rounds until it is paid, before and after."""
        if not knowledge.turn or isinstance(command, RollDice):
            return ()
        return tuple(self._describe_plans(ruleset, knowledge, command, seed))

    def _describe_plans(self, ruleset: Ruleset, knowledge: Any, command: Any, seed: str) -> Iterator[dict[str, Any]]:
        made = _MADE.get(type(command))
        if made is not None:
            yield {"fact": "builds", "plan": _NAMES[made]}
            return
        before = plans(Situation(knowledge, (), self.floor.weights))[:PLANS]
        after = plans(Situation(_after(ruleset, knowledge, command, seed), (), self.floor.weights))
        nearer = [(was, now) for was in before if (now := _same(was, after)) and was.wait - now.wait >= SOONER]
        if nearer:
            was, now = max(nearer, key=lambda pair: pair[1].promise)
            known = {"rounds_before": round(was.wait, 1)} if was.wait < NEVER else {}
            yield {"fact": "serves", "plan": _NAMES[was.goal.kind], "rounds": round(now.wait, 1), **known}


def _same(plan: Prospect, others: Sequence[Prospect]) -> Prospect | None:
    goal = plan.goal
    return next((other for other in others if (other.goal.kind, other.goal.node) == (goal.kind, goal.node)), None)


def _after(ruleset: Ruleset, knowledge: Any, command: Any, seed: str) -> Any:
    """Return what the seat knows after a command, in one sampled world."""
    state = ruleset.determinize(knowledge, Random(f"{seed}:facts"))
    return ruleset.observe(
        ruleset.decide(state, knowledge.seat, command, SeededChance(seed.encode())).state, knowledge.seat
    )
