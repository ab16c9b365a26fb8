"""Tests that the bench names the operations of the contract as the contract does."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[4]
TABLE = (ROOT / "service" / "console" / "bench" / "operations.js").read_text()
PATHS = (ROOT / "service" / "console" / "shared" / "paths.js").read_text()
ROW = re.compile(r"^(GET|POST|PATCH|PUT|DELETE) (\S+) (\S+) (\S+)$", re.MULTILINE)

LEFT_OUT = {
    "needs the administrator's key, which the console never has": {
        "listClients",
        "getClient",
        "updateClientLimits",
        "deleteClientGames",
        "listActs",
        "listAllGames",
        "deleteAnyGame",
        "deleteFinishedGames",
        "updateSeatName",
    },
    "is for those who run the server": {"getLiveness", "getReadiness", "getMetrics"},
    "is sent by no page of the console": {
        "createStreamTicket",
        "createPositionAnalysis",
        "createArena",
        "requestPause",
        "getPresence",
        "listMyRecords",
        "endPause",
        "takeHoliday",
        "postDraws",
        "deleteKey",
        "createImport",
        "createExport",
        "getPosition",
        "createPositionText",
        "listPositionActions",
        "tryPositionCommands",
        "createAdvice",
        "createPositionBatch",
        "getUsage",
        "updateKeyBudget",
        "createWebhook",
        "getWebhook",
        "updateWebhook",
        "deleteWebhook",
        "testWebhook",
        "retryDelivery",
    },
}
"""The operations that the bench does not name, by the reason."""


def listed() -> dict[tuple[str, str], tuple[str, str]]:
    """Return group and name of each operation of the bench, by method and path."""
    return {
        (method, "/v1" if path == "-" else f"/v1/{path}"): (group, name)
        for method, path, group, name in ROW.findall(TABLE)
    }


def promised() -> dict[tuple[str, str], tuple[str, str]]:
    """Return the same from the contract."""
    paths = json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"]
    return {
        (method.upper(), path): (said["tags"][0], said["operationId"])
        for path, item in paths.items()
        for method, said in item.items()
        if method in ("get", "post", "patch", "put", "delete")
    }


def test_every_operation_of_the_bench_is_one_of_the_contract() -> None:
    assert len(listed()) > 30
    assert listed().items() <= promised().items()


def test_every_operation_is_on_the_bench_or_left_out_for_a_reason() -> None:
    named, left_out = {name for _, name in listed().values()}, set().union(*LEFT_OUT.values())
    assert not named & left_out
    assert {name for _, name in promised().values()} == named | left_out


def test_every_path_of_the_console_has_an_operation_on_the_bench() -> None:
    used = {re.sub(r"\$\{[^}]*\}", "{}", path) for path in re.findall(r"[\"`](/v1[^\"`]*)[\"`]", PATHS)}
    assert used <= {re.sub(r"\{\w+\}", "{}", path) for _, path in listed()}


def test_bodies_that_are_no_keywords_of_the_python_client_are_given_whole() -> None:
    written = (ROOT / "service" / "console" / "bench" / "snippets.js").read_text()
    whole = set(re.findall(r'"(\w+)"', re.search(r"POSITIONAL = \[(.*)\]", written)[1]))  # type: ignore[index]
    document = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    assert whole == {name for name in (one[1] for one in listed().values()) if is_whole(document, name)}


def is_whole(document: dict[str, dict[str, dict[str, dict[str, object]]]], name: str) -> bool:
    """Return whether the body of an operation may be more than one kind of object."""
    for item in document["paths"].values():
        for said in item.values():
            if isinstance(said, dict) and said.get("operationId") == name:
                text = json.dumps(said.get("requestBody", {}))
                schemas = re.findall(r"#/components/schemas/(\w+)", text)
                return any("anyOf" in document["components"]["schemas"][one] for one in schemas[:1])
    return False
