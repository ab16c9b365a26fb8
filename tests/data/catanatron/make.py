"""`PYTHONHASHSEED=0 python make.py FOLDER` lets Catanatron play the games that lie beside this file into a folder.

It is run with the packages of `requirements-peer.lock` (`make build/peer/stamp` fetches them) before ours. The players
choose at random; they hold a development card for the turn in which they bought it, as the rules that we play by ask.
"""

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

SEEDS = (30, 37, 115)
LEFT_OUT = ("adjacent_tiles", "current_playable_actions")  # which follow from the rest, and make up a third of a file
WEIGHTS = {"BUILD_CITY": 10_000, "BUILD_SETTLEMENT": 1_000, "BUY_DEVELOPMENT_CARD": 100}
PLAYS = {
    "PLAY_KNIGHT_CARD": "KNIGHT",
    "PLAY_MONOPOLY": "MONOPOLY",
    "PLAY_ROAD_BUILDING": "ROAD_BUILDING",
    "PLAY_YEAR_OF_PLENTY": "YEAR_OF_PLENTY",
}


def play(seed: int) -> dict[str, Any]:
    """Return what Catanatron writes of a game that it played to its end."""
    from catanatron import Color, Game, Player
    from catanatron.json import GameEncoder

    class Patient(Player):
        """Chooses at random, without the cards that were bought in this turn."""

        def decide(self, game: Any, actions: Any) -> Any:
            """Return one of the actions."""
            fresh: Counter[str] = Counter()
            for action in reversed(game.state.actions):
                if action.action_type.value == "END_TURN":
                    break
                if action.action_type.value == "BUY_DEVELOPMENT_CARD":
                    fresh[action.value] += 1
            held = game.state.player_state
            seat = game.state.color_to_index[self.color]
            allowed = [
                action
                for action in sorted(actions, key=str)
                for card in [PLAYS.get(action.action_type.value)]
                if card is None or held[f"P{seat}_{card}_IN_HAND"] > fresh[card]
            ]
            return random.choices(allowed, [WEIGHTS.get(one.action_type.value, 1) for one in allowed])[0]

    colors = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)[: 3 + seed % 2]
    game = Game([Patient(color) for color in colors], seed=seed)
    game.play()
    told: dict[str, Any] = json.loads(json.dumps(game, cls=GameEncoder))
    return {name: value for name, value in told.items() if name not in LEFT_OUT}


if __name__ == "__main__":
    for seed in SEEDS:
        target = Path(sys.argv[1]) / f"{seed}.json"
        target.write_text(json.dumps(play(seed), separators=(",", ":")) + "\n", encoding="utf-8")
