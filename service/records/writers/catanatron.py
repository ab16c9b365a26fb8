"""Writes positions and games as the JSON of Catanatron 3.2 (its `GameEncoder`)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from service.records.catanatron.board_out import RESOURCES, BoardOut
from service.records.exports import Leaving
from service.records.foreign import Lost, Part

CARDS: Final = {
    "knight": "KNIGHT",
    "year_of_plenty": "YEAR_OF_PLENTY",
    "monopoly": "MONOPOLY",
    "road_building": "ROAD_BUILDING",
    "victory_point": "VICTORY_POINT",
}
COLORS: Final = ("RED", "BLUE", "ORANGE", "WHITE")
PROMPTS: Final = {
    "found_settlement": "BUILD_INITIAL_SETTLEMENT",
    "found_road": "BUILD_INITIAL_ROAD",
    "discard": "DISCARD",
    "move_robber": "MOVE_ROBBER",
    **dict.fromkeys(("roll", "trade", "build", "trade_build", "road_building"), "PLAY_TURN"),
}
SINGLE: Final = {
    "SettlementFounded": ("BUILD_SETTLEMENT", "node"),
    "SettlementBuilt": ("BUILD_SETTLEMENT", "node"),
    "CityBuilt": ("BUILD_CITY", "node"),
    "RoadFounded": ("BUILD_ROAD", "edge"),
    "RoadBuilt": ("BUILD_ROAD", "edge"),
    "DiceRolled": ("ROLL", "dice"),
    "DiscardMade": ("DISCARD", "cards"),
    "DevelopmentCardBought": ("BUY_DEVELOPMENT_CARD", "card"),
    "KnightPlayed": ("PLAY_KNIGHT_CARD", None),
    "RoadBuildingPlayed": ("PLAY_ROAD_BUILDING", None),
    "YearOfPlentyPlayed": ("PLAY_YEAR_OF_PLENTY", "cards"),
    "MonopolyPlayed": ("PLAY_MONOPOLY", "resource"),
}
"""The events that are one action each, with the member that says what of."""
ACTIONS: Final = {
    **dict.fromkeys(("FoundSettlement", "BuildSettlement"), ("BUILD_SETTLEMENT", "node")),
    **dict.fromkeys(("FoundRoad", "BuildRoad"), ("BUILD_ROAD", "edge")),
    "BuildCity": ("BUILD_CITY", "node"),
    "RollDice": ("ROLL", None),
    "EndTurn": ("END_TURN", None),
    "BuyDevelopmentCard": ("BUY_DEVELOPMENT_CARD", None),
    "PlayKnight": ("PLAY_KNIGHT_CARD", None),
    "PlayRoadBuilding": ("PLAY_ROAD_BUILDING", None),
    "PlayYearOfPlenty": ("PLAY_YEAR_OF_PLENTY", "cards"),
    "PlayMonopoly": ("PLAY_MONOPOLY", "resource"),
    "MaritimeTrade": ("MARITIME_TRADE", "give"),
    "MoveRobber": ("MOVE_ROBBER", "tile"),
    "Discard": ("DISCARD", None),
}
"""The commands that are one action each, with the member that says what of; `Steal` is a part of `MOVE_ROBBER`."""
MOST_CARDS: Final = 95
MOST_PAID: Final = 4
"""The most cards that the bank takes for one."""


def write(leaving: Leaving) -> tuple[dict[str, Any], list[Lost]]:
    """Return the file and what it lacks; raises Problem (422) for what it cannot hold."""
    return _Writing(leaving).written()


def write_choices(leaving: Leaving, seat: int, choices: Sequence[Sequence[Mapping[str, Any]]]) -> list[Any]:
    """Return what a seat can do as playable actions; each choice is one command, or the robber's move and a `Steal`."""
    writing = _Writing(leaving)
    return [writing.choice(seat, choice) for choice in choices]


