"""Describes a game that is played for the examples of the contract."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Plan:
    """Describes a game to be played.

    A `curious` one often takes the rarest kind of command so far. `avoided` commands come only if there are no others,
    `sought` ones whenever they are legal; `script` names a file of commands that replace any choice.
    """

    ruleset: str
    seats: int
    seed: str
    map: str | None = None
    modules: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    curious: bool = True
    avoided: frozenset[str] = frozenset()
    sought: frozenset[str] = frozenset()
    script: str | None = None
