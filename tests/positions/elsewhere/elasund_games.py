"""Plays Elasund without a hosted game: advice says what to do, and `apply` what the position is after it.

There is no engine of Elasund beside ours, so the server is the rulebook, too. The first position is put together from
what each seat of a new game knows.
"""

from typing import Any, Final

from tests.positions.elsewhere.asking import Server

MOST_COMMANDS: Final = 3_000


def opening(server: Server, seats: int, seed: int) -> dict[str, Any]:
    """Return the whole position at which a game begins."""
    wish = {
        "ruleset": "elasund",
        "seats": [{"kind": "human"}] * seats,
        "options": {},
        "analyses": "all",
        "seed": f"elsewhere {seed}",
    }
    made = server.post("/v1/games", wish)
    path = f"/v1/games/{made['id']}/position"
    seen = [server.get(path, seat["token"]) for seat in made["seats"]]
    state = seen[0]["state"] | {"seats": [one["state"]["seats"][seat] for seat, one in enumerate(seen)]}
    whole = {name: value for name, value in seen[0].items() if name not in ("game", "seat")}
    return whole | {"state": state}


def play(server: Server, seats: int, seed: int) -> tuple[list[int], int, int]:
    """Play a game; return the points of each seat, how many commands there were, and how many turns."""
    at = opening(server, seats, seed)
    for number in range(MOST_COMMANDS):
        state = at["state"]
        if not state["agenda"]:
            return [seat["points"] for seat in state["seats"]], number, state["turn"]
        seat = state["agenda"][-1]["seats"][0]
        listed = server.post("/v1/positions/legal-actions", {"position": at, "seat": seat})
        command = server.advise(at, seat)
        is_listed = any(one["command"] == command for one in listed["actions"])
        types = {one["example"]["type"] for one in listed["templates"]}
        assert is_listed or command["type"] in types, f"{command} is not listed"
        wish = {"position": at, "seat": seat, "commands": [command], "seed": f"{seed} {number}"}
        at = server.post("/v1/positions/apply", wish)["position"]
    raise AssertionError("the game does not end")
