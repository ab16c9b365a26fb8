"""What stands beside the log of a new game: what its tokens open, and whom its seats belong to."""

from collections.abc import Mapping

from service import seats
from service.answers import Created
from service.holdings import Maker, facts_of
from service.sittings import FIRST_HOLDER
from service.webhooks.registry import Hook, bot_fact


def facts_of_new(answer: Created, maker: Maker, hooks: Mapping[int, Hook]) -> dict[str, bytes]:
    """The facts of a game that somebody makes; `hooks` are the webhooks that play its bots, by seat."""
    tokens = {place["seat"]: place["token"] for place in answer.seats if "token" in place}
    tokens |= {number: hook.token(answer.id, number, FIRST_HOLDER) for number, hook in hooks.items()}
    facts = facts_of(maker, {place["seat"]: FIRST_HOLDER for place in answer.seats if "token" in place})
    facts |= {seats.fact_key(token): seats.seat_fact(number, FIRST_HOLDER) for number, token in tokens.items()}
    facts |= {bot_fact(number): hook.id.encode() for number, hook in hooks.items()}
    if answer.owner_token:
        facts[seats.fact_key(answer.owner_token)] = seats.OWNER_FACT.encode()
    if answer.invite:
        facts[seats.fact_key(answer.invite)] = seats.INVITE_FACT.encode()
    return facts
