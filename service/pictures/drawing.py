"""Draws a game as a caller may see it."""

from domain.core.chance import FirstChance
from domain.core.config import Config
from domain.core.places import Phrase
from domain.core.ruleset import Ruleset
from service.game.context import Context
from service.game.games import Game
from service.pictures import registry
from service.pictures.shapes import Picture
from service.pictures.svg import Speaker, svg
from service.problems import refusal
from service.texts.words import reword, say_phrase
from service.views.game_view import seat_documents


def picture_of(ctx: Context, game: Game, seat: int | None, language: str) -> bytes:
    """Draw a game at its version for a seat (None: a spectator), as SVG; raises Problem (409) before the set-up."""
    if game.position is None:
        raise refusal("game.not_started")
    return svg(draw(game, game.position, seat, names_of(ctx, game)), speaker(game, language))


def picture_of_board(ruleset: Ruleset, config: Config, language: str) -> bytes:
    """Draw the board of a configuration whose map prints one, as SVG, as it lies before a game."""
    events = ruleset.setup(config, FirstChance())
    knowledge = ruleset.observe(ruleset.begin(events[0]), None)
    return svg(registry.board_of(ruleset, knowledge), lambda phrase: say_phrase(ruleset.name, phrase, language))


def draw(game: Game, position: object, seat: int | None, names: list[str]) -> Picture:
    """Return the shapes of a position, from what the seat knows only."""
    return registry.picture_of(game.ruleset, game.ruleset.observe(position, seat), names)


def names_of(ctx: Context, game: Game) -> list[str]:
    """Return the names of a game's players; an AI opponent without a name has its agent's.

    Those who have the same name have the number of their seat behind it, from 1 on.
    """
    names = [seat.get("name") or seat.get("agent") or "" for seat in seat_documents(ctx, game)]
    return [f"{name} ({seat + 1})" if name and names.count(name) > 1 else name for seat, name in enumerate(names)]


def speaker(game: Game, language: str) -> Speaker:
    """Return a function that says phrases in a language, in the words of the game's board."""

    def speak(phrase: Phrase) -> str:
        return reword(say_phrase(game.ruleset.name, phrase, language), game.lexicon, language)

    return speak
