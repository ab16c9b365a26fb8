"""Looks up legal actions by the class of command."""

from typing import Any

from domain.core.actions import Actions, Template


class Listed:
    """Groups legal actions by the class of command, whatever their order in the list."""

    def __init__(self, actions: Actions) -> None:
        self.must_act = actions.must_act
        self.commands = actions.commands
        self.tamest = actions.tamest
        self._templates = {template.cls: template for template in actions.templates}
        self._by_class: dict[Any, list[Any]] = {}
        for command in actions.commands:
            self._by_class.setdefault(type(command), []).append(command)

    def of(self, cls: Any) -> list[Any]:
        """Return the listed commands of a class."""
        return self._by_class.get(cls, [])

    def has(self, command: Any) -> bool:
        """Return whether a command is listed."""
        return command in self.of(type(command))

    def template(self, cls: Any) -> Template | None:
        """Return the template of a class of commands; None if there is none now."""
        return self._templates.get(cls)
