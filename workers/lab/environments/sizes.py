"""`python -m workers.lab.environments.sizes`: writes the table of sizes into docs/environments.md, between two marks.

For each ruleset and number of seats: how long an observation is, how many actions there are, and what the list of
actions leaves out, counted in a seeded game of the usual agent.
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from service.catalog import RULESETS
from workers.agents.catalog import default_agent
from workers.lab.environments.description import Description
from workers.lab.environments.episode import Course
from workers.lab.environments.making import BadEnvironment, agent_named, configure, describe
from workers.lab.environments.table import LocalTable
from workers.lab.running import replace_between
from workers.tables import ensure_all

PAGE: Final = Path("docs/environments.md")
BEGIN: Final = "<!-- sizes: written by python -m workers.lab.environments.sizes -->\n"
END: Final = "<!-- end of sizes -->\n"
SEED: Final = "sizes"
MOST_SEATS: Final = 8


def list_games() -> Iterator[Description]:
    """Yield the description of the plain games of every ruleset, for every number of seats that it allows."""
    for ruleset in RULESETS.values():
        for seats in range(1, MOST_SEATS + 1):
            with suppress(BadEnvironment):
                yield describe(ruleset, configure(ruleset, seats, None, (), None))


def row(games: Description) -> str:
    """Return a row of the table, with what the actions leave out whenever a seat of the seeded game has to choose."""
    ruleset, config, actions = games.ruleset, games.config, games.actions
    name = default_agent(ruleset.name)
    agent = agent_named(name, ruleset)
    ensure_all(agent, config)
    table = LocalTable(ruleset, config, dict.fromkeys(range(config.seats), agent))
    course, left_out = Course(table, games), list[int]()
    course.open(SEED)
    while (seat := course.next_seat()) is not None:
        look = table.look(seat)
        left_out.append(actions.left_out(look.state, look.actions))
        course.let(seat)
    lacking = f"{sum(map(bool, left_out)):,} of {len(left_out):,}"
    size = f"`{ruleset.name}` | {config.seats} | {games.width:,} | {len(actions):,}"
    return f"| {size} | {lacking} | {max(left_out):,} | `{name}` |"


def render_page() -> str:
    """Return the page with the table of today; raises ValueError if it has no place for one."""
    head = ("ruleset", "seats", "columns", "actions", "decisions that lack some", "most left out", "agent")
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *map(row, list_games()), ""]
    return replace_between(PAGE, BEGIN, END, "\n".join(lines))


if __name__ == "__main__":
    PAGE.write_text(render_page(), "utf-8")
    sys.stdout.write(f"{PAGE}\n")
