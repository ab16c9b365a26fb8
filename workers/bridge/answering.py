"""Answers questions about positions with the choices of an agent, line by line."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, BinaryIO, Final

import orjson

from service.problems import Problem
from service.process.build import version
from workers.advising import advise
from workers.agents.agent import load_agent
from workers.agents.catalog import known_entry, newest, split_name
from workers.bridge.file_format import FILE
from workers.bridge.formats import FORMATS
from workers.bridge.lines import EDITION, MOST_QUESTION, TooLong, encode, lines

MOST_EXPLAINED: Final = 1000
_Members = dict[str, Any]


class Answering:
    """Answers as one agent of the catalog; raises KeyError for an agent that it lacks."""

    def __init__(self, name: str, seed: str = "") -> None:
        self.name = name if split_name(name).version is not None else newest(name)
        self.entry, self.agent, self.seed = known_entry(self.name), load_agent(self.name), seed

    def answer(self, line: bytes) -> _Members | None:
        """Return the answer to a line; None where none is due. What is wrong with a question is its `error`."""
        try:
            question = orjson.loads(line)
        except ValueError:
            return {"error": "this is no JSON"}
        if not isinstance(question, dict) or question.get("do") not in _DOING:
            return {"error": f"`do` is one of {', '.join(_DOING)}"}
        number = {"id": question["id"]} if "id" in question else {}
        try:
            found = _DOING[question["do"]](self, question)
        except Exception as error:  # whatever is wrong with a question, the next one is answered
            return {**number, "error": explain(error)}
        return None if found is None else number | found

    def greet(self, question: Mapping[str, Any]) -> _Members:
        """Return who answers, and whether it wants to see all events."""
        if question.get("bridge") != EDITION:
            raise ValueError(f"this speaks edition {EDITION} of the bridge")
        return {"bridge": EDITION, "name": self.name, "version": version(), "seen": self.agent.believes}

    def choose(self, question: Mapping[str, Any]) -> _Members:
        """Return the command of the agent, and the number of the action if the question brought a file."""
        luck = f"{self.seed}:{question.get('game', '')}:{question.get('id', '')}"
        if FILE not in question:
            asked = {"seat": question["seat"]} if "seat" in question else {}
            return {"command": advise(question["position"], self.name, seed=luck[:64], **asked).get("command")}
        seat = question["seat"]
        choose = FORMATS[question.get("format", next(iter(FORMATS)))].choose
        chosen = choose(question[FILE], seat, self.agent, self.entry.seconds, Random(luck))
        return {"command": next(iter(chosen.commands), None), "action": chosen.action}

    def end(self, question: Mapping[str, Any]) -> None:
        """Hear that a game is over; nothing is kept of one."""


def explain(error: Exception) -> str:
    """Return what is wrong, as a sentence of bounded length."""
    if isinstance(error, Problem):
        return f"{error} {error.members} {error.params}"[:MOST_EXPLAINED]
    return f"{type(error).__name__}: {error}"[:MOST_EXPLAINED]


_DOING: Final[Mapping[str, Callable[[Answering, Mapping[str, Any]], _Members | None]]] = {
    "hello": Answering.greet,
    "choose": Answering.choose,
    "over": Answering.end,
}


def serve(answering: Answering, source: BinaryIO, target: BinaryIO) -> int:
    """Answer every line of a source until it ends; return the exit code, 1 if a line was longer than is read."""
    try:
        for line in lines(source, MOST_QUESTION):
            found = answering.answer(line)
            if found is not None:
                target.write(encode(found))
                target.flush()
    except TooLong:
        target.write(encode({"error": f"a line has at most {MOST_QUESTION} bytes"}))
        target.flush()
        return 1
    return 0
