"""Offers plain Catan to those who study it."""

from collections.abc import Iterator, Sequence
from operator import add
from random import Random
from typing import Any, Final

from domain.catan.chapters.building.messages import BuildCity, BuildSettlement
from domain.catan.chapters.development.messages import BuyDevelopmentCard
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.trading.messages import WithdrawOffer
from domain.catan.terms import CARDS, KINDS, VICTORY_POINT
from domain.core.actions import Actions
from domain.core.chance import SeededChance
from domain.core.ruleset import Config, Ruleset
from workers.agents.catan.goal import CARD, ROUTE, SETTLE, UPGRADE, Prospect
from workers.agents.catan.listed import Listed
from workers.agents.catan.lookahead.candidates import candidates
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.planner import Planner
from workers.agents.catan.plans import plans
from workers.agents.catan.prospects import NEVER
from workers.agents.catan.situation import Situation
from workers.agents.catan.study.trials import TurnTrials
from workers.agents.catan.value.model import load_value
from workers.agents.search.study import Study
from workers.agents.search.worlds import Worlds

SOONER: Final = 0.5
"""Rounds that a command must bring a plan nearer to serve it."""
PLANS: Final = 4
_NAMES: Final = {SETTLE: "settlement", UPGRADE: "city", CARD: "development_card", ROUTE: "longest_road"}
_MADE: Final = {BuildSettlement: SETTLE, BuildCity: UPGRADE, BuyDevelopmentCard: CARD}


class CatanStudy(Study):
    """Holds the value and the planner; both were fitted on the plain game, so that modules are not covered."""

    agents = ("planner", "lookahead")
    dice = "dice"

    def __init__(self) -> None:
        self.value = load_value()
        self.floor = Planner()

    def covers(self, config: Config) -> bool:
        """Say whether a game has no modules."""
        return not config.modules

    def chances(self, position: Any) -> tuple[float, ...]:
        """Return the value of each seat."""
        return tuple(self.value.chances(position))

    def cards(self, position: Any) -> tuple[int, ...]:
        """Return the number of resource cards in each hand."""
        return tuple(sum(position.hands[seat * KINDS : seat * KINDS + KINDS]) for seat in range(position.seats))

    def points(self, position: Any) -> tuple[int, ...]:
        """Return the points that lie open, and the victory point cards."""
        hidden = position.cards[VICTORY_POINT :: len(CARDS)]
        return tuple(map(add, position.points, hidden))

    def candidates(self, knowledge: Any, actions: Actions, choice: Any, most: int) -> list[Any]:
        """List what the planner and a searcher would consider, and fill up with what else is listed."""
        found = [] if choice is None else self._list_candidates(knowledge, actions, choice, most)
        for command in actions.commands:
            if len(found) < most and command not in found and not isinstance(command, WithdrawOffer):
                found.append(command)
        return found[:most]

    def _list_candidates(self, knowledge: Any, actions: Actions, choice: Any, most: int) -> list[Any]:
        effort = Effort(most=most, tiles=most, founding=most)
        return candidates(Situation(knowledge, (), self.floor.weights), Listed(actions), choice, effort)

    def trials(self, ruleset: Ruleset, knowledge: Any, seed: str, world: Any = None) -> TurnTrials:
        """Prepare trials to the next roll."""
        return TurnTrials(Worlds(ruleset, knowledge, seed, world), self.floor, self.value)

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
    """Return what the seat knows after a command, in one dealt world."""
    state = ruleset.determinize(knowledge, Random(f"{seed}:facts"))
    return ruleset.observe(
        ruleset.decide(state, knowledge.seat, command, SeededChance(seed.encode())).state, knowledge.seat
    )
