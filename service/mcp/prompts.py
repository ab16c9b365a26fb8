"""Offers the prompts of `prompts.toml`, which begin a game: what a person would have to type to seat a model."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from service.mcp.asking import Refused
from service.mcp.writing import in_json

_TABLE: Final = Path(__file__).with_name("prompts.toml")


@dataclass(frozen=True, slots=True)
class Prompt:
    """Describes a prompt: its arguments, all of them texts, with what they say, and its text for a value of each."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, str]
    text: str
    required: Sequence[str] = ()

    def document(self) -> dict[str, Any]:
        """Return the prompt as `prompts/list` shows it."""
        arguments = [
            {"name": name, "description": about, "required": name in self.required}
            for name, about in self.arguments.items()
        ]
        return {"name": self.name, "title": self.title, "description": self.description, "arguments": arguments}

    def fill(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the prompt with these arguments; raises Refused for arguments that do not fit."""
        missing = [name for name in self.required if name not in given]
        unknown = [name for name in given if name not in self.arguments]
        if missing or unknown or not all(isinstance(value, str) for value in given.values()):
            raise Refused(
                f"`{self.name}` takes texts: {', '.join(self.arguments)}; it needs {', '.join(self.required)}"
            )
        text = f"{self.text} Arguments: {in_json(given)}"
        message = {"role": "user", "content": {"type": "text", "text": text}}
        return {"description": self.description, "messages": [message]}


def _prompts() -> Iterator[Prompt]:
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    for name, row in table["prompts"].items():
        text = row["text"]
        for shared, words in table["texts"].items():
            text = text.replace(f"<{shared}>", words)
        yield Prompt(name, **{**row, "text": text})


PROMPTS: Final = {prompt.name: prompt for prompt in _prompts()}
