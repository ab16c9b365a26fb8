"""Tests that the console is served as files that load nothing from elsewhere, and fits the API's contract."""

import re
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from flask.testing import FlaskClient

from service.routes.console import CHECKER, SDK

FOLDER = Path(__file__).parent.parent.parent.parent / "service" / "console"
VENDOR = FOLDER / "vendor"
NOTE = "vendor/README.md"
EVERYTHING = sorted(str(entry.relative_to(FOLDER)) for entry in FOLDER.rglob("*") if entry.is_file())
FILES = [name for name in EVERYTHING if name != NOTE]
OWN = [name for name in FILES if not name.startswith("vendor/")]
SCRIPTS = [name for name in OWN if name.endswith(".js")]
WORDS = [name for name in OWN if name.startswith("words/")]
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


def address(name: str) -> str:
    """Return the address at which a file is served."""
    return "/" if name == "index.html" else f"/console/{name}"


def text(name: str) -> str:
    """Return the text of a file."""
    return (FOLDER / name).read_text()


def found(form: str, names: list[str]) -> set[str]:
    """Return what a regular expression finds in files."""
    return {match for name in names for match in re.findall(form, text(name))}


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_served_as_what_it_is(client: FlaskClient, name: str) -> None:
    answer = client.get(address(name))

    assert (answer.status_code, answer.mimetype) == (200, TYPES[Path(name).suffix])
    assert answer.text == text(name)
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_kept_until_it_changes(client: FlaskClient, name: str) -> None:
    head = client.head(address(name))
    again = client.get(address(name), headers={"If-None-Match": head.headers["ETag"]})

    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["Cache-Control"] == "no-cache"
    assert (again.status_code, again.data) == (304, b"")


def test_nothing_else_is_served(client: FlaskClient) -> None:
    for path in ("/console", "/console/", "/console/index.html", "/console/../app.py", "/console/nothing.js"):
        assert client.get(path).status_code == 404, path
    assert client.post("/").status_code == 405


@pytest.mark.parametrize("name", OWN)
def test_no_file_names_another_host(name: str) -> None:
    assert re.findall(r"(?:https?:)?//\w[^\s\"']*", text(name).replace(SVG_NAMESPACE, "")) == []


