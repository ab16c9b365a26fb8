"""Tests that generating works from the code, is silent, and names what is missing, where, and what to do next."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from eventstore.memory.store import MemoryEventStore
from openapi import missing, plans
from openapi.generate import OPERATIONS
from openapi.playing import Plan, play
from service.catalog import RULESETS
from service.game.context import compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.texts.files import HERE
from tests.openapi.recorder import Recorder
from tests.service.http.client import checked_app
from tests.toy import TOY

ROOT = Path(__file__).parent.parent.parent
COURSE = "tests.openapi.course"
SOURCES = ("docs", "domain", "eventstore", "openapi", "service", "tests", "workers")


@pytest.fixture
def recorder() -> Recorder:
    """Return a recorder that knows all answers in the file."""
    settings = read_settings({})
    app = checked_app(compose(settings, MemoryEventStore(), RULESETS, Jobs.at("redis://127.0.0.1:1")))
    on = Recorder(app.test_client())
    known = json.loads(OPERATIONS.read_text(encoding="utf-8"))
    on.answers, on.problems = known["answers"], known["problems"]
    return on


def test_a_request_that_the_course_lacks_is_named(recorder: Recorder) -> None:
    assert list(recorder.missing()) == []
    del recorder.answers["getAgent"], recorder.problems["unknown_path"]
    assert list(recorder.missing()) == [
        "tests/openapi/course.py: no request is answered by 200 application/json of getAgent; "
        "add one to GET /v1/agents/{id}",
        "tests/openapi/trouble.py: no request is refused by the problem unknown_path; add one",
    ]


def test_a_request_to_no_operation_is_named(recorder: Recorder) -> None:
    with pytest.raises(missing.Missing, match=r"course\.py: GET /openapi\.yaml is no operation of the API"):
        recorder.ask("GET", "/openapi.yaml")


def test_an_answer_that_the_contract_does_not_document_is_named(recorder: Recorder) -> None:
    recorder.client.application.view_functions["catalog.agent"] = lambda id: ({"id": id, "odd": 1}, 200)
    with pytest.raises(missing.Missing, match=r"^GET /v1/agents/uniform: .*odd.*\ncorrect the route"):
        recorder.ask("GET", "/v1/agents/uniform")


def test_a_message_without_text_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    missing.require_texts()
    monkeypatch.setitem(RULESETS, TOY.name, TOY)
    with pytest.raises(missing.Missing, match="service/texts/toy: the message Wave has no text; add") as found:
        missing.require_texts()
    assert "service/texts/toy: players have no words for command.Wave; add it to the phrases" in str(found.value)


def test_a_phrase_without_translation_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    phrases = [(HERE / "table.toml", "term.tie", {"en": "tie", "es": ""})]
    monkeypatch.setattr(missing, "read_phrases", lambda: iter(phrases))
    with pytest.raises(missing.Missing, match=r"^service/texts/table.toml: term.tie has no text in the language es"):
        missing.require_texts()


@pytest.mark.parametrize("name", ["RobberMoved", "PlacePermit", "DiceDeckShuffled"])
def test_a_plan_is_found_that_comes_to_a_message(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert plans.main(["--seek", name]) == 0
    told, line = capsys.readouterr().out.splitlines()
    assert told.startswith(f"{name} comes in version ")
    plan = eval(line.strip().removesuffix(","), {"Plan": Plan})
    assert name in {type(message).__name__ for moment in play(plan) for message in (moment.command, *moment.events)}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("NothingStolen", "--games", "1"), "none of 1 games of catan has NothingStolen: try more `--games`, or write"),
        (("RobbrMoved",), "no game has a command or an event RobbrMoved; there is RobberMoved"),
        (("SeatTaken",), "SeatTaken is an event of the table: let a game of openapi/table_course.py come to it"),
    ],
)
def test_a_sentence_says_why_no_plan_is_found(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert plans.main(["--seek", *arguments]) == 1
    assert capsys.readouterr().err.startswith(told)


ROUTE = '''
@blueprint.route("/agents/<id>/likeness")
@blueprint.operation("getLikeness")
@blueprint.lasting(AgentSchema())
@blueprint.problems(404)
def likeness(id: str) -> Response:
    """Describe one AI agent again.

    The answer shows which rulesets it plays.
    """
    return lasting_answer(offers.agent(context(), id, language()))
'''


@pytest.mark.full
def test_a_new_operation_is_generated_in_one_pass(tmp_path: Path) -> None:
    for name in SOURCES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    _add(tmp_path / "service" / "routes" / "catalog.py", '@blueprint.route("/ladder")', ROUTE)
    lacking = _generate(tmp_path, COURSE)
    assert lacking.returncode == 1
    assert lacking.stderr == (
        "tests/openapi/course.py: no request is answered by 200 application/json of getLikeness; "
        "add one to GET /v1/agents/{id}/likeness\n"
    )
    _add(tmp_path / "tests" / "openapi" / "course.py", '"/agents/uniform",', '"/agents/uniform/likeness",')
    done = _generate(tmp_path, COURSE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    contract = json.loads((tmp_path / "openapi" / "openapi.json").read_text(encoding="utf-8"))
    answer = contract["paths"]["/v1/agents/{id}/likeness"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["example"]["id"] == "uniform"
    assert _generate(tmp_path, "openapi.generate", "--check").returncode == 0


def _add(path: Path, before: str, text: str) -> None:
    source = path.read_text(encoding="utf-8")
    assert before in source
    path.write_text(source.replace(before, f"{text}\n{before}", 1), encoding="utf-8")


def _generate(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True, timeout=600)
