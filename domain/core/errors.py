"""How the rules say no."""

from typing import Any


class IllegalCommand(Exception):
    """A command that the rules refuse; `rule` is the ledger's id, `params` explain the case without telling secrets."""

    def __init__(self, rule: str, **params: Any) -> None:
        super().__init__(rule)
        self.rule = rule
        self.params = params


class InvalidConfiguration(Exception):
    """A game that cannot be set up as asked; `field` names the member, `rule` the ledger id where one fits."""

    def __init__(self, field: str, key: str, rule: str | None = None, **params: Any) -> None:
        super().__init__(f"{field}: {key}")
        self.field = field
        self.key = key
        self.rule = rule
        self.params = params


class InvalidFile(Exception):
    """A file that games are made of, such as a map, that cannot be used: which file, which field of it, and why."""

    def __init__(self, file: str, field: str, reason: str) -> None:
        super().__init__(f"{file}: {field}: {reason}")
        self.file = file
        self.field = field
        self.reason = reason


class InternalRuleError(Exception):
    """The rules broke one of their own invariants; never the caller's fault."""
