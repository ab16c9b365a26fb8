"""Tests in a real browser that a token may be replaced while requests are on their way."""

import json
import sys

import pytest

from tests.service.console.page import Page
from tests.service.http.live import Server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes opened both ways need Linux")
ASKED = """Promise.all(['api', 'renewals'].map((name) => import(`/console/shared/${name}.js`)))
  .then(([api, renewals]) => {
  renewals.noteRenewal(OLD, new Promise((done) => { setTimeout(() => done(NEW), 50); }));
  return api.ask('GET', '/v1/games/' + GAME, {token: OLD}).then(({id}) => id, (fault) => fault.problem.title);
})"""


@pytest.mark.parametrize("comes", [True, False])
def test_what_was_asked_with_the_old_token_is_asked_again_with_the_new_one(
    page: Page, server: Server, comes: bool
) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]
    made = server.ask("POST", "/v1/games", {"ruleset": "catan-dice", "private": True, "seats": seats})[1]
    old = made["seats"][0]["token"]
    renewed = server.ask("POST", f"/v1/games/{made['id']}/seats/0/token", None, old)[1]["token"]
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("document.readyState === 'complete'")
    asked = ASKED.replace("OLD", json.dumps(old)).replace("GAME", json.dumps(made["id"]))
    answer = page.value(asked.replace("NEW", json.dumps(renewed if comes else None)))
    assert answer == (made["id"] if comes else "Not found")
