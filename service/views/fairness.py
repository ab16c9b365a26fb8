"""Shows the commitment to a game's chance from the start, and everything needed to check it after the end."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from domain.core.chance import Choice
from eventstore.budget import each
from eventstore.records import StoredEvent
from service.game.causes import draw_document, read_cause
from service.game.context import Context
from service.game.games import Game
from service.table.events import DrawsChosen, SeedRevealed, TableOpened, choices_of
from service.texts.words import say

_PAGE = 500


def commitment_to(seed: bytes, salt: bytes) -> str:
    """Return the hash shown before the end; the salt protects a seed that could be guessed."""
    return sha256(salt + seed).hexdigest()


def reveal_seed(opened: TableOpened) -> SeedRevealed:
    """Return the event that reveals the seed of a finished game, and the salt of its commitment."""
    return SeedRevealed(opened.seed, opened.salt)


def proof_of(opened: TableOpened) -> dict[str, str]:
    """Return the seed of a finished game, and its salt if it has one."""
    return {"seed": opened.seed} | ({"salt": opened.salt} if opened.salt else {})


def fairness_document(ctx: Context, game: Game, language: str) -> dict[str, Any]:
    """Return the commitment and the recipe; once the game is over, also the seed and every draw on every line."""
    opened = game.table.opened
    document: dict[str, Any] = {
        "id": game.id,
        "version": game.version,
        "algorithm": opened.chance,
        "commitment": opened.commitment,
        "unfair": opened.unfair,
        "entropies": list(game.table.entropies),
        "recipe": say("recipe", None, language),
    }
    if opened.sandbox:
        document["sandbox"] = True
    if not game.table.finished:
        return document
    return document | proof_of(opened) | {"draws": _draws(ctx, game)}


def _draws(ctx: Context, game: Game) -> list[dict[str, Any]]:
    """Return every draw in the order of the log; those that were chosen in a sandbox game say so."""
    found: list[dict[str, Any]] = []
    choices: dict[tuple[str, int], Choice] = {}
    for stored in each("draws", _events(ctx, game)):
        if not stored.index:  # the events of a version share its header
            for draw in read_cause(stored.header).draws:
                choice = choices.get((draw.stream, draw.n))
                is_chosen = choice is not None and choice.can_come(draw.weights)
                found.append(
                    {"version": stored.version, **draw_document(draw), **({"chosen": True} if is_chosen else {})}
                )
        if stored.type == DrawsChosen.__name__:
            choices = {(choice.stream, choice.n): choice for choice in choices_of(game.codec.decode(stored))}
    return found


def _events(ctx: Context, game: Game) -> Iterator[StoredEvent]:
    after = 0
    while after < game.version:
        with ctx.games.reading(game.id):
            page = ctx.store.read(game.id, after, game.version, _PAGE)
        after = page[-1].version
        yield from page
