"""Joins Catanatron 3.2.1 to the bridge; run it with the packages of requirements-peer.lock, it needs nothing else.

    catanatron_side.py host --games 100 --seed 1 --enemy PLAYER -- COMMAND...   # a bot of the bridge plays there
    catanatron_side.py bot --player PLAYER                                      # a player of Catanatron plays here

A PLAYER is a class of Catanatron, such as `catanatron.players.search:VictoryPointPlayer`. docs/bridge.md describes the
lines. The engine's order of actions depends on hashes: games repeat with PYTHONHASHSEED=0 under `setarch -R`.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from importlib import import_module
from typing import Any

SEATS = 4
MOST_ANSWER = 2**16
GREETING_S = 30.0
LEFT_OUT = ("adjacent_tiles", "bot_colors", "longest_roads_by_player")


def engine(module: str, name: str) -> Any:
    """Return something of Catanatron."""
    return getattr(import_module(f"catanatron.{module}"), name)


def player_class(place: str) -> Any:
    """Return the class of a player."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def say(message: Any) -> None:
    """Write a line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


class Fault(Exception):
    """Says why a bot forfeits its game."""


class Bot:
    """Runs a bot in its own process and asks it for actions; a bot that takes more than `seconds` is ended."""

    def __init__(self, command: list[str], seconds: float) -> None:
        self.command, self.seconds = command, seconds
        self.process: Any = None
        self.hello: Any = None
        self.asked = 0

    def greet(self) -> None:
        """Start the program if it does not run, and let it say who it is; raises Fault."""
        self.asked = 0
        if self.process is not None:
            return
        try:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
            )
        except OSError as error:
            raise Fault("gone") from error
        hello = {"do": "hello", "bridge": 1, "ruleset": "catan", "seats": SEATS}
        self.hello = self.exchange(hello, max(self.seconds, GREETING_S))
        if self.hello.get("bridge") != 1:
            raise Fault("no_answer")

    def exchange(self, message: Any, seconds: float) -> Any:
        """Write a line and return the line that answers it; raises Fault. A bot that is late is ended."""
        late = threading.Event()

        def end() -> None:
            late.set()
            self.kill()

        timer = threading.Timer(seconds, end)
        timer.start()
        try:
            self.write(message)
            line = self.process.stdout.readline(MOST_ANSWER + 1)
            if len(line) > MOST_ANSWER:
                raise Fault("too_long")
            if not line:
                raise Fault("silent" if late.is_set() else "gone")
            found = json.loads(line)
        except OSError as error:
            raise Fault("silent" if late.is_set() else "gone") from error
        except (ValueError, RecursionError) as error:
            raise Fault("no_json") from error
        finally:
            timer.cancel()
        if not isinstance(found, dict):
            raise Fault("no_json")
        return found

    def write(self, message: Any) -> None:
        """Write a line; raises OSError."""
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def choose(self, game: Any, seat: int, number: int, count: int) -> int:
        """Return the place of the bot's action among so many; raises Fault."""
        told = json.loads(json.dumps(game, cls=engine("json", "GameEncoder")))
        file = {name: value for name, value in told.items() if name not in LEFT_OUT}
        self.asked += 1
        question = {"do": "choose", "id": self.asked, "game": str(number), "seat": seat, "file": file}
        found = self.exchange(question, self.seconds)
        if found.get("id") != self.asked or "error" in found:
            sys.stderr.write(f"{found.get('error', 'another id')}\n")
            raise Fault("no_answer")
        action = found.get("action")
        if not isinstance(action, int) or isinstance(action, bool) or not 0 <= action < count:
            raise Fault("illegal")
        return action

    def kill(self) -> None:
        """End the program, and all that it has started."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def stop(self) -> None:
        """End the program for good; the next game starts it again."""
        if self.process is not None:
            self.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()
            self.process = None


def host(wish: argparse.Namespace) -> None:
    """Play games in which a bot has each seat in turn, and write a line for each, and one for all."""
    enemy: Any = player_class(wish.enemy)
    bot = Bot(wish.bot, wish.seconds)
    counts: Counter[str] = Counter()
    for number in range(wish.first, wish.games):
        found = play(bot, enemy, wish.seed + number // SEATS, number)
        counts["games"] += 1
        counts["wins"] += found["winner"] == found["seat"] and found["forfeit"] is None
        counts["forfeits"] += found["forfeit"] is not None
        say(found)
    bot.stop()
    won, played = counts["wins"], counts["games"]
    name = " ".join(str((bot.hello or {}).get(member, "")) for member in ("name", "version"))
    say({"name": name, "enemy": wish.enemy, **counts, "interval": [round(one, 4) for one in wilson(won, played)]})


def play(bot: Bot, enemy: Any, seed: int, number: int) -> Any:
    """Return how a game went; a bot that forfeits takes no part in the rest of it, which drawn actions play."""
    player: Any = engine("models.player", "Player")
    color, game_class = engine("models.player", "Color"), engine("game", "Game")
    colors = (color.RED, color.BLUE, color.ORANGE, color.WHITE)
    waits: list[float] = []
    forfeits: list[str] = []

    def forfeit(fault: Fault) -> None:
        forfeits.append(str(fault))
        bot.stop()

    def decide(self: Any, game: Any, actions: Any) -> Any:
        if len(actions) == 1:
            return actions[0]
        if not forfeits:
            begun = time.perf_counter()
            try:
                return actions[bot.choose(game, game.state.color_to_index[self.color], number, len(actions))]
            except Fault as fault:
                forfeit(fault)
            finally:
                waits.append(time.perf_counter() - begun)
        return random.choice(actions)

    try:
        bot.greet()
    except Fault as fault:
        forfeit(fault)
    seat = number % SEATS
    game = game_class([enemy(one) for one in colors], seed=seed)
    game.state.players[seat] = type("Bridged", (player,), {"decide": decide})(game.state.colors[seat])
    game.play()
    winner = game.winning_color()
    place = None if winner is None else game.state.color_to_index[winner]
    if not forfeits:
        with contextlib.suppress(OSError):
            bot.write({"do": "over", "game": str(number), "winners": None if place is None else [place]})
    return {
        "game": number,
        "seat": seat,
        "winner": place,
        "points": [game.state.player_state[f"P{index}_ACTUAL_VICTORY_POINTS"] for index in range(SEATS)],
        "turns": game.state.num_turns,
        "decisions": len(waits),
        "ms": round(1000 * sum(waits) / max(1, len(waits)), 2),
        "forfeit": forfeits[0] if forfeits else None,
    }


def wilson(won: float, played: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate."""
    if not played:
        return 0.0, 1.0
    rate, square = won / played, 1.96**2
    middle, width = rate + square / (2 * played), (rate * (1 - rate) / played + square / (4 * played**2)) ** 0.5
    return (middle - 1.96 * width) / (1 + square / played), (middle + 1.96 * width) / (1 + square / played)


