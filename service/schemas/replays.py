"""Defines replays: the request, and the result with the proof and the record in the requested format."""

from domain.core.kinds import OPTIONS, array, integer
from service.schemas.fields import (
    KindField,
    Pointed,
    choice,
    date_time,
    flag,
    list_of,
    nested,
    objects,
    sometimes,
    string,
    strings,
    unbounded,
    whole,
    words,
)
from service.schemas.messages import SHOWN, VERSIONS
from service.schemas.records import GameRecordSchema, RecordSeatSchema
from service.schemas.shapes import Answer, OneOf, Strict

RECORD_FORMATS = ("json", "ndjson", "text", "svg", "gif")
MOST_BETWEEN = 10_000
MOST_FRAMES = 48
FORMAT = "The format of the record, which determines the form of `record`."


class RunningVersionSchema(Answer):
    """A version of a game that is not over, as the caller may see it."""

    version = whole(*VERSIONS, "The number of the version, counted from 1 without gaps.")
    seat = unbounded("The number of the seat that acted; null if none did.", allow_none=True)
    time = date_time("When the version was made, in ISO 8601.")
    events = list_of(KindField(SHOWN), "The events of the version, without what the caller may not know.")


class RunningRecordSchema(Answer):
    """The record of a game that is not over, as the caller may see it; it cannot be verified or imported."""

    record = whole(1, 2**31, "The version of this format, which is 1.")
    game = words(64, "The id of the game that was recorded.")
    ruleset = words(64, "The id of the ruleset by which the game is played.")
    ruleset_version = whole(1, 2**31, "The version of the rules when the game was created.")
    map = words(64, "The id of the map on which the game is played.")
    modules = strings("The ids of the modules that the game is played with.")
    options = Pointed(OPTIONS.name, "The options of the game, as they were stored when it was created.")
    seats = objects(RecordSeatSchema, "Who plays each seat, in the order of the seats.")
    status = choice(("open", "running"), "The state of the game, which is not over yet.")
    commitment = string("The SHA-256 hash of the salt and the seed, in hexadecimal.")
    versions = objects(RunningVersionSchema, "All versions so far that the caller may see, in order.")


class ReplayedRecordSchema(OneOf):
    """A record of a game; that of a finished game can be imported."""

    by = "status"
    variants = {"finished": GameRecordSchema(), "running": RunningRecordSchema(), "open": RunningRecordSchema()}


class RecordedPictureSchema(Answer):
    """A picture of the game at a version."""

    version = whole(*VERSIONS, "The version whose position is shown.")
    svg = string("The picture as an SVG document.")


class _Pictures(Answer):
    """A game in pictures."""

    every = whole(1, 2**31, "How many positions lie between two pictures.")
    versions = KindField(
        array(integer(*VERSIONS), MOST_FRAMES), "The versions that are shown in the pictures, in order."
    )


class SvgPicturesSchema(_Pictures):
    """A game as SVG documents."""

    frames = objects(RecordedPictureSchema, "The pictures, in the order of their versions.")


class GifPicturesSchema(_Pictures):
    """A game as one moving picture."""

    media_type = choice(("image/gif",), "The media type of the picture, which is `image/gif`.")
    base64 = string("The bytes of the picture, encoded in base64.")


class _Replay(Answer):
    """A game that was rebuilt from its log."""

    versions = whole(0, 2**53, "How many versions were rebuilt from the log.")
    digests = whole(0, 2**53, "For how many versions the hash of the position was compared.")
    verified = flag("True, because a replay fails if any hash is wrong.")


class JsonReplaySchema(_Replay):
    """A replay with the record as JSON."""

    format = choice(("json",), FORMAT)
    record = nested(ReplayedRecordSchema, "The record of the game as JSON.")


class TextReplaySchema(_Replay):
    """A replay with the record as text."""

    format = choice(("ndjson", "text"), FORMAT)
    record = string("The record: a line of JSON for each version, or a line of text for each event.")


class SvgReplaySchema(_Replay):
    """A replay with the record in pictures."""

    format = choice(("svg",), FORMAT)
    record = nested(SvgPicturesSchema, "The game as a series of SVG pictures.")


class GifReplaySchema(_Replay):
    """A replay with the record as a moving picture."""

    format = choice(("gif",), FORMAT)
    record = nested(GifPicturesSchema, "The game as an animated GIF picture.")


class ReplayResultSchema(OneOf):
    """The result of a replay, in one of several formats."""

    by = "format"
    variants = {
        "json": JsonReplaySchema(),
        "ndjson": TextReplaySchema(),
        "text": TextReplaySchema(),
        "svg": SvgReplaySchema(),
        "gif": GifReplaySchema(),
    }


class ReplaySchema(Strict):
    """The record to make of a game."""

    format = choice(RECORD_FORMATS, sometimes("The format of the record; by default `json`."))
    every = whole(
        1,
        MOST_BETWEEN,
        sometimes("How many positions lie between two pictures, at least; for the formats `svg` and `gif`."),
    )
