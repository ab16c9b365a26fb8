"""The agents of the dice game play by an exact dynamic programme over sheets and turns."""

from typing import Final

from workers.agents.measures import Measures

STUDY: Final = ""
"""No value is fitted: its games are studied by playouts."""

MEASURES: Final = Measures(
    yardstick="dice_optimal",
    meetings=(("dice_competitor", "dice_optimal"),),
    alone=(("dice_optimal", {"joker_dice": "any"}), ("dice_optimal", {"joker_dice": "one"})),
)
