"""Defines the configuration of a game: seats, map, modules and options."""

from dataclasses import asdict, dataclass

from domain.core.documents import Document, JsonObject


@dataclass(frozen=True, slots=True)
class Config:
    """Describes the configuration of a game, ready for JSON; complete after `Ruleset.configure`."""

    seats: int
    map: str
    modules: tuple[str, ...]
    options: JsonObject

    def document(self) -> JsonObject:
        """Return the configuration as JSON, as in the event that creates a game."""
        return {**asdict(self), "modules": list(self.modules)}


def config_of(document: Document) -> Config:
    """Return the configuration from its JSON."""
    return Config(**{**document, "modules": tuple(document["modules"])})
