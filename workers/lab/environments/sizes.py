"""`python -m workers.lab.environments.sizes`: writes the table of sizes into docs/environments.md, between two marks.

For each ruleset and number of seats: how long an observation is, how many actions there are, and what the list of
actions leaves out, counted in a seeded game of the usual agent.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from service.catalog import RULESETS
from workers.agents.catalog import default_agent
from workers.lab.environments.episode import Course
from workers.lab.environments.making import BadEnvironment, agent_named, configure, describe
from workers.lab.environments.table import LocalTable
from workers.tables import ensure_all

PAGE: Final = Path("docs/environments.md")
BEGIN: Final = "<!-- sizes: written by python -m workers.lab.environments.sizes -->\n"
END: Final = "<!-- end of sizes -->\n"
SEED: Final = "sizes"
MOST_SEATS: Final = 8


class Size(NamedTuple):
    """Says how large a plain game of a ruleset is."""

    ruleset: str
    seats: int
    columns: int
    actions: int


class LeftOut(NamedTuple):
    """Counts decisions of a game, those where a legal command has no action, and the most commands without one."""

    decisions: int
    lacking: int
    most: int


def sizes() -> Iterator[Size]:
    """Yield the sizes of plain games, for every number of seats that a ruleset allows."""
    for ruleset in RULESETS:
        for seats in range(1, MOST_SEATS + 1):
            try:
                config = configure(RULESETS[ruleset], seats, None, (), None)
            except BadEnvironment:
                continue
            description = describe(RULESETS[ruleset], config)
            yield Size(ruleset, seats, description.width, len(description.actions))


def count_left_out(size: Size) -> LeftOut:
    """Play a seeded game of the usual agent, and count what the actions leave out whenever a seat has to choose."""
    rules, agent = RULESETS[size.ruleset], agent_named(default_agent(size.ruleset), RULESETS[size.ruleset])
    config = configure(rules, size.seats, None, (), None)
    actions = describe(rules, config).actions
    ensure_all(agent, config)
    table = LocalTable(rules, config, dict.fromkeys(range(size.seats), agent))
    course, found = Course(table, describe(rules, config)), list[int]()
    course.open(SEED)
    while (seat := course.next_seat()) is not None:
        look = table.look(seat)
        found.append(actions.left_out(look.state, look.actions))
        course.let(seat)
    return LeftOut(len(found), sum(map(bool, found)), max(found))


def row(size: Size, out: LeftOut) -> str:
    """Return a row of the table."""
    agent = f"`{default_agent(size.ruleset)}`"
    cells: Sequence[object] = (
        *(f"`{size.ruleset}`", size.seats, f"{size.columns:,}", f"{size.actions:,}"),
        *(f"{out.lacking:,} of {out.decisions:,}", f"{out.most:,}", agent),
    )
    return f"| {' | '.join(map(str, cells))} |"


def replace_table(page: str) -> str:
    """Return a page with the table of today; raises ValueError if it has no place for one."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError("the page has no place for sizes")
    head = ("ruleset", "seats", "columns", "actions", "decisions that lack some", "most left out", "agent")
    rows = [row(size, count_left_out(size)) for size in sizes()]
    table = "\n".join([f"| {' | '.join(head)} |", "|---" * len(head) + "|", *rows, ""])
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(replace_table(PAGE.read_text("utf-8")), "utf-8")
    sys.stdout.write(f"{PAGE}\n")
