"""Kills the parts of the hosts of docs/three-hosts.md one after the other, and says how long games stood still."""

import json
import re
import time
import urllib.request
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.deploy.machines import Machine, Machines
from tests.deploy.play import PORT, Players
from tests.service.processes import wait_for

NODE: Final = "sh node.sh {}"
START: Final = "sh -e start.sh"
DEAD_S: Final = 12.0
"""So long a part stays dead without which some games wait: longer than all others need to notice."""
CALM_S: Final = 5.0


class Death(NamedTuple):
    """Describes which processes of which host die, and the commands that start them again.

    Without a part that is `missed` some games wait until it is back.
    """

    part: str
    host: str
    processes: str
    again: str
    missed: bool = False


DEATHS: Final = (
    Death("an API host", "host-1", r"longroad|python", START),
    Death("a worker host", "host-3", r"longroad|python", START),
    Death("a Sentinel", "host-3", r"sentinel", "valkey-server sentinel/sentinel.conf --sentinel"),
    Death("RQ's primary", "host-2", r":6379", ". ./hosts.env; sh queues.sh $ONE"),
    Death("a replica of the log", "host-2", r":7002", NODE.format(7002), missed=True),
    Death("a primary of the log", "host-3", r":7001", f"{NODE.format(7001)}; sh home.sh 7001", missed=True),
)


def provoke(hosts: Machines, players: Players, wrong: list[str]) -> None:
    """Let each part die while games are played, and say how long they stood still; all go on when it is back."""
    for death in DEATHS:
        wait_for(lambda: not players.silent(time.monotonic() - CALM_S, CALM_S))
        began = time.monotonic()
        _die(death, hosts[death.host])
        if death.missed:
            time.sleep(DEAD_S)
        elif not players.all_go_on():
            wrong.append(f"{death.part} is dead: not every game goes on")
        _say(death.part, "is dead", players, began)
        _come_back(death, hosts, players, wrong)
    _sweeps(hosts, wrong)


def _die(death: Death, machine: Machine) -> None:
    machine.kill([pid for pid in machine.pids() if re.search(death.processes, said_of(pid))])


def _come_back(death: Death, hosts: Machines, players: Players, wrong: list[str]) -> None:
    began = time.monotonic()
    hosts[death.host].run(death.again)
    if not players.all_go_on():
        wrong.append(f"{death.part} is back: not every game goes on")
    _say(death.part, "is back", players, began)


def tell(**line: Any) -> None:
    """Print a line about a step."""
    print(json.dumps(line), flush=True)


def said_of(pid: int) -> str:
    """Return the command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def _say(part: str, what: str, players: Players, began: float) -> None:
    tell(
        death=part,
        what=what,
        seconds=round(time.monotonic() - began, 1),
        longest_silence_s=round(players.silence(began), 1),
        games_that_waited=players.silent(began, CALM_S),
        open_games=len(players.open),
    )


def _sweeps(hosts: Machines, wrong: list[str]) -> None:
    """Kill the host whose sweep leads, and wait for the other one to lead."""
    both = [hosts["host-1"], hosts["host-2"]]
    if not wait_for(lambda: sum(map(leads, both)) == 1, 60):
        said = "\n".join((one.home / "var/log/sweep.log").read_text()[-1000:] for one in both)
        wrong.append(f"not one sweep leads: {list(map(leads, both))}\n{said}")
        return
    leader = next(one for one in both if leads(one))
    other = next(one for one in both if one is not leader)
    began = time.monotonic()
    leader.kill([pid for pid in leader.pids() if re.search("longroad|python", said_of(pid))])
    if not wait_for(lambda: leads(other), 60):
        wrong.append("no other sweep takes over")
    tell(death="the leading sweep", another_leads_after_s=round(time.monotonic() - began, 1))
    leader.run(START)


def leads(machine: Machine) -> bool:
    """Return whether the sweep of a host says that it leads."""
    try:
        with urllib.request.urlopen(f"http://{machine.address}:{PORT}/metrics", timeout=5) as answer:
            return is_leading(answer.read().decode())
    except OSError:
        return False


def is_leading(metrics: str) -> bool:
    """Return whether the sweep of a host leads, by its metrics."""
    return re.search(r"^longroad_sweep_leads 1", metrics, re.MULTILINE) is not None
