"""Plans are the goals of a seat in the order in which they promise most."""

from workers.agents.catan.goal import Goal, Prospect
from workers.agents.catan.goals import goals
from workers.agents.catan.prospects import rank
from workers.agents.catan.situation import Situation


def plans(now: Situation) -> list[Prospect]:
    """Rank what to work towards with the own hand, the most promising first."""
    return rank(now, now.hand, goals(now))


def first_goals(now: Situation, most: int) -> list[Goal]:
    """Return the goals of the first plans, by which a card given or taken is judged."""
    return [plan.goal for plan in plans(now)[:most]]