def serve(wish: argparse.Namespace) -> None:
    """Answer for a player of Catanatron."""
    for line in sys.stdin:
        question = json.loads(line)
        if question["do"] == "hello":
            say({"bridge": 1, "name": wish.player, "version": "3.2.1", "format": "catanatron"})
        elif question["do"] == "choose":
            say({"id": question["id"], "action": decide(question["file"], player_class(wish.player))})


def decide(file: Any, player: Any) -> int:
    """Return the place of the action that a player chooses at the position of a file."""
    listed = [read_action(one) for one in file["current_playable_actions"]]
    if len(listed) == 1:
        return 0
    game = rebuild(file)
    seat = game.state.current_player_index
    game.state.playable_actions = listed
    action = player(game.state.colors[seat]).decide(game, listed)
    return listed.index(action)


def read_action(told: Any) -> Any:
    """Return an action from JSON."""
    color, kinds = engine("models.player", "Color"), engine("models.enums", "ActionType")
    name, kind, value = told
    if kind == "MOVE_ROBBER":
        place, victim, card = value
        value = (tuple(place), color[victim] if victim else None, card)
    elif isinstance(value, list):
        value = tuple(value)
    return engine("models.enums", "Action")(color[name], kinds[kind], value)


def rebuild(file: Any) -> Any:
    """Return a game that stands where a file does; the order of its deck is drawn."""
    colors = [engine("models.player", "Color")[name] for name in file["colors"]]
    simple = engine("models.player", "SimplePlayer")
    game = engine("game", "Game")([simple(one) for one in colors], catan_map=island(file))
    state, prompts = game.state, engine("models.enums", "ActionPrompt")
    state.players = [simple(one) for one in colors]
    state.colors, state.color_to_index = tuple(colors), {one: at for at, one in enumerate(colors)}
    state.player_state = dict(file["player_state"])
    lay_pieces(state, file)
    state.resource_freqdeck = [
        19 - sum(file["player_state"][f"P{at}_{kind}_IN_HAND"] for at in range(len(colors)))
        for kind in engine("models.enums", "RESOURCES")
    ]
    state.development_listdeck = [card for card, count in file["deck"].items() for _ in range(count)]
    random.shuffle(state.development_listdeck)
    state.board.robber_coordinate = tuple(file["robber_coordinate"])
    state.current_player_index = file["colors"].index(file["current_color"])
    state.current_prompt = prompts[file["current_prompt"]]
    rolling = [at for at in range(len(colors)) if file["player_state"][f"P{at}_HAS_ROLLED"]]
    state.current_turn_index = rolling[0] if rolling else state.current_player_index
    state.is_initial_build_phase = file["is_initial_build_phase"]
    state.is_discarding = file["current_prompt"] == "DISCARD"
    state.is_moving_knight = file["current_prompt"] == "MOVE_ROBBER"
    state.free_roads_available = file["free_roads_available"]
    state.is_road_building = file["free_roads_available"] > 0
    return game


