"""Holds the agents of the dice game, which play by exact dynamic programming over sheets and turns."""

from typing import Final

from workers.agents.measures import Measures

STUDY: Final = ""
"""Nothing is fitted; games are studied by playouts."""

MEASURES: Final = Measures(
    yardstick="dice_optimal",
    meetings=(("dice_competitor", "dice_optimal"),),
    alone=(("dice_optimal", {"joker_dice": "any"}), ("dice_optimal", {"joker_dice": "one"})),
)
