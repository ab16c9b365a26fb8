"""Canal tokens: used when two for one pays for a plan at once, else kept to be used or sold."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.catan.modules.erie_canal.commands import UseCanalToken
from workers.agents.catan.prospects import Prospect, can_pay
from workers.agents.catan.situation import Situation

PLANS: Final = 2  # plans worth a token
RATE: Final = 2


def use_token(
    now: Situation, plans: Sequence[Prospect], of: Callable[[Any], list[UseCanalToken]]
) -> UseCanalToken | None:
    """A token for the resource that makes one of the first plans payable now."""
    for plan in plans[:PLANS]:
        for command in of(UseCanalToken) if plan.wait else []:
            ratios = [RATE if k == command.resource else ratio for k, ratio in enumerate(now.ratios)]
            if can_pay(now.hand, plan.goal.cost, ratios):
                return command
    return None
