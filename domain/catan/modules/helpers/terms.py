"""Numbers the words of the helper cards: effects in the order of the stack, sides, frames."""

from typing import Final

from domain.catan.terms import frames_of

NAME: Final = "helpers"
TRADE_WITH_ONE: Final = "forced_trade_one"

# A1 to A6 from the top of the stack, then the four without a number (component facts, the ten cards).
FORCED_TRADE: Final = 0
ROAD_HELP: Final = 1
RESOURCE_BALANCE: Final = 2
MOVE_ROAD: Final = 3
PROTECT_SEVEN: Final = 4
CARD_CHOICE: Final = 5
TAKE_FROM_LEADER: Final = 6
KNIGHT_TO_BUILDING: Final = 7
TWO_TO_ONE: Final = 8
ROBBER_TO_DESERT: Final = 9
EFFECTS: Final = (
    "forced_trade",
    "road_help",
    "resource_balance",
    "move_road",
    "protect_seven",
    "card_choice",
    "take_from_leader",
    "knight_to_building",
    "two_to_one",
    "robber_to_desert",
)

SIDES: Final = ("A", "B")
SIDE_A: Final = 0
SIDE_B: Final = 1

_FRAMES: Final = frames_of(2)
SETTLE: Final = _FRAMES[0]
BALANCE: Final = _FRAMES[1]
PROTECTION: Final = _FRAMES[2]
KEEP: Final = _FRAMES[3]
TAKE: Final = _FRAMES[4]
RETURN: Final = _FRAMES[5]
FRAMES: Final = {
    SETTLE: "settle_helper",
    BALANCE: "resource_balance",
    PROTECTION: "protect_seven",
    KEEP: "card_choice",
    TAKE: "take_from_leader",
    RETURN: "forced_trade",
}

LOOKED_AT: Final = 3  # cards that the card choice shows
KNIGHT_SETTLEMENT_COST: Final = (1, 1, 0, 0, 0)
KNIGHT_CITY_COST: Final = (0, 0, 0, 1, 2)
