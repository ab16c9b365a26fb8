"""A canal token is used when two for one pays for a plan at once, else kept to be used or sold."""

from collections.abc import Sequence
from typing import Final

from domain.catan.modules.erie_canal.commands import UseCanalToken
from workers.agents.catan.goal import Prospect
from workers.agents.catan.listed import Listed
from workers.agents.catan.prospects import can_pay
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Moment, Tactics

PLANS: Final = 2  # plans worth a token
RATE: Final = 2


def use_token(now: Situation, plans: Sequence[Prospect], listed: Listed) -> UseCanalToken | None:
    """Use a token for the resource that makes one of the first plans payable now."""
    for plan in plans[:PLANS]:
        for command in listed.of(UseCanalToken) if plan.wait else []:
            ratios = [RATE if k == command.resource else ratio for k, ratio in enumerate(now.ratios)]
            if can_pay(now.hand, plan.goal.cost, ratios):
                return command
    return None


ERIE_CANAL: Final[Tactics[Situation]] = Tactics(steps={Moment.AFTER_PLAN: use_token})
