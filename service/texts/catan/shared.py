"""Holds texts that mean the same in several chapters and modules of Catan."""

from typing import Final

from service.texts.message_text import composed

NODE: Final = "The id of the node (intersection), as in the board's `nodes`."
EDGE: Final = "The id of the edge (path), as in the board's `edges`."
TILE: Final = "The id of the tile (hex), as in the board's `tiles`."
RESOURCES: Final = {
    "brick": "The number of brick cards; absent for none.",
    "lumber": "The number of lumber cards; absent for none.",
    "wool": "The number of wool cards; absent for none.",
    "grain": "The number of grain cards; absent for none.",
    "ore": "The number of ore cards; absent for none.",
}
GOODS: Final = {**RESOURCES, "canal_token": "The number of canal tokens; absent for none."}
DEVELOPMENT_CARDS: Final = {
    "knight": "The number of knight cards; absent for none.",
    "road_building": "The number of road building cards; absent for none.",
    "year_of_plenty": "The number of year of plenty cards; absent for none.",
    "monopoly": "The number of monopoly cards; absent for none.",
    "victory_point": "The number of victory point cards; absent for none.",
}
COST: Final = composed(
    "The resource cards that the seat paid to the bank. It is empty where nothing was paid.", RESOURCES
)
