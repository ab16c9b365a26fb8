"""The agents of the dice game play by an exact dynamic programme over sheets and turns."""

from typing import Final

from workers.agents.entry import AgentEntry, Strength
from workers.agents.measures import Measures

STUDY: Final = ""
"""No value is fitted: its games are studied by playouts."""

MEASURES: Final = Measures(
    yardstick="dice_optimal",
    meetings=(("dice_competitor", "dice_optimal"),),
    alone=(("dice_optimal", {"joker_dice": "any"}), ("dice_optimal", {"joker_dice": "one"})),
)

AGENTS: Final = (
    AgentEntry(
        id="dice_optimal",
        rulesets=("catan-dice",),
        level=5,
        seconds=0.25,
        typical_ms=0.8,
        source="workers.agents.dice.optimal:Optimal",
        measured=(Strength("catan-dice", "uniform", seats=4, games=400, wins=400, low=0.9905, high=1.0),),
    ),
    AgentEntry(
        id="dice_competitor",
        rulesets=("catan-dice",),
        level=5,
        seconds=0.25,
        typical_ms=1.0,
        source="workers.agents.dice.competitor:Competitor",
        tables=(2, 3, 4),
    ),
)
