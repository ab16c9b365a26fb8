"""Defines the errors that the rules raise."""

from domain.core.documents import JsonValue


class IllegalCommand(Exception):
    """Refuses a command; `rule` is the ledger's id, `params` explain the case without revealing secrets."""

    def __init__(self, rule: str, **params: JsonValue) -> None:
        super().__init__(rule)
        self.rule = rule
        self.params = params


class Untimely(IllegalCommand):
    """Refuses a command of a type that the open frame does not allow the seat, whatever it holds."""


class InvalidConfiguration(Exception):
    """Refuses a configuration; `field` names the member, `rule` the ledger id, if one fits."""

    def __init__(self, field: str, key: str, rule: str | None = None, **params: JsonValue) -> None:
        super().__init__(f"{field}: {key}")
        self.field = field
        self.key = key
        self.rule = rule
        self.params = params


class Unsound(Exception):
    """Refuses a position that no game could have; `key` names the law that it breaks, `params` explain the case.

    `pointer` (RFC 6901) leads to the member of a position's document, if one member is to blame.
    """

    def __init__(self, key: str, pointer: str = "", **params: JsonValue) -> None:
        super().__init__(key)
        self.key = key
        self.pointer = pointer
        self.params = params


class InvalidFile(Exception):
    """Refuses a file that games are built from, such as a map: which file, which of its fields, and why."""

    def __init__(self, file: str, field: str, reason: str) -> None:
        super().__init__(f"{file}: {field}: {reason}")
        self.file = file
        self.field = field
        self.reason = reason


class InternalRuleError(Exception):
    """Reports that the rules broke one of their own invariants, which is never the caller's fault."""
