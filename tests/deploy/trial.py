"""Follows docs/three-hosts.md on three hosts while games are played, and says how long each step took."""

import re
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.deploy import deaths
from tests.deploy.machines import Machines, machines
from tests.deploy.page import THREE_HOSTS, under
from tests.deploy.play import Game, Players, Way
from tests.deploy.wheels import wheel_of
from tests.service.cli.command import ROOT
from tests.service.cli.packing import build_command
from tests.service.processes import wait_for

GAMES: Final = 5
STARTING: Final = (
    "1. Say who is who",
    "2. Start the nodes of the log",
    "3. Start RQ's store and its Sentinels",
    "4. Install Longroad",
    "5. Say what each host does",
    "6. Start it",
)
FOLLOWED: Final = (
    *STARTING,
    "Upgrade without a break",
    "When a host is lost",
    "Bring it back",
    "Grow the log",
    "Back up and restore",
    "Restore all of it",
    "Forget a person",
)
"""Lists the headings of the page below which there are commands."""
LOST: Final = "host-1"


@dataclass
class Trial:
    """Holds the hosts, who plays on them, and what was found wrong."""

    hosts: Machines
    players: Players
    wrong: list[str] = field(default_factory=list)

    def follow(self, heading: str, first: int = 0, **more: str) -> None:
        """Run the blocks of the page below a heading, from the first on, and say how long that took."""
        began = time.monotonic()
        for block in under(heading)[first:]:
            self.hosts.follow(block, **more)
        self.say(heading, began)

    def say(self, step: str, began: float, **more: Any) -> None:
        """Print a line about a step; while games are played, with their longest time without an accepted command."""
        if self.players.open:
            more = {"silent_s": round(self.players.silence(began), 1), "open_games": len(self.players.open), **more}
        deaths.tell(step=step, seconds=round(time.monotonic() - began, 1), **more)

    def await_play(self, step: str, began: float) -> None:
        """Wait until every game goes on, and say how long that took."""
        if not self.players.all_go_on():
            self.wrong.append(f"{step}: not every game goes on")
        self.say(f"{step}: every game goes on", began)

    def compare(self, step: str) -> None:
        """Compare what was told with the log, on every host with an API."""
        began = time.monotonic()
        found = self.players.wrong()
        self.wrong += [f"{step}: {text}" for text in found]
        told = sum(len(game.accepted) for game in self.players.games)
        breaks = sum(game.listener.breaks for game in self.players.games)
        resets = sum(game.listener.resets for game in self.players.games)
        games = len(self.players.games)
        self.say(f"{step}: compared", began, games=games, accepted=told, breaks=breaks, resets=resets, wrong=len(found))


def run(directory: Path, seed: int) -> list[str]:
    """Follow the page in a directory of its own, and return what was wrong."""
    with machines(directory, Random(seed)) as hosts:
        trial = Trial(hosts, Players(hosts.addresses[:2], GAMES))
        try:
            _install(trial, directory)
            for step in (_upgrade, _lose, _grow, _forget_and_restore, _die):
                step(trial)
        finally:
            trial.players.deadline.at = 0.0
        return trial.wrong


def _install(trial: Trial, directory: Path) -> None:
    """Put the files of a release on every host, and do the steps of the page up to the start."""
    began = time.monotonic()
    versions = re.findall(r"longroad-([\d.]+)-py3", THREE_HOSTS.read_text())
    for version in dict.fromkeys(versions):
        _copy(wheel_of(version, directory / "dist"), trial.hosts)
    _copy(build_command(directory / "dist"), trial.hosts)
    _copy(ROOT / "requirements.lock", trial.hosts)
    trial.say("build the wheels", began)
    for heading in STARTING:
        trial.follow(heading)
    trial.players.begin()
    wait_for(lambda: len(trial.players.open) == GAMES)
    trial.await_play("start", time.monotonic())


def _copy(file: Path, hosts: Machines) -> None:
    for one in hosts.all.values():
        (one.home / file.name).write_bytes(file.read_bytes())


def _upgrade(trial: Trial) -> None:
    trial.follow("Upgrade without a break")
    trial.await_play("upgrade", time.monotonic())
    for host in trial.players.hosts:
        _, told = trial.players.line(host).ask("GET", "/v1", None)
        deaths.tell(host=host, version=told["version"])


def _lose(trial: Trial) -> None:
    began = time.monotonic()
    trial.hosts[LOST].lose()
    trial.say("lose a host", began)
    trial.follow("When a host is lost")
    trial.await_play("lose a host", began)
    began = time.monotonic()
    trial.follow("Bring it back")
    trial.await_play("bring it back", began)
    trial.compare("lose a host")


def _grow(trial: Trial) -> None:
    trial.follow("Grow the log")
    trial.await_play("grow", time.monotonic())


def _forget_and_restore(trial: Trial) -> None:
    players = trial.players
    kept = {game.id: len(game.accepted) for game in players.games}
    trial.follow("Back up and restore")
    gone = players.open[0]
    trial.follow("Forget a person", GAME=gone.id, SEAT=str(gone.person.seat))
    gone.is_forgotten = True
    _see_forgotten(trial, gone, "forget a person")
    trial.await_play("forget a person", time.monotonic())
    players.deadline.at = time.monotonic() + 5
    players.rest()
    players.deadline.at = float("inf")
    trial.compare("forget a person")
    players.deadline.at = 0.0
    trial.players = Players(players.hosts, GAMES, first=len(players.games))
    trial.follow("Restore all of it")
    _see_restored(trial, players, kept, gone)
    _see_forgotten(trial, gone, "restore")
    trial.players.begin()
    wait_for(lambda: len(trial.players.open) == GAMES)
    trial.await_play("restore", time.monotonic())


def _die(trial: Trial) -> None:
    deaths.provoke(trial.hosts, trial.players, trial.wrong)
    trial.players.rest()
    trial.compare("restore and deaths")


def _see_forgotten(trial: Trial, game: Game, step: str) -> None:
    """Note if any host still shows the name of a person who was forgotten, or of nobody else."""
    for host in trial.players.hosts:
        line = trial.players.line(host)
        if not wait_for(partial(_is_nameless, line, game), 20.0):
            trial.wrong.append(f"{step}: {host} shows the name {_name(line, game)}")


def _is_nameless(line: Way, game: Game) -> bool:
    return _name(line, game) is None


def _name(line: Way, game: Game) -> str | None:
    _, view = line.ask("GET", f"/v1/games/{game.id}", None)
    return next((seat.get("name") for seat in view["seats"] if seat["seat"] == game.person.seat), "")


def _see_restored(trial: Trial, before: Players, kept: dict[str, int], gone: Game) -> None:
    """Note what was accepted before the backup began and is not in the restored log."""
    line, missing = trial.players.line(), []
    for game in before.games:
        if game is gone or game.id not in kept:
            continue
        status, view = line.ask("GET", f"/v1/games/{game.id}", game.person.token)
        told = max((version for one in game.accepted[: kept[game.id]] for version in one.versions), default=1)
        if status != 200 or view["version"] < told:
            missing.append(f"restore: game {game.id} is at {view.get('version')}, not at {told}")
    trial.wrong += missing
    deaths.tell(restored_games=len(kept), missing=len(missing))
