"""What a replay comes to: the proof, and the record in the format that was asked for."""

from marshmallow import fields

from domain.core.kinds import OPTIONS, array, integer
from service.schemas.fields import KindField, Pointed, choice, flag, whole, words
from service.schemas.messages import SHOWN, VERSIONS
from service.schemas.records import GameRecordSchema, RecordSeatSchema
from service.schemas.shapes import Answer, OneOf

VERSION = integer(*VERSIONS)
MOST_FRAMES = 48
FORMAT = {"description": "The format of the record."}


class RunningVersionSchema(Answer):
    """A version of a game that is not over, as the caller may see it."""

    version = whole(*VERSIONS, required=True, metadata={"description": "Its number, from 1."})
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The seat that acted; null where the table did."}
    )
    time = fields.DateTime(required=True)
    events = fields.List(
        KindField(SHOWN),
        required=True,
        metadata={"description": "What happened, without what the caller may not know."},
    )


class RunningRecordSchema(Answer):
    """The record of a game that is not over, as the caller may see it; it proves nothing and cannot be imported."""

    record = whole(1, 2**31, required=True)
    game = words(64, required=True)
    ruleset = words(64, required=True, metadata={"description": "The ruleset of the game."})
    ruleset_version = whole(1, 2**31, required=True)
    map = words(64, required=True, metadata={"description": "The id of the map."})
    modules = fields.List(
        fields.String(), required=True, metadata={"description": "The modules that the game is played with."}
    )
    options = Pointed(OPTIONS.name, required=True)
    seats = fields.List(fields.Nested(RecordSeatSchema()), required=True)
    status = choice(("open", "running"), required=True, metadata={"description": "How far the game is."})
    commitment = fields.String(required=True)
    versions = fields.List(fields.Nested(RunningVersionSchema()), required=True)


class ReplayedRecordSchema(OneOf):
    """A record: that of a finished game can be imported."""

    by = "status"
    variants = {"finished": GameRecordSchema(), "running": RunningRecordSchema(), "open": RunningRecordSchema()}


class RecordedPictureSchema(Answer):
    """A picture of the game at a version."""

    version = whole(*VERSIONS, required=True, metadata={"description": "The version at which the position stood."})
    svg = fields.String(required=True, metadata={"description": "The picture, an SVG document."})


class _Pictures(Answer):
    """A game in pictures."""

    every = whole(1, 2**31, required=True, metadata={"description": "How many positions a picture stands for."})
    versions = KindField(
        array(VERSION, MOST_FRAMES), required=True, metadata={"description": "The versions of the pictures, in order."}
    )


class SvgPicturesSchema(_Pictures):
    """A game as SVG documents."""

    frames = fields.List(
        fields.Nested(RecordedPictureSchema()), required=True, metadata={"description": "The pictures, in order."}
    )


class GifPicturesSchema(_Pictures):
    """A game as one moving picture."""

    media_type = choice(("image/gif",), required=True, metadata={"description": "What the bytes are."})
    base64 = fields.String(required=True, metadata={"description": "The bytes, in base64."})


class _Replay(Answer):
    """A game that was rebuilt from its log."""

    versions = whole(0, 2**53, required=True, metadata={"description": "How many versions were rebuilt."})
    digests = whole(0, 2**53, required=True, metadata={"description": "Of how many the digest was compared."})
    verified = flag(required=True, metadata={"description": "True: every hash and every digest is right."})


class JsonReplaySchema(_Replay):
    """A replay with the record as JSON."""

    format = choice(("json",), required=True, metadata=FORMAT)
    record = fields.Nested(ReplayedRecordSchema(), required=True, metadata={"description": "The record."})


class TextReplaySchema(_Replay):
    """A replay with the record as text."""

    format = choice(("ndjson", "text"), required=True, metadata=FORMAT)
    record = fields.String(
        required=True, metadata={"description": "The record: one line of JSON a version, or one line of text an event."}
    )


class SvgReplaySchema(_Replay):
    """A replay with the record in pictures."""

    format = choice(("svg",), required=True, metadata=FORMAT)
    record = fields.Nested(SvgPicturesSchema(), required=True, metadata={"description": "The pictures."})


class GifReplaySchema(_Replay):
    """A replay with the record as a moving picture."""

    format = choice(("gif",), required=True, metadata=FORMAT)
    record = fields.Nested(GifPicturesSchema(), required=True, metadata={"description": "The moving picture."})


class ReplayResultSchema(OneOf):
    """What a replay came to, told apart by its format."""

    by = "format"
    variants = {
        "json": JsonReplaySchema(),
        "ndjson": TextReplaySchema(),
        "text": TextReplaySchema(),
        "svg": SvgReplaySchema(),
        "gif": GifReplaySchema(),
    }
