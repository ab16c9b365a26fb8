"""Reads who plays from a name: an agent of the catalog, or a program."""

import shlex
from typing import Final

from workers.agents.agent import load_agent
from workers.agents.catalog import entry_named, newest, split_name
from workers.bridge.hosting import Entrant
from workers.bridge.lines import Partner

PROGRAM: Final = "exec:"
"""Begins the name of an entrant that is a program."""


def make_entrant(name: str, ruleset: str, seconds: float) -> Entrant:
    """Return an entrant by its name, whose answers take so many seconds at most; raises ValueError if it is none."""
    if name.startswith(PROGRAM):
        command = shlex.split(name.removeprefix(PROGRAM))
        if not command:
            raise ValueError(f"a command follows {PROGRAM}")
        return Entrant(name, Partner(command, seconds))
    entry = entry_named(name)
    if entry is None or not entry.plays(ruleset):
        raise ValueError(f"there is no agent {name} for {ruleset}")
    whole = name if split_name(name).version is not None else newest(name)
    return Entrant(whole, load_agent(name))
