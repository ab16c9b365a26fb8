"""Checks the chance of a finished game with nothing but its record: `python fairness.py RECORD.json [COMMITMENT]`.

This file needs Python 3.11 alone, so it can be copied and read. The recipe is `docs/fairness.md` of Longroad, in whose
order the checks stand here. The exit code is 0 if all holds, 1 if something does not, 2 if there is no such file.
"""

import hmac
import json
import sys
from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha256
from itertools import accumulate, takewhile
from math import factorial, prod
from pathlib import Path
from typing import Any, Final

Json = Mapping[str, Any]
Row = tuple[str, str, Sequence[str]]

RESOURCES: Final = ("brick", "lumber", "wool", "grain", "ore")
DICE: Final[Row] = ("dice", "dice", ())
CARD: Final[Row] = ("deck", "card", ("knight", "road_building", "year_of_plenty", "monopoly", "victory_point"))
TOKEN: Final[Row] = ("favors", "token", ("wagon", "ship", "shovel", "book", "compass"))
FACES: Final[Row] = ("dice", "rolled", (*RESOURCES, "gold"))
INFLUENCE: Final[Row] = ("influence", "color", ("red", "green", "blue"))
SHOWN: Final[dict[str, dict[str, Row]]] = {
    "catan": {"DiceRolled": DICE, "CardStolen": ("robber", "resource", RESOURCES), "DevelopmentCardBought": CARD}
    | {"TopCardSeen": CARD, "FavorDrawn": TOKEN, "ExchangeBegun": TOKEN},
    "catan-dice": {"DiceDiceRolled": FACES, "DiceRolled": FACES},
    "elasund": {"DiceRolled": DICE, "StartRolled": DICE, "InfluenceDrawn": INFLUENCE},
}
"""Names the events that show a draw, by ruleset: of which stream, in which member, and the words for its outcomes."""


class Unfair(Exception):
    """Reports that a record does not hold: `check` is the name of the check, `version` the version that fails it."""

    def __init__(self, check: str, version: int, reason: str) -> None:
        super().__init__(f"{check}{f', version {version}' if version else ''}: {reason}")
        self.check = check
        self.version = version


def check(record: Json, commitment: str | None = None) -> int:
    """Check a record, and return how many draws were proven. Raises Unfair.

    `commitment` is the one that was noted before the game began; without it the record is only consistent in itself.
    """
    try:
        _require(record["record"] == 1 and record["status"] == "finished", "shape", 0, "no finished game")
        _check_chain(record)
        _check_commitment(record, commitment)
        _check_order(record["versions"])
        events = (event for version in record["versions"] for event in version["events"])
        taken = takewhile(lambda event: event["type"] != "SeatsFilled", events)
        entropies = [each["entropy"].encode() for each in taken if each["type"] == "SeatTaken" and each.get("entropy")]
        return sum(_check_draws(record, version, entropies) for version in record["versions"])
    except KeyError as error:
        raise Unfair("shape", 0, f"this is no record: it has no member {error}") from error
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Unfair("shape", 0, f"this is no record: {error}") from error


def _require(holds: object, check: str, version: int, reason: str) -> None:
    if not holds:
        raise Unfair(check, version, reason)


def _check_chain(record: Json) -> None:
    chain = bytes(16)
    for number, version in enumerate(record["versions"], 1):
        _require(version["version"] == number, "shape", number, "it is missing or out of place")
        hashed = b"".join(map(_bytes, version["events"]))
        chain = blake2b(chain + number.to_bytes(8, "big") + hashed, digest_size=16).digest()
        _require(version["chain"] == chain.hex(), "chain", number, "its events do not give its chain")
    _require(record["chain"] == chain.hex(), "chain", len(record["versions"]), "the record has another chain")


def _bytes(event: Json) -> bytes:
    body = {name: value for name, value in event.items() if name not in ("type", "schema")}
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    written = f"{event['type']}.{event['schema']} {text}".encode()
    return len(written).to_bytes(4, "big") + written


