"""Writes problem documents (RFC 9457) in a language, and makes the problem for values that do not fit a schema."""

from collections.abc import Iterator
from typing import Any

from marshmallow import ValidationError

from service.faults import EXPLAINING, LONGEST, MOST_FAULTS, MOST_HINTS, Fault
from service.problems import Problem, Source
from service.texts import rulebook
from service.texts.words import WORDS, reword, rule_text, say, say_frame, say_refusals


class Misplaced(ValidationError):
    """Reports values that do not fit a schema, and the part of the request that has them."""

    def __init__(self, messages: Any, source: Source) -> None:
        super().__init__(messages)
        self.source: Source = source


def problem_document(problem: Problem, tongue: str, base: str) -> dict[str, Any]:
    """Return the members of a problem, except its instance; `base` is the base path of the server."""
    document = {
        "type": f"{base}/problems/{problem.slug}",
        "title": say(f"problem.{problem.slug}.title", None, tongue),
        "status": problem.status,
        "detail": reword(_detail(problem, tongue), problem.lexicon, tongue),
    }
    if problem.rule is not None:
        document["rule"] = problem.rule
    if "missing" in problem.params:
        document["missing"] = problem.params["missing"]
    document |= {name: value for name, value in problem.members.items() if name not in ("retry_after", "errors")}
    if "errors" in problem.members:
        pairs = _pairs(problem.members["errors"])
        listed = enumerate(pairs[:MOST_FAULTS])
        document["errors"] = [_error(*pair, problem, tongue, is_hinted=at < MOST_HINTS) for at, pair in listed]
        if len(pairs) > MOST_FAULTS:
            document["more"] = len(pairs) - MOST_FAULTS
    return document


def _detail(problem: Problem, tongue: str) -> str:
    """Explain a problem: the case, the rule that refused, whom the game waits for; otherwise by the problem's text."""
    if problem.rule and rulebook.find(problem.rule):
        case = say_refusals(problem.ruleset or "", problem.rule, problem.params, tongue)
        return " ".join((*case, rule_text(problem.rule, tongue), *_waits_for(problem, tongue)))
    why = f"problem.{problem.slug}.detail.{problem.params.get('why')}"
    key = why if why in WORDS else f"problem.{problem.slug}.detail"
    return say(key, _with_kinds(problem.params | problem.members), tongue)


def _with_kinds(said: dict[str, Any]) -> dict[str, Any]:
    """Add the names of credentials and JSON types to the parameters of a sentence."""
    kinds = {"kinds_expected": said.get("expected"), "kind_given": said.get("given")}
    return said | {name: value for name, value in kinds.items() if value is not None}


def _waits_for(problem: Problem, tongue: str) -> Iterator[str]:
    """Yield a sentence for each pending decision, with the seats that owe it."""
    awaiting = problem.members.get("awaiting", ())
    owing = [one for one in awaiting if one["must"]] or awaiting
    for frame in {one["frame"]: None for one in owing}:
        seats = [one["seat"] for one in owing if one["frame"] == frame]
        said = say_frame(problem.ruleset or "", frame, tongue)
        yield say("refusal.awaiting", {"seats": seats, "frame": said}, tongue)


def _error(pointer: str, fault: str, problem: Problem, tongue: str, *, is_hinted: bool) -> dict[str, Any]:
    said = problem.params
    if isinstance(fault, Fault):  # without a hint, no names either if its sentence can do without them
        is_short = not is_hinted and f"fault.{fault.params.get('phrase', fault)}.without" in WORDS
        said = fault.params if is_short else fault.explain(is_hinted=is_hinted)
    phrase = f"fault.{said.get('phrase', fault)}"
    key = next((key for key in (f"{phrase}.{problem.source}", phrase) if key in WORDS), "fault.other")
    more = {name: said[name] for name in EXPLAINING if name in said}
    if problem.source != "body":  # the first member that the JSON Pointer names; empty where it points to the whole
        more[problem.source] = pointer.removeprefix("/").partition("/")[0].replace("~1", "/").replace("~0", "~")
    return {"pointer": pointer, "code": str(fault), "detail": say(key, _with_kinds(said), tongue), **more}


def problem_of_shape(error: ValidationError) -> Problem:
    """Return the problem for values that do not fit a schema."""
    problem = Problem("invalid_body", errors=list(_point_at("", error.normalized_messages())))
    if isinstance(error, Misplaced):
        problem.source = error.source
    return problem


def _point_at(pointer: str, messages: Any) -> Iterator[tuple[str, str]]:
    """Yield pairs of a JSON Pointer (RFC 6901) and a fault; a member with a long name is reported at its parent."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            is_told = name != "_schema" and len(str(name)) <= LONGEST
            step = "/" + str(name).replace("~", "~0").replace("/", "~1") if is_told else ""
            yield from _point_at(pointer + step, inner)
    else:
        yield from ((pointer, fault) for fault in messages)


def _pairs(errors: Any) -> list[tuple[str, str]]:
    """Return pairs of a pointer and a fault, also for the service's own errors, keyed like `options.colors`."""
    if isinstance(errors, list):
        return errors
    return [("/" + name.replace(".", "/"), fault) for name, faults in errors.items() for fault in faults]