def island(file: Any) -> Any:
    """Return the map of a file: its terrain, numbers and harbors on Catanatron's own island, sides included."""
    maps = import_module("catanatron.models.map")
    tiles = {tuple(one["coordinate"]): one["tile"] for one in file["tiles"]}
    sides = maps.Direction
    topology = {}
    for place in maps.BASE_MAP_TEMPLATE.topology:
        kind = tiles[place]["type"]
        port = (maps.Port, sides[tiles[place]["direction"]]) if kind == "PORT" else None
        topology[place] = port or (maps.Water if kind == "WATER" else maps.LandTile)
    land = [tiles[place] for place, kind in topology.items() if kind is maps.LandTile]
    ports = [tiles[place]["resource"] for place, kind in topology.items() if isinstance(kind, tuple)]
    template = maps.MapTemplate([], [], [], topology)
    resources = [tile.get("resource") for tile in land]
    numbers = [tile["number"] for tile in land if tile.get("resource")]
    laid = maps.initialize_tiles(template, numbers[::-1], ports[::-1], resources[::-1])
    return maps.CatanMap.from_tiles(laid)


def lay_pieces(state: Any, file: Any) -> None:
    """Set the pieces, and what the board keeps of them: connected roads, their lengths, and where one can build."""
    board, graph = state.board, engine("models.board", "STATIC_GRAPH")
    color = engine("models.player", "Color")
    by_color: dict[Any, dict[str, list[int]]] = {one: {"SETTLEMENT": [], "CITY": []} for one in state.colors}
    for node in file["nodes"].values():
        if node["building"]:
            owner = color[node["color"]]
            board.buildings[node["id"]] = owner, node["building"]
            by_color[owner][node["building"]].append(node["id"])
            board.board_buildable_ids -= {node["id"], *graph.neighbors(node["id"])}
    if file["current_prompt"] == "BUILD_INITIAL_ROAD":  # Catanatron goes on from the last of them
        mine = by_color[color[file["current_color"]]]["SETTLEMENT"]
        ends = {node for edge in file["edges"] if edge["color"] for node in edge["id"]}
        mine.sort(key=lambda node: node not in ends)
    for edge in file["edges"]:
        if edge["color"]:
            one, other = edge["id"]
            board.roads[one, other] = board.roads[other, one] = color[edge["color"]]
    for owner in state.colors:
        join_roads(board, owner, [node for listed in by_color[owner].values() for node in listed])
        if file["player_state"][f"P{state.color_to_index[owner]}_HAS_ROAD"]:
            board.road_color, board.road_length = owner, board.road_lengths[owner]
    for owner, built in by_color.items():
        for kind, nodes in built.items():
            state.buildings_by_color[owner][kind] = nodes


def join_roads(board: Any, owner: Any, built: list[int]) -> None:
    """Set the connected parts of a color's roads, and the length of its longest."""
    longest = engine("models.board", "longest_acyclic_path")
    components = board.connected_components[owner]
    laid = [node for edge, has in board.roads.items() if has == owner for node in edge]
    for start in (*built, *laid):
        if not board.is_enemy_node(start, owner) and not any(start in one for one in components):
            components.append({node for node in board.bfs_walk(start, owner) if not board.is_enemy_node(node, owner)})
    board.road_lengths[owner] = max([len(longest(board, one, owner)) for one in components], default=0)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser()
    doing = parser.add_subparsers(dest="do", required=True)
    hosting = doing.add_parser("host")
    hosting.add_argument("--games", type=int, default=4)
    hosting.add_argument("--first", type=int, default=0)
    hosting.add_argument("--seed", type=int, default=1)
    hosting.add_argument("--enemy", default="catanatron.players.search:VictoryPointPlayer")
    hosting.add_argument("--seconds", type=float, default=5.0, help="the most that an answer may take")
    hosting.add_argument("bot", nargs="+")
    serving = doing.add_parser("bot")
    serving.add_argument("--player", default="catanatron.players.search:VictoryPointPlayer")
    wish = parser.parse_args()
    random.seed(0)
    {"host": host, "bot": serve}[wish.do](wish)


if __name__ == "__main__":
    main()