def _check_commitment(record: Json, noted: str | None) -> None:
    opened = record["versions"][0]["events"][0]
    seed, salt = bytes.fromhex(record["seed"]), bytes.fromhex(record.get("salt", ""))
    found = sha256(salt + seed).hexdigest()
    _require(found == record["commitment"], "commitment", 1, "seed and salt do not give it")
    _require(found == opened["commitment"], "commitment", 1, "the table was opened with another one")
    _require(noted is None or found == noted.lower(), "commitment", 1, "another one was noted before the game")
    told = (opened["type"], opened["seed"], opened.get("salt", ""))
    _require(told == ("TableOpened", record["seed"], record.get("salt", "")), "commitment", 1, "the table has others")
    clear = len(salt) == 32 if salt else len(seed) == 32 or opened["unfair"]
    _require(clear, "commitment", 1, "seed or salt has a length with which one hash could fit two seeds")


def _check_order(versions: Sequence[Json]) -> None:
    after: list[dict[str, int]] = [{}]
    is_branch = any(event["type"] == "PositionSet" for event in versions[0]["events"])
    for version in versions:
        moves = [event["to"] for event in version["events"] if event["type"] == "HeadMoved"]
        _require(all(0 < to < len(after) for to in moves), "order", version["version"], "it leads to no version before")
        counts = dict(after[moves[-1] if moves else -1])
        for draw in version.get("draws", ()):
            due = counts.get(draw["stream"], draw["number"] if is_branch else 0)
            _require(draw["number"] == due, "order", version["version"], f"draw {due} of {draw['stream']} is due")
            counts[draw["stream"]] = due + 1
        after.append(counts)


def _check_draws(record: Json, version: Json, entropies: Sequence[bytes]) -> int:
    seed, number, draws = bytes.fromhex(record["seed"]), version["version"], version.get("draws", [])
    is_chosen = any(event["type"] == "DrawsChosen" for event in version["events"])
    _require(not is_chosen, "sandbox", number, "its owner chose draws")
    key = sha256(b"\0".join([seed, *entropies])).digest() if entropies and number > 1 else seed
    for draw in draws:
        outcome = drawn(key, draw["stream"], draw["number"], draw["weights"])
        _require(draw["outcome"] == outcome, "draw", number, f"{draw['stream']} gives {outcome}")
    rows = SHOWN.get(record["ruleset"], {})
    shown = [_read_draw(event, rows[event["type"]]) for event in version["events"] if event["type"] in rows]
    said = [(draw["stream"], draw["outcome"]) for draw in draws if draw["stream"] in {row[0] for row in rows.values()}]
    _require([each[:2] for each in shown] == said, "shown", number, f"{said} was drawn, but not played")
    if rows and "dice-deck" not in record["modules"]:
        weights = [draw["weights"] for draw in draws if draw["stream"] == "dice"]
        _require(weights == [each[2] for each in shown if each[2]], "weights", number, "they are not those of dice")
    return len(draws)


def _read_draw(event: Json, row: Row) -> tuple[str, int, list[int]]:
    """Return the stream and the outcome that an event shows; if it shows dice, also their weights."""
    stream, member, words = row
    if member == "dice":
        first, second = event["dice"]
        return stream, (first - 1) * 6 + second - 1, [1] * 36
    if member == "rolled":
        result = tuple(event["rolled"].get(face, 0) for face in words)
        results = _results(min(sum(result), 6), len(words))
        return stream, results.index(result), [factorial(sum(one)) // prod(map(factorial, one)) for one in results]
    return stream, words.index(event[member]), []


def _results(dice: int, faces: int) -> list[tuple[int, ...]]:
    if faces == 1:
        return [(dice,)]
    return [(shown, *rest) for shown in range(dice + 1) for rest in _results(dice - shown, faces - 1)]


def drawn(key: bytes, stream: str, number: int, weights: Sequence[int]) -> int:
    """Return the outcome of a draw: the index of the weight on which it falls."""
    total, attempt = sum(weights), 0
    if min(weights) < 0 or total > 2**53:
        raise ValueError("these are no weights")
    while True:
        value = int.from_bytes(hmac.digest(key, f"{stream}:{number}:{attempt}".encode(), "sha256")[:8], "big")
        if value < 2**64 - 2**64 % total:
            return next(index for index, end in enumerate(accumulate(weights)) if value % total < end)
        attempt += 1


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{check(json.loads(Path(sys.argv[1]).read_text('utf-8')), *sys.argv[2:3])} draws hold\n")
    except (OSError, ValueError, IndexError) as error:
        sys.exit(sys.stderr.write(f"{error}\n{__doc__}") and 2)
    except Unfair as unfair:
        sys.exit(sys.stderr.write(f"{unfair}\n") and 1)
