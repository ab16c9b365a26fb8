"""Tries the commands of a decision in several processes: each tries some of them in all worlds.

After each world all processes drop the same commands, so that the results are those of one process: the same trials
with the same chance, put together in the order of the commands.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from workers.agents.catan.lookahead.tree import Found, Option, Place
from workers.agents.search.limits import OverLimit
from workers.agents.search.teamwork import MOST, Mate, Pipe, Team, TeamError

FEWEST: Final = 6
"""The fewest commands that are shared out; with fewer, copies of the process cost more than they spare."""
Try = Callable[[Option, Any, int], None]
"""Tries a command in a world of a number, and notes the results in its option."""


def try_together(root: Place, tried: Sequence[Any], team: Team, try_one: Try) -> None:
    """Visit a place in its worlds until only the first command is left; raises OverLimit."""
    worlds, processes = root.effort.worlds, min(root.effort.processes, MOST)
    order = {command: number for number, command in enumerate(tried)}

    def visit(world: int, share: int) -> dict[int, Found]:
        """Try the commands of a share in a world; return what is found of each by its number."""
        mine = [
            (command, option) for command, option in root.visit(tried) if share_of(order[command], processes) == share
        ]
        for command, option in mine:
            try_one(option, command, world)
        return {order[command]: option.found() for command, option in mine}

    def help_out(share: int, pipe: Pipe) -> None:
        for world in range(worlds):
            try:
                pipe.send(visit(world, share))
            except OverLimit:
                return
            root.dropped = {tried[number] for number in pipe.recv()}

    try:
        with team(processes, help_out) as mates:
            for world in range(worlds):
                visit(world, 0)
                _gather(root, tried, mates)
                root.drop()
                if root.is_settled():
                    return
                dropped = [order[command] for command in root.dropped]
                for mate in mates:
                    mate.send(dropped)
    except TeamError as error:
        raise OverLimit from error


def _gather(root: Place, tried: Sequence[Any], mates: Sequence[Mate]) -> None:
    """Note what the copies found, in the order of the commands."""
    found = [item for mate in mates for item in mate.receive().items()]
    for number, results in sorted(found):
        option = root.others[tried[number]] if number else root.floor
        option.ends = results


def share_of(number: int, processes: int) -> int:
    """Return which process tries a command; the first one, which also gathers, tries half as many as any other."""
    return (number % (2 * processes - 1) + 1) // 2
