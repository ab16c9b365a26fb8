"""Plays a game of every ruleset against the server's agents, knowing no rules: `python bot.py [URL] [RULESET...]`."""

import random
import secrets
import sys

from longroad_client import Client, fairness, result_of, types

RULESETS = ("catan", "catan-dice", "elasund", "goofspiel")


def choose(legal: types.LegalActions) -> types.Command:
    """Return one of the legal commands, one that builds if there is any."""
    commands = [entry["command"] for entry in legal["actions"]] or [entry["example"] for entry in legal["templates"]]
    building = [command for command in commands if command["type"].startswith(("Build", "DiceBuild"))]
    return random.choice(building or commands)


def answer(legal: types.LegalActions) -> types.Command | None:
    """Decline an offer, so that the agent which made it need not wait; do nothing else out of turn."""
    return next((entry["command"] for entry in legal["actions"] if entry["command"]["type"] == "DeclineOffer"), None)


def play(client: Client, ruleset: str) -> str:
    """Play a game with dice of which the bot's own entropy is a part, and say how it ended."""
    made = client.create_game({"ruleset": ruleset, "seats": [{"kind": "open"}, {"kind": "ai"}, {"kind": "ai"}]})
    noted = client.get_fairness(made["id"])["commitment"]
    seat = client.sit_down(made["id"], name="bot.py", entropy=secrets.token_hex(16))
    result = result_of(seat.play_game(choose, answer))
    draws = fairness.check(client.record(made["id"]), noted)
    return f"{ruleset}: won by {result['winners']} with {result['points']}; {draws} draws hold"


if __name__ == "__main__":
    url, *wanted = sys.argv[1:] or ["http://127.0.0.1:8000"]
    with Client(url) as client:
        for ruleset in wanted or RULESETS:
            print(play(client, ruleset), flush=True)
