"""Tests what a page of news reads of the store, however many games it tells of."""

from unittest.mock import patch

from eventstore.feed import take
from service.webhooks.notices import Notices
from tests.service.http.client import SEATS
from tests.service.webhooks.conftest import House


def test_a_page_reads_the_facts_of_its_games_at_once_and_those_of_a_key_once(house: House) -> None:
    tables = [house.table(seats=SEATS) for _ in range(5)]
    store = house.ctx.store
    news = [item for _, item in store.news(dict.fromkeys(range(64), "0-0"))]

    with (
        patch.object(store, "facts_here", wraps=store.facts_here) as several,
        patch.object(store, "facts", wraps=store.facts) as one,
    ):
        take(Notices(house.ctx, lambda hook, n: None), news)

    asked = [games for call in several.call_args_list for games in call.args if games]
    assert [set(games) for games in asked] == [{table.id for table in tables}]
    games = {table.id for table in tables}
    assert len([call for call in one.call_args_list if call.args[0] not in games]) == 1


def test_a_webhook_hears_of_games_in_several_shards_at_once(house: House) -> None:
    house.hook(types=["started"])
    tables = [house.table(seats=SEATS) for _ in range(5)]
    made: list[tuple[str, int]] = []
    news = [item for _, item in house.ctx.store.news(dict.fromkeys(range(64), "0-0"))]

    assert take(Notices(house.ctx, lambda hook, n: made.append((hook, n))), news)

    assert {delivery.game for delivery in house.deliver()} <= {table.id for table in tables}
    assert len(made) >= len(tables)
