"""Lets Catanatron's engine host games of Catan in which a server of ours advises every seat.

The engine keeps the board, the cards, the dice and the rules. Each seat sends what it knows itself: its own cards, and
how many the others have. The packages of `requirements-peer.lock` must be importable.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from service.records.foreign import Part
from service.records.readers import catanatron as reader
from tests.positions.elsewhere.asking import Refused, Server

AGENT: Final = {"agent": "planner"}
WITHOUT_OFFERS: Final = {"agent": "graded", "level": 4}
"""Is asked where the first wants to trade with players, for which the engine has no action."""
MOST_TICKS: Final = 5_000
OWN: Final = ("resources", "development_cards", "bought_this_turn", "discarding", "own_points")
THEIRS: Final = {ours: theirs for theirs, ours in reader.RESOURCES.items()}
BARE: Final = {
    "RollDice": "ROLL",
    "EndTurn": "END_TURN",
    "BuyDevelopmentCard": "BUY_DEVELOPMENT_CARD",
    "PlayKnight": "PLAY_KNIGHT_CARD",
    "PlayRoadBuilding": "PLAY_ROAD_BUILDING",
}
PLACED: Final = {
    "FoundSettlement": "BUILD_SETTLEMENT",
    "BuildSettlement": "BUILD_SETTLEMENT",
    "BuildCity": "BUILD_CITY",
    "FoundRoad": "BUILD_ROAD",
    "BuildRoad": "BUILD_ROAD",
}


@dataclass
class Played:
    """Holds how a game went; `unlike` counts what the engine's rules do not allow, `refused` what ours do not."""

    seed: int
    seats: int
    actions: int = 0
    turns: int = 0
    winner: int | None = None
    points: list[int] = field(default_factory=list)
    unlike: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)


class Host:
    """Represents a game that the engine hosts."""

    def __init__(self, server: Server, seed: int) -> None:
        from catanatron import Color, Game, Player

        seats = 3 + seed % 2
        colors = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)[:seats]
        self.game = Game([Player(color) for color in colors], seed=seed)
        self.server, self.played = server, Played(seed, seats)
        file = self._file()
        self.reading = reader._Reading(Part(file, "document"))
        self.nodes = {node: number for number, point in self.reading.points.items() for node in self._node(point)}

    def _node(self, point: Any) -> list[int]:
        found = self.reading.graph.node_at.get(point)
        return [] if found is None else [found]

    def play(self) -> Played:
        """Play to the end."""
        played, game = self.played, self.game
        while game.winning_color() is None and played.actions < MOST_TICKS:
            action = self._action()
            game.execute(action, validate_action=action.action_type.value != "DISCARD")
            played.actions += 1
        played.turns = game.state.num_turns
        file = self._file()
        if game.winning_color() is not None:
            played.winner = file["colors"].index(file["winning_color"])
        played.points = [file["player_state"][f"P{seat}_ACTUAL_VICTORY_POINTS"] for seat in range(played.seats)]
        return played

    def _file(self) -> dict[str, Any]:
        from catanatron.json import GameEncoder

        told: dict[str, Any] = json.loads(json.dumps(self.game, cls=GameEncoder))
        return told

    def _action(self) -> Any:
        """Return the action that the seat to act is advised."""
        file, playable = self._file(), self.game.state.playable_actions
        seat = file["colors"].index(file["current_color"])
        document = known(reader.read(Part(file, "document")).document, seat)
        try:
            command = self._ask(document, seat)
            kind, value = self._translate(command, document, seat)
        except Refused as refused:
            places = [error["pointer"] for error in refused.problem.get("errors", ())]
            self.played.refused[" ".join(places) or str(refused)] += 1
            return playable[0]
        if kind == "DISCARD":
            from catanatron.models.enums import Action

            return Action(playable[0].color, playable[0].action_type, value)
        for action in playable:
            if action.action_type.value == kind and usual(kind, action.value) == usual(kind, value):
                return action
        self.played.unlike[kind if value is None else f"{kind} {value}"] += 1
        rolls = [action for action in playable if action.action_type.value == "ROLL"]
        return (rolls or playable)[0]  # before the roll the engine lets only knights be played

    def _ask(self, document: dict[str, Any], seat: int) -> dict[str, Any]:
        command = self.server.advise(document, seat, **AGENT)
        return self.server.advise(document, seat, **WITHOUT_OFFERS) if "Offer" in command["type"] else command

    def _translate(self, command: dict[str, Any], document: dict[str, Any], seat: int) -> tuple[str, Any]:
        """Return a command as the kind and the value of an action."""
        kind = command["type"]
        if kind in BARE:
            return BARE[kind], None
        if kind in PLACED:
            place = [command["node"]] if "node" in command else self.reading.graph.edge_nodes[command["edge"]]
            found = [self.nodes[node] for node in place]
            return PLACED[kind], found[0] if len(found) == 1 else found
        if kind == "MoveRobber":
            return "MOVE_ROBBER", self._robbery(command["tile"], document, seat)
        if kind == "MaritimeTrade":
            given = cards(command["give"])
            return "MARITIME_TRADE", [*given, *[None] * (4 - len(given)), THEIRS[command["take"]]]
        if kind == "PlayMonopoly":
            return "PLAY_MONOPOLY", THEIRS[command["resource"]]
        if kind in ("Discard", "PlayYearOfPlenty"):
            return "DISCARD" if kind == "Discard" else "PLAY_YEAR_OF_PLENTY", cards(command["cards"])
        raise AssertionError(f"nothing like {command} in Catanatron")

    def _robbery(self, tile: int, document: dict[str, Any], seat: int) -> list[Any]:
        """Return where the robber goes and whom it robs, for which the seat asks again if there is a choice."""
        q, r = self.reading.places[tile]
        near = {*self.reading.graph.tile_nodes[tile]}
        victims = [
            other["seat"]
            for other in document["state"]["seats"]
            if other["seat"] != seat and other["resource_count"] and near & {*other["settlements"], *other["cities"]}
        ]
        if len(victims) > 1:
            frames = [*document["state"]["agenda"][:-1], {"frame": "steal", "seats": [seat]}]
            moved = document | {"state": document["state"] | {"robber": tile, "agenda": frames}}
            victims = [self.server.advise(moved, seat, **AGENT)["victim"]]
        colors = [color.value for color in self.game.state.colors]
        return [[q, -q - r, r], colors[victims[0]] if victims else None, None]


def known(document: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return what a seat knows of a whole position."""
    seats = []
    for other in document["state"]["seats"]:
        hidden = {name: value for name, value in other.items() if name not in OWN}
        nothing = dict.fromkeys(other["at_least"], 0)
        seats.append(other if other["seat"] == seat else hidden | {"at_least": nothing})
    return document | {"seat": seat, "state": document["state"] | {"seats": seats}}


def cards(counted: dict[str, int]) -> list[str]:
    """Return counted cards one by one, by the engine's names."""
    return [THEIRS[name] for name, count in counted.items() for _ in range(count)]


def usual(kind: str, value: Any) -> Any:
    """Return the value of an action in one form: what has no order in order."""
    if kind in ("BUILD_ROAD", "PLAY_YEAR_OF_PLENTY"):
        return sorted(value)
    if kind == "MARITIME_TRADE":
        return sorted([card for card in value[:4] if card]), value[4]
    if kind == "MOVE_ROBBER":
        place, color, _ = value
        return tuple(place), getattr(color, "value", color)
    return None if kind == "ROLL" else value
