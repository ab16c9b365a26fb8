"""Tests that webhooks of an unreadable game are sent once a process can read it, and those of other games at once."""

from domain.core.ruleset import Ruleset
from eventstore.feed import Runner
from service.game.context import Context, compose
from service.game.quarantine import make_good
from service.handlers.commands import submit
from service.webhooks.notices import Notices
from tests.service.http.client import OFFERED, SEATS, Table
from tests.service.webhooks.conftest import House
from tests.toy import TOY, EndTurn, Roll
from tests.toy_to_come import TO_COME
from workers.webhooks.delivery_attempts import UNREADABLE_S, attempt


def another(house: House, toy: Ruleset) -> Context:
    """Return the context of another process, which offers this toy."""
    ctx = house.ctx
    return compose(ctx.settings, ctx.store, {**OFFERED, toy.name: toy}, ctx.jobs, ctx.clock)


def turn_to_come(house: House, table: Table) -> int:
    """Let a newer process end the turn of seat 0, and return the version after that."""
    newer = another(house, TO_COME)
    submit(newer, table.id, 0, [Roll()])
    return submit(newer, table.id, 0, [EndTurn()]).version


def noticed(ctx: Context) -> list[tuple[str, int]]:
    """Make deliveries of what was missed and of what is new, and return them."""
    made: list[tuple[str, int]] = []
    ctx.games.quarantine.read()
    notices = Notices(ctx, lambda hook, n: made.append((hook, n)))
    make_good(ctx.games.quarantine, notices)
    Runner(ctx.store, notices).catch_up()
    return made


def test_it_is_told_by_whoever_can_read_it(house: House) -> None:
    house.hook()
    lost = house.table(seats=SEATS)
    lost.put_aside()
    house.deliver()
    turn_to_come(house, lost)
    kept = house.table(seats=SEATS)
    told = len(house.receiver.messages())

    for work in noticed(another(house, TOY)):
        attempt(house.ctx, *work)
    assert {message["data"]["game"] for message in house.receiver.messages()[told:]} == {kept.id}

    newer = another(house, TO_COME)
    made = noticed(newer)
    for work in made:
        attempt(newer, *work)
    news = [message["data"] for message in house.receiver.messages()[told + 2 :]]
    assert [(one["game"], one["seat"]) for one in news] == [(lost.id, 1)]
    assert noticed(another(house, TO_COME)) == []


def test_a_delivery_waits_for_somebody_who_can_read_it(house: House) -> None:
    house.hook()
    lost = house.table(seats=SEATS)
    lost.put_aside()
    work = house.notice()[-1]
    turn_to_come(house, lost)
    due = house.clock.ms + 1000 * UNREADABLE_S

    delivery = attempt(another(house, TOY), *work)

    assert delivery is not None
    assert (delivery.status, delivery.attempts) == ("pending", 0)
    assert delivery.due >= due
    assert house.receiver.messages() == []


def test_a_game_that_no_webhook_hears_of_is_not_read(house: House) -> None:
    lost = house.table(seats=SEATS)
    lost.put_aside()
    turn_to_come(house, lost)
    older = another(house, TOY)
    assert noticed(older) == []
    older.games.quarantine.read()
    assert older.games.quarantine.list_missed(Notices.name) == []
    assert not older.games.quarantine.holds(lost.id)
