"""Lists the facts beside a new game's log: what its tokens open, to whom its seats belong, how they answer votes."""

from collections.abc import Mapping, Sequence

from service.clients import authentication, fact_names
from service.clients.ownership import Maker, facts_of
from service.clients.standing_answers import facts_of_answers
from service.game.results import Created
from service.handlers.new_seats import NewSeat
from service.table.seats import FIRST_HOLDER
from service.webhooks.registry import Hook


def facts_of_new(
    answer: Created, maker: Maker, hooks: Mapping[int, Hook], seats: Sequence[NewSeat]
) -> dict[str, bytes]:
    """Return the facts of a new game; `hooks` are the webhooks that play its bots, by seat."""
    tokens = {place["seat"]: place["token"] for place in answer.seats if "token" in place}
    tokens |= {number: hook.token(answer.id, number, FIRST_HOLDER) for number, hook in hooks.items()}
    facts = facts_of(maker, {place["seat"]: FIRST_HOLDER for place in answer.seats if "token" in place})
    facts |= {
        authentication.fact_key(token): fact_names.seat_of(number, FIRST_HOLDER) for number, token in tokens.items()
    }
    facts |= {fact_names.bot(number): hook.id.encode() for number, hook in hooks.items()}
    for number, seat in enumerate(seats):
        facts |= facts_of_answers(number, FIRST_HOLDER, seat.votes or {})
    if answer.owner_token:
        facts[authentication.fact_key(answer.owner_token)] = fact_names.OWNER
    if answer.invite:
        facts[authentication.fact_key(answer.invite)] = fact_names.INVITE
    return facts
