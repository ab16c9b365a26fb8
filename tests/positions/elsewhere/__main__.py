"""`python -m tests.positions.elsewhere [GAMES]` plays games that are hosted elsewhere, against a real server.

So many games each: of Catan by Catanatron's engine, of the dice game by a scorer, of Elasund by `apply`; and over the
bridge without a server, in Catanatron's engine and here. It prints a row for each game, and ends with code 1 if one was
not played to its end. `make build/peer/stamp` fetches Catanatron.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.conftest import store_pair
from tests.positions.elsewhere import elasund_games
from tests.positions.elsewhere.asking import ADVICE, Server
from tests.positions.elsewhere.catanatron_games import Host
from tests.positions.elsewhere.dice_scorer import Scorer
from tests.service.http.live import served

ROOT: Final = Path(__file__).parents[3]
PEER: Final = ROOT / "build" / "peer"
SIDE: Final = ROOT / "workers" / "bridge" / "families" / "catan" / "peers" / "catanatron_side.py"
AS_THERE: Final = {"combined_trade_build": True, "steal_compulsory": True}
"""The options by which both programs play."""
GAMES: Final = 3


def catan(port: int, games: int) -> Iterator[bool]:
    """Play games that Catanatron's engine hosts."""
    for seed in range(games):
        server = Server(port)
        played = Host(server, seed).play()
        what = f"{played.seats} seats, {played.actions} actions, {played.turns} turns, points {played.points}"
        print(f"catan by catanatron, seed {seed}: {what}, won by seat {played.winner}; {told(server)}")
        for name, counted in (("not allowed there", played.unlike), ("refused here", played.refused)):
            for reason, number in counted.items():
                print(f"    {name}: {reason} ({number})")
        yield played.winner is not None and {*server.asked} == {ADVICE}


def dice(port: int, games: int) -> Iterator[bool]:
    """Play games that a scorer keeps the sheets of."""
    for seed in range(games):
        server = Server(port)
        scorer = Scorer(server, 2 + seed % 3, seed)
        totals = scorer.play()
        what = f"{len(totals)} seats, {scorer.commands} commands, {scorer.turn} turns, points {totals}"
        print(f"dice by a scorer, seed {seed}: {what}; {told(server)}")
        yield {*server.asked} == {ADVICE}


def elasund(port: int, games: int) -> Iterator[bool]:
    """Play games of which the server is the rulebook, too."""
    for seed in range(games):
        server = Server(port)
        points, commands, turns = elasund_games.play(server, 2 + seed % 3, seed)
        what = f"{len(points)} seats, {commands} commands, {turns} turns, points {points}"
        print(f"elasund by apply, seed {seed}: {what}; {told(server)}")
        yield True


def bridged(games: int) -> Iterator[bool]:
    """Play games over the bridge: an agent in Catanatron's engine, and a player of Catanatron here."""
    ours = [sys.executable, "-m", "workers.bridge"]
    there = [sys.executable, str(SIDE), "host", "--games", str(games), "--", *ours, "answer", "planner"]
    program = f"exec:{sys.executable} {SIDE} bot"
    here = [*ours, "play", "--games", str(games), "--options", json.dumps(AS_THERE), program, *["uniform"] * 3]
    for name, command in (("there", there), ("here", here)):
        paths = os.pathsep.join([str(PEER), str(ROOT)])
        ran = subprocess.run(
            command, cwd=ROOT, env=os.environ | {"PYTHONPATH": paths}, stdout=subprocess.PIPE, text=True, check=True
        )
        for line in ran.stdout.splitlines():
            print(f"over the bridge, {name}: {line}")
            played = json.loads(line)
            if "game" in played:
                yield not (played["forfeit"] if name == "there" else played["forfeits"])


def told(server: Server) -> str:
    """Return what was asked, in words."""
    asked = ", ".join(f"{count} {path.rpartition('/')[2]}" for path, count in sorted(server.asked.items()))
    return f"{asked}; {1000 * server.seconds / server.asked.total():.1f} ms each"


def main(arguments: Sequence[str]) -> int:
    """Play the games, and print how they went."""
    games = int(arguments[0]) if arguments else GAMES
    sys.path.append(str(PEER))
    with tempfile.TemporaryDirectory() as folder, store_pair(Path(folder)) as stores, served(stores) as server:
        whole = [done for play in (catan, dice, elasund) for done in play(server.port, games)]
    whole += bridged(games)
    print(f"{sum(whole)} of {len(whole)} games were played to their ends")
    return 0 if all(whole) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
