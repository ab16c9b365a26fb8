"""Tests that the console is served as files that load nothing from elsewhere, and fits the API's contract."""

import re
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from flask.testing import FlaskClient

from service.http.bundles import bundles_of
from service.routes.console import CHECKER, FOR_EVER, SDK
from tests.service.images import SHOWN, stocked

FOLDER = Path(__file__).parent.parent.parent.parent / "service" / "console"
VENDOR = FOLDER / "vendor"
NOTE = "vendor/README.md"
PAGE = "index.html"
EVERYTHING = sorted(str(entry.relative_to(FOLDER)) for entry in FOLDER.rglob("*") if entry.is_file())
FILES = [name for name in EVERYTHING if name != NOTE]
OWN = [name for name in FILES if not name.startswith("vendor/")]
SCRIPTS = [name for name in OWN if name.endswith(".js")]
WORDS = [name for name in OWN if name.startswith("words/")]
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
GZIP = {"Accept-Encoding": "gzip"}
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
    assert name == PAGE or answer.data == (FOLDER / name).read_bytes()
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


STARTED = ("/v1/rulesets", "/v1/agents", "/v1/games?limit=12", "/v1")  # what the lobby asks of the API


def needed(name: str, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the modules without which one cannot begin, and those that are known."""
    for other in imports(name, "from ") - known:
        known = needed(other, known | {other})
    return known


def test_everything_that_is_loaded_is_there() -> None:
    imported = {path for name in SCRIPTS for path in imports(name, r"(?:from |import\()")}
    checker = {f"sdk/{name}" for name in CHECKER}
    assert (imported | {"sdk/bytes.js"}) & checker == checker
    named = found(r'["}]/console/([\w./]+)["`]', ["index.html", *SCRIPTS])
    styled = {
        name.removeprefix("../")
        for name in found(r'url\("([\w./-]+)"\)', [name for name in OWN if name.endswith(".css")])
    }
    assert imported - checker | named | styled | {"index.html", "vendor/OFL.txt"} == set(FILES)


@pytest.mark.fault("F16")
def test_the_page_asks_at_once_for_all_that_it_needs(client: FlaskClient) -> None:
    script, style = loaded(client)
    assert needed("main.js") <= set(defined(client.get(script).text, SCRIPTS))
    assert "--paper" in client.get(style).text
    assert re.search(r"^ |/\*\*", client.get(script).text, re.MULTILINE) is None


def defined(text: str, names: list[str]) -> list[str]:
    """Return the modules that a bundle holds; their numbers in it are their places among all names."""
    return [sorted(names)[int(number)] for number in re.findall(r"\bdefine\((\d+),", text)]


def loaded(client: FlaskClient) -> tuple[str, str]:
    """Return the addresses of the one script and the one style sheet of the page."""
    page = client.get("/").text
    (script,), (style,) = re.findall(r'src="(/console/\S+\.js)"', page), re.findall(r'href="(/console/\S+\.css)"', page)
    return script, style


def built(client: FlaskClient, address: str, names: dict[str, bytes]) -> dict[str, bytes]:
    """Return a bundle, and those that it leads to, as they travel, by their addresses."""
    answer = client.get(address, headers=GZIP)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_EVER)
    names[address] = answer.data
    text = client.get(address).text if not address.endswith("2") else ""
    for name in re.findall(r'"(?:\./)?([\w-]+-[0-9a-f]{16}\.\w+)"', text):
        if f"/console/built/{name}" not in names:
            built(client, f"/console/built/{name}", names)
    return names


def test_bundles_are_kept_for_ever_and_hold_all_that_may_be_wanted_later(client: FlaskClient) -> None:
    found = {}
    for address in loaded(client):
        found |= built(client, address, {})
    held = [name for address in found if address.endswith(".js") for name in defined(client.get(address).text, SCRIPTS)]
    assert len(held) == len(set(held)), "something would travel twice"
    assert {*held, "main.js"} == set(SCRIPTS)
    assert any(address.endswith(".woff2") for address in found)


def test_the_bot_of_the_bench_is_a_program(client: FlaskClient) -> None:
    scripts = [name for name in built(client, loaded(client)[0], {}) if name.endswith(".js")]
    (program,) = (found for name in scripts for found in re.findall(r"let CHOOSE=`(.*?)`", client.get(name).text, re.S))
    compile(program, "bot.py", "exec")


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        ({"a.js": 'import x from "./b.js";\n'}, "import x"),
        ({"a.js": "export default 1;\n"}, "export default"),
        ({"a.js": "const a = `\n"}, "a text has no end"),
        ({"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}, "need each other"),
    ],
)
def test_modules_that_cannot_be_joined_are_refused(sources: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        bundles_of("a.js", sources.__getitem__, lambda name: False)


def test_what_is_wanted_later_comes_without_what_is_there_by_then() -> None:
    sources = {
        "a.js": 'const b = () => import("./b.js");\nconst c = () => import("./c.js");\n',
        "b.js": 'import { x } from "./x.js";\nimport { y } from "./y.js";\nconst d = () => import("./d.js");\n',
        "c.js": 'import { x } from "./x.js";\n',
        "d.js": 'import { x } from "./x.js";\nimport { y } from "./y.js";\n',
        "x.js": "export const x = 1;\n",
        "y.js": "export const y = 2;\n",
    }
    files = bundles_of("a.js", sources.__getitem__, lambda name: False).files
    held = {name[0]: set(defined(text, list(sources))) for name, text in files.items()}
    assert held == {"a": {"x.js"}, "b": {"b.js", "y.js"}, "c": {"c.js"}, "d": {"d.js"}}


def test_a_text_of_several_lines_keeps_its_indents() -> None:
    program = "def choose():\n    return 1\n"
    source = f"const told = `{program}`;\nif (told) {{\n  a(`x`);\n}}\n"
    bundles = bundles_of("a.js", lambda name: source, lambda name: False)
    text = bundles.files[bundles.entry]
    assert program in text
    assert "\n  a" not in text


def test_the_name_of_a_bundle_tells_its_content() -> None:
    one, other = (bundles_of("a.js", lambda name, text=text: text, lambda name: False) for text in ("a();\n", "b();\n"))
    assert one.entry != other.entry
    assert re.fullmatch(r"a-[0-9a-f]{16}\.js", one.entry)


def test_no_room_of_the_console_is_crowded() -> None:
    for folder in (FOLDER, *(entry for entry in FOLDER.rglob("*") if entry.is_dir())):
        assert len(list(folder.iterdir())) <= 15, folder


def test_a_first_visit_is_light(client: FlaskClient) -> None:
    asked = ["/", *loaded(client), "/console/icon.svg", "/console/lobby/games.svg", *STARTED]
    fonts = re.findall(r'url\("([\w-]+\.woff2)"\)', client.get(loaded(client)[1]).text)
    asked += [f"/console/built/{name}" for name in fonts]
    answers = [client.get(path, headers=GZIP) for path in asked]
    assert {answer.status_code for answer in answers} == {200}
    assert len(answers) <= 12
    assert sum(len(answer.data) + len(str(answer.headers)) for answer in answers) < 100_000


def test_all_of_the_console_is_light_on_the_wire(client: FlaskClient) -> None:
    bundles = [built(client, address, {}) for address in loaded(client)]
    sizes = {name: len(content) for found in bundles for name, content in found.items()}
    fonts = sum(size for name, size in sizes.items() if name.endswith(".woff2"))
    assert len(sizes) > 8
    assert 0 < fonts < 17_000
    assert sum(sizes.values()) - fonts < 148_000


def test_files_of_other_makers_are_those_that_the_note_names() -> None:
    named = dict(re.findall(r"\| `([\w.]+)` .* `([0-9a-f]{64})` \|", text(NOTE)))
    assert named == {
        entry.name: sha256(entry.read_bytes()).hexdigest() for entry in VENDOR.iterdir() if entry.name != "README.md"
    }


def test_every_game_of_the_first_page_is_one_and_has_a_picture(client: FlaskClient) -> None:
    rulesets = {one["id"] for one in client.get("/v1/rulesets").json["rulesets"]}
    games = dict(re.findall(r'\{ id: "([\w-]+)", ruleset: "([\w-]+)"', text("lobby/play_now.js")))
    assert len(games) > 6
    assert set(games.values()) & rulesets
    assert set(re.findall(r'<symbol id="game-([\w-]+)"', text("lobby/games.svg"))) == set(games)


def test_the_pictures_of_the_first_page_show_the_newest_drawing() -> None:
    """They are made by `make images`."""
    assert (FOLDER / "lobby/games.svg").read_bytes() == stocked(SHOWN)


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
