"""Defines the proof of a game's chance."""

from marshmallow import fields

from service.schemas.fields import always, flag, objects, sometimes, whole, words
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Answer


class DrawSchema(Answer):
    """A random draw of a stream."""

    version = whole(*VERSIONS, **always("The version that made the draw, including versions that were undone."))
    stream = fields.String(**always("The name of the stream of chance, such as one for the dice."))
    number = whole(0, 2**53, **always("The place of the draw in its stream, counted from 0."))
    weights = fields.List(fields.Integer(), **always("The relative probability of each possible outcome."))
    outcome = whole(0, 2**31, **always("The outcome that was drawn, as an index into the weights from 0."))
    chosen = flag(**sometimes("True if the owner of a sandbox game chose the outcome. Absent otherwise."))


class FairnessSchema(Answer):
    """The commitment to all chance; after the end also everything that is needed to check it."""

    id = words(64, **always("The id of the game whose chance is proven."))
    version = whole(*VERSIONS, **always("The newest version of the game that the caller may see."))
    algorithm = fields.String(**always("The name of the algorithm that makes every draw from the seed."))
    commitment = fields.String(
        **always("The SHA-256 hash of the salt and the seed, in hexadecimal, fixed at the start.")
    )
    unfair = flag(**always("True if the creator chose the seed, or if the game is a branch or a sandbox."))
    sandbox = flag(**sometimes("True if the owner may choose what is drawn. Absent for ordinary games."))
    entropies = fields.List(
        fields.String(), **always("The texts that players added to the seed when they took seats, in order.")
    )
    recipe = fields.String(**always("How anyone can check the draws, in words of the requested language."))
    seed = fields.String(**sometimes("The seed of all chance, in hexadecimal. Absent until the game is over."))
    salt = fields.String(
        **sometimes("The salt of a seed that the creator chose, in hexadecimal. Absent otherwise and until the end.")
    )
    draws = objects(DrawSchema, **sometimes("Every draw of the game, in order. Absent until the game is over."))
