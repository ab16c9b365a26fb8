"""Tests pictures over HTTP: who may see which, what they may hold, and how they are sent."""

import gzip
from xml.etree import ElementTree

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.http.client import SEATS, Table, new_table

SVG = "{http://www.w3.org/2000/svg}"
NAME = '</text><script>alert(1)</script>"&'


def texts(answer: TestResponse) -> list[str]:
    """Return the texts in a picture."""
    root = ElementTree.fromstring(answer.data)
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_a_picture_is_svg_that_tells_what_it_shows(running: Table) -> None:
    answer = running.get("/board.svg")

    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    root = ElementTree.fromstring(answer.data)
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert root.findtext(f"{SVG}title") == "Toy"
    assert root.findtext(f"{SVG}desc") == "Points by seat: 0, 0."


def test_a_picture_is_asked_for_anew_and_may_load_nothing(running: Table) -> None:
    headers = running.get("/board.svg", 0).headers
    known = running.get("/board.svg", 0, If_None_Match=headers["ETag"])
    other = running.get("/board.svg", 1, If_None_Match=headers["ETag"])

    assert (known.status_code, known.data) == (304, b"")
    assert other.status_code == 200
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["Content-Security-Policy"] == "default-src 'none'"
    assert "Authorization" in headers["Vary"]


def test_everybody_sees_the_own_card_alone(running: Table) -> None:
    cards = [running.get("", seat).json["state"]["cards"] for seat in (None, 0, 1)]

    for seat, known in zip((None, 0, 1), cards, strict=True):
        assert texts(running.get("/board.svg", seat))[2::3] == [str(card) for card in known]


def test_a_picture_of_an_old_version_stays_what_it_was(running: Table) -> None:
    before = running.get(f"/board.svg?version={running.version()}", 0).data
    running.act(0, "Roll")

    assert running.get(f"/board.svg?version={running.version() - 1}", 0).data == before
    assert running.get("/board.svg", 0).data != before


def test_versions_that_were_not_reached_have_no_picture(running: Table) -> None:
    assert running.get(f"/board.svg?version={running.version() + 1}", 0).status_code == 404
    assert running.get("/board.svg?version=0", 0).status_code == 422


def test_there_is_no_picture_before_the_game_is_set_up(client: FlaskClient) -> None:
    table = new_table(client, seats=[{"kind": "human"}, {"kind": "open"}])

    answer = table.get("/board.svg", 0)

    assert (answer.status_code, answer.json["rule"]) == (409, "game.not_started")


def test_strangers_see_no_private_picture(client: FlaskClient) -> None:
    table, other = new_table(client, private=True), new_table(client)

    assert table.get("/board.svg").status_code == 404
    assert table.get("/board.svg", 0).status_code == 200
    assert other.get("/board.svg", 0, Authorization=f"Bearer {table.tokens[0]}").status_code == 403
    assert other.get("/board.svg", 0, Authorization="Bearer nobody").status_code == 401


def test_a_delayed_spectator_sees_the_picture_of_the_delayed_version(client: FlaskClient) -> None:
    table = new_table(client, spectator_delay={"versions": 2})
    table.put_aside()
    table.act(0, "Roll")

    assert table.get("/board.svg").data == table.get(f"/board.svg?version={table.version()}").data
    assert table.get(f"/board.svg?version={table.get('', 0).json['version']}").status_code == 404


def test_a_name_is_text_whatever_it_holds(client: FlaskClient) -> None:
    table = new_table(client, seats=[{"kind": "human", "name": NAME}, SEATS[1]])

    answer = table.get("/board.svg")

    assert NAME in texts(answer)
    assert [element.tag for element in ElementTree.fromstring(answer.data).iter() if "script" in element.tag] == []


def test_players_of_one_name_are_told_apart_by_their_seats(client: FlaskClient) -> None:
    guest = {"kind": "human", "name": "Guest"}
    table = new_table(client, ruleset="catan", seats=[guest, {"kind": "human", "name": "Ana"}, guest])

    assert {"Guest (1)", "Ana", "Guest (3)"} <= set(texts(table.get("/board.svg")))


def test_pictures_travel_packed_and_answer_head(client: FlaskClient) -> None:
    table = new_table(client, ruleset="elasund")

    plain, packed = table.get("/board.svg", 0), table.get("/board.svg", 0, Accept_Encoding="gzip")
    head = client.head(f"{table.path}/board.svg", headers=table.headers(0))

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 3
    assert (head.status_code, head.data) == (200, b"")


def test_pictures_speak_the_language_asked_for(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan", seats=[*SEATS, SEATS[0]])

    answer = table.get("/board.svg", Accept_Language="es")

    assert answer.headers["Content-Language"] == "es"
    assert "Banca" in texts(answer)
    assert "Asiento 2" in texts(answer)