@pytest.mark.parametrize("name", CHECKER)
def test_the_checker_of_the_sdk_is_served_as_it_is(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/console/sdk/{name}")
    assert (answer.mimetype, answer.data) == ("text/javascript", (SDK / name).read_bytes())
    assert set(re.findall(r'from "\./([\w.]+)"', answer.text)) <= set(CHECKER)


def test_the_page_holds_no_script_and_no_style_of_its_own() -> None:
    page = text("index.html")
    assert re.findall(r"<script(?! type=\"module\" src=)|<style|\sstyle=|\son\w+=", page) == []


def imports(name: str, form: str) -> set[str]:
    """Return the modules that one names in imports of a form, by their paths."""
    return {normpath(join(dirname(name), path)) for path in found(form + r'"(\.[\w./]+)"', [name])}


def needed(name: str, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the modules without which one cannot begin, and those that are known."""
    for other in imports(name, "from ") - known:
        known = needed(other, known | {other})
    return known


def test_everything_that_is_loaded_is_there() -> None:
    imported = {path for name in SCRIPTS for path in imports(name, r"(?:from |import\()")}
    pictured = {name for name in OWN if re.fullmatch(r"lobby/play_\w+\.svg", name)}
    checker = {f"sdk/{name}" for name in CHECKER}
    assert (imported | {"sdk/bytes.js"}) & checker == checker
    named = found(r'"/console/([\w./]+)"', ["index.html", *SCRIPTS])
    assert imported - checker | named | pictured | {"index.html"} == set(FILES)


@pytest.mark.fault("F16")
def test_the_page_asks_at_once_for_every_module_that_it_needs() -> None:
    asked = re.findall(r'rel="modulepreload" href="/console/([\w./]+)"', text("index.html"))
    assert asked == sorted(needed("main.js"))


def test_no_room_of_the_console_is_crowded() -> None:
    for folder in (FOLDER, *(entry for entry in FOLDER.rglob("*") if entry.is_dir())):
        assert len(list(folder.iterdir())) <= 15, folder


def test_a_first_visit_is_light() -> None:
    styles = found(r'rel="stylesheet" href="/console/([\w./]+)"', ["index.html"])
    first = ["index.html", *styles, "main.js", *needed("main.js")]
    assert sum((FOLDER / name).stat().st_size for name in first) < 246_000


def test_all_of_the_console_is_light_on_the_wire(client: FlaskClient) -> None:
    loaded = [name for name in FILES if not name.endswith(".svg")]
    answers = [client.get(address(name), headers={"Accept-Encoding": "gzip"}) for name in loaded]
    assert sum(len(answer.data) for answer in answers) < 160_000


def test_files_of_other_makers_are_those_that_the_note_names() -> None:
    named = dict(re.findall(r"\| `([\w.]+)` .* `([0-9a-f]{64})` \|", text(NOTE)))
    assert named == {
        entry.name: sha256(entry.read_bytes()).hexdigest() for entry in VENDOR.iterdir() if entry.name != "README.md"
    }


def test_every_picture_of_a_card_belongs_to_a_game(client: FlaskClient) -> None:
    games = {one["id"].replace("-", "_") for one in client.get("/v1/rulesets").json["rulesets"]}
    pictured = set(re.findall(r'"([\w-]+)"', re.search(r"PICTURED = \[(.*)\]", text("lobby/play_now.js"))[1]))  # type: ignore[index]
    assert {name.replace("-", "_") for name in pictured} <= games
    assert {f"lobby/play_{name.replace('-', '_')}.svg" for name in pictured} == {
        name for name in OWN if name.startswith("lobby/play_") and name.endswith(".svg")
    }


def test_every_path_is_one_of_the_contract(client: FlaskClient) -> None:
    known = {re.sub(r"\{\w+\}", "{}", path) for path in client.get("/openapi.json").json["paths"]}
    asked = {re.sub(r"\$\{[^}]*\}", "{}", path) for path in found(r'[`"](/v1[^`"]*)[`"]', SCRIPTS)}
    assert len(asked) > 15
    assert asked <= known


def test_paths_stand_in_one_file_and_each_is_used() -> None:
    others = [name for name in SCRIPTS if name != "shared/paths.js"]
    assert found(r"/v1", others) == set()
    assert found(r"paths\.(\w+)\(", others) == found(r"export const (\w+)", ["shared/paths.js"])


def test_tokens_are_in_no_address_and_one_file_keeps_them() -> None:
    others = [name for name in SCRIPTS if name != "shared/purse.js"]
    assert found(r"localStorage|sessionStorage|document\.cookie", others) == set()
    assert found(r"query: \{[^}]*token", SCRIPTS) == set()


def test_every_text_is_there_in_both_languages() -> None:
    texts = dict(re.findall(r"^  \"?([\w-]+)\"?: (\[.*\]),$", "".join(map(text, WORDS)), re.MULTILINE))
    pairs = {key: re.findall(r'"([^"]*)"', pair) for key, pair in texts.items()}
    assert all(len(pair) == 2 and all(pair) for pair in pairs.values())
    for english, spanish in pairs.values():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", spanish))
    said = found(r'\bsay\("(\w+)"', SCRIPTS) | found(r'data-say="(\w+)"', ["index.html"])
    assert said <= set(pairs)


def test_every_text_is_said_somewhere() -> None:
    others = [name for name in OWN if name not in WORDS]
    written, begun = found(r"[\w-]+", others), tuple(found(r"`(\w+_)\$\{", others))
    assert {key for key in found(r'(?m)^  "?([\w-]+)"?: \[', WORDS) - written if not key.startswith(begun)} == set()
