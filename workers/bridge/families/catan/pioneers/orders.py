"""Writes commands as lines of the protocol of Pioneers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from workers.bridge.families.catan.pioneers.island import KINDS, Island, Strange
from workers.bridge.families.catan.pioneers.table import Table

Command = Mapping[str, Any]


def write_counts(cards: Mapping[str, int]) -> str:
    """Return cards as five numbers."""
    return " ".join(str(cards.get(kind, 0)) for kind in KINDS)


def write_order(command: Command, table: Table) -> str:
    """Return the first line that a command means; raises Strange for one that the protocol does not have."""
    writing = _ORDERS.get(command["type"])
    if writing is None:
        raise Strange(f"there is no order for {command['type']}")
    return writing(command, table)


def write_offer(command: Command) -> str:
    """Return the call for quotes of an offer: the kinds that it gives and takes."""
    give, take = ({kind: 1 for kind, number in command[name].items() if number} for name in ("give", "take"))
    return f"domestic-trade call supply {write_counts(give)} receive {write_counts(take)}"


def _road(command: Command, island: Island) -> str:
    return f"build road {island.name_edge(command['edge'])}"


def _card(card: str) -> Callable[[Command, Table], str]:
    """Return what writes the play of a card: that which was bought first is played first."""
    return lambda _, table: f"play-develop {table.cards.index(card)}"


def _trade_by_sea(command: Command, _: Table) -> str:
    ((kind, ratio),) = [(kind, number) for kind, number in command["give"].items() if number]
    return f"maritime-trade {ratio} supply {kind} receive {command['take']}"


_ORDERS: Final[Mapping[str, Callable[[Command, Table], str]]] = {
    "FoundSettlement": lambda command, table: f"build settlement {table.island.name_node(command['node'])}",
    "FoundRoad": lambda command, table: _road(command, table.island),
    "BuildRoad": lambda command, table: _road(command, table.island),
    "BuildSettlement": lambda command, table: f"build settlement {table.island.name_node(command['node'])}",
    "BuildCity": lambda command, table: f"build city {table.island.name_node(command['node'])}",
    "RollDice": lambda _, __: "roll",
    "EndTurn": lambda _, __: "done",
    "BuyDevelopmentCard": lambda _, __: "buy-develop",
    "PlayKnight": _card("knight"),
    "PlayRoadBuilding": _card("road_building"),
    "PlayMonopoly": _card("monopoly"),
    "PlayYearOfPlenty": _card("year_of_plenty"),
    "MaritimeTrade": _trade_by_sea,
    "Discard": lambda command, _: f"discard {write_counts(command['cards'])}",
    "MoveRobber": lambda command, table: f"move-robber {table.island.name_tile(command['tile'])}",
}