class _Writing:
    """Holds what is needed to write one file."""

    def __init__(self, leaving: Leaving) -> None:
        self.leaving, self.state = leaving, leaving.state
        self.seats = len(self.state["seats"])
        wanted = [seat["color"].upper() for seat in self.state["seats"]]
        self.colors = wanted if {*wanted} <= {*COLORS} else list(COLORS[: self.seats])
        self.board = BoardOut(leaving, self.colors)
        self.lost: list[Lost] = [Lost("position", "people"), Lost("position", "playable")]

    def written(self) -> tuple[dict[str, Any], list[Lost]]:
        """Return the file and what it lacks."""
        agenda = self.state["agenda"]
        board = self.board.members()
        self.lost += self.board.lost
        actions = self._actions()
        if not actions and self.state["turn"]:
            self.lost.append(Lost("position", "course"))
        top = agenda[-1] if agenda else None
        if top is not None and top["frame"] not in PROMPTS:
            raise self.leaving.fault("state.agenda", "export.frame", frame=top["frame"])
        acting = top["seats"][0] if top else self.state["active"]
        document = {
            **board,
            "actions": actions,
            "player_state": self._players(),
            "colors": self.colors,
            "bot_colors": [],
            "is_initial_build_phase": self.state["turn"] == 0,
            "robber_coordinate": self.board.tile(self.state["robber"]),
            "current_color": self.colors[acting],
            "current_prompt": PROMPTS[top["frame"]] if top else "PLAY_TURN",
            "current_playable_actions": [],
            "longest_roads_by_player": {
                color: seat["route_length"] for color, seat in zip(self.colors, self.state["seats"], strict=True)
            },
            "winning_color": None if agenda else self.colors[self.state["active"]],
        }
        return document, self.lost

    # the seats

    def _players(self) -> dict[str, Any]:
        """Return what the seats have; cards other than knights that lie open are shown at no seat."""
        found: dict[str, Any] = {}
        played = {name: count for name, count in self.state["played_cards"].items() if name != "knight" and count}
        owners = self._owners()
        for number, seat in enumerate(self.state["seats"]):
            is_active = number == self.state["active"]
            top = self.state["agenda"][0]["frame"] if self.state["agenda"] else ""
            awards = self.state["longest_road"] == number, self.state["largest_army"] == number
            hidden = seat["development_cards"]["victory_point"]
            points = len(seat["settlements"]) + 2 * len(seat["cities"]) + 2 * sum(awards)
            told: dict[str, Any] = {
                "VICTORY_POINTS": points,
                "ROADS_AVAILABLE": seat["supply"]["roads"],
                "SETTLEMENTS_AVAILABLE": seat["supply"]["settlements"],
                "CITIES_AVAILABLE": seat["supply"]["cities"],
                "HAS_ROAD": awards[0],
                "HAS_ARMY": awards[1],
                "HAS_ROLLED": is_active and top != "roll",
                "HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN": is_active and self.state["card_played"],
                "ACTUAL_VICTORY_POINTS": points + hidden,
                "LONGEST_ROAD_LENGTH": seat["route_length"],
            }
            told |= {f"{theirs}_IN_HAND": seat["resources"][ours] for ours, theirs in RESOURCES.items()}
            for ours, theirs in CARDS.items():
                told[f"{theirs}_IN_HAND"] = seat["development_cards"][ours]
                own = owners.get((number, ours), 0)
                told[f"PLAYED_{theirs}"] = seat["knights"] if ours == "knight" else own
            found |= {f"P{number}_{name}": value for name, value in told.items()}
        if sum(played.values()) != sum(owners.values()):
            self.lost.append(Lost("position.state.played_cards", "played"))
        return found

    def _owners(self) -> dict[tuple[int, str], int]:
        """Count the cards other than knights that each seat has played, as far as the events say so."""
        names = {
            "RoadBuildingPlayed": "road_building",
            "YearOfPlentyPlayed": "year_of_plenty",
            "MonopolyPlayed": "monopoly",
        }
        found: dict[tuple[int, str], int] = {}
        for event in self.leaving.events:
            name = names.get(event.at("type").text())
            if name is not None:
                key = event.at("seat").number(0, self.seats - 1), name
                found[key] = found.get(key, 0) + 1
        return found

    # the game

    def _actions(self) -> list[Any]:
        """Return the events as actions; what has no action is lost."""
        found: list[list[Any]] = []
        lost: dict[str, str] = {}
        for event in self.leaving.events:
            kind = event.at("type").text()
            if kind in SINGLE:
                found.append(self._action(event, *SINGLE[kind]))
            elif kind == "RobberMoved":
                tile = self.board.tile(event.at("tile").number(0, len(self.board.places) - 1))
                found.append([self._color(event.at("seat")), "MOVE_ROBBER", [tile, None, None]])
            elif kind == "CardStolen" and found:
                is_seen = event.has("resource") and event.at("resource").value is not None
                if not is_seen:
                    self._note_unseen(event)
                stolen = event.at("resource").word(RESOURCES) if is_seen else None
                found[-1][2][1:] = [self._color(event.at("victim")), stolen]
            elif kind == "MaritimeTradeMade":
                found.append(self._trade(event))
            elif kind == "TurnStarted" and event.at("turn").number(0, 2**31) > 1:
                before = (event.at("seat").number(0, self.seats - 1) - 1) % self.seats
                found.append([self.colors[before], "END_TURN", None])
            elif kind in ("TradeMade", "HeadMoved", "StealDeclined", "NothingStolen"):
                lost.setdefault(kind, event.place)
        self.lost += [Lost(place, "event", {"event": kind}) for kind, place in lost.items()]
        return found

    def choice(self, seat: int, commands: Sequence[Mapping[str, Any]]) -> list[Any]:
        """Return the action that commands of a seat are."""
        command, *more = commands
        kind, member = ACTIONS[command["type"]]
        color, value = self.colors[seat], command[member] if member else None
        if member == "node":
            value = self.board.node(command["node"])
        elif member == "edge":
            value = self.board.edge(command["edge"])
        elif member == "resource":
            value = RESOURCES[command["resource"]]
        elif member == "tile":
            robbed = [one["victim"] for one in more if self.state["seats"][one["victim"]]["resource_count"]]
            victim = self.colors[robbed[0]] if robbed else None
            value = [self.board.tile(command["tile"]), victim, None]
        elif member == "cards":
            value = _listed(Part(value, "cards"))
        elif member == "give":
            given = _listed(Part(value, "give"))
            value = [*given, *[None] * (MOST_PAID - len(given)), RESOURCES[command["take"]]]
        return [color, kind, value]

    def _note_unseen(self, event: Part) -> None:
        """List the first event whose cards are hidden."""
        if not any(one.key == "unseen" for one in self.lost):
            self.lost.append(Lost(event.place, "unseen"))

    def _color(self, part: Part) -> str:
        return self.colors[part.number(0, self.seats - 1)]

    def _action(self, event: Part, kind: str, member: str | None) -> list[Any]:
        color = self._color(event.at("seat"))
        if member is None:
            return [color, kind, None]
        if not event.has(member) or event.at(member).value is None:
            self._note_unseen(event)
            return [color, kind, None]
        part = event.at(member)
        if member == "node":
            return [color, kind, self.board.node(part.number(0, self.board.graph.nodes - 1))]
        if member == "edge":
            return [color, kind, self.board.edge(part.number(0, self.board.graph.edges - 1))]
        if member == "dice":
            return [color, kind, [die.number(1, 6) for die in part.exactly(2)]]
        if member == "cards":
            return [color, kind, _listed(part)]
        return [color, kind, part.word(CARDS if member == "card" else RESOURCES)]

    def _trade(self, event: Part) -> list[Any]:
        given, taken = _listed(event.at("give")), _listed(event.at("take"))
        if len(given) > MOST_PAID or len(taken) != 1:
            raise event.fault("export.trade")
        return [
            self._color(event.at("seat")),
            "MARITIME_TRADE",
            [*given, *[None] * (MOST_PAID - len(given)), *taken],
        ]


def _listed(part: Part) -> list[str]:
    """Return counted cards one by one."""
    counted = [(name, count.number(0, MOST_CARDS)) for name, count in part.members() if name in RESOURCES]
    return [RESOURCES[name] for name, count in counted for _ in range(count)]
