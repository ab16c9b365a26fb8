"""Draws a game as a sequence of pictures, as SVG documents or as one animated GIF."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from service.game.context import Context
from service.game.games import Game
from service.pictures.drawing import draw, names_of, speaker
from service.pictures.shapes import Picture
from service.pictures.svg import svg
from service.problems import refusal

FORMATS: Final = ("svg", "gif")
MOST_FRAMES: Final = 48  # keeps a record of pictures under 3 MB
Progress = Callable[[float], None]


class Wish(NamedTuple):
    """Describes the request: for which seat (None: a spectator), in which language, how many positions apart."""

    seat: int | None
    language: str
    every: int | None = None


def picture_record(
    ctx: Context, game: Game, packed: Sequence[bytes], form: str, wish: Wish, progress: Progress
) -> dict[str, Any]:
    """Return a game's record in pictures; `packed` holds every version's position.

    Raises Problem (409) before the set-up.
    """
    every, versions = choose_frames(game.line.ancestors(game.version), packed, wish.every)
    if not versions:
        raise refusal("game.not_started")
    names = names_of(ctx, game)
    pictures = [draw(game, game.ruleset.unpack(packed[version]), wish.seat, names) for version in versions]
    head: dict[str, Any] = {"every": every, "versions": versions}
    return head | _WRITERS[form](pictures, versions, speaker(game, wish.language), progress)


def choose_frames(line: Sequence[int], packed: Sequence[bytes], every: int | None) -> tuple[int, list[int]]:
    """Choose the step between drawn positions of a line, and the versions at which they first appeared.

    The step is at least the requested one, and large enough to limit their number; the newest position is always
    included.
    """
    new: list[int] = []
    for version in line:
        if packed[version] and (not new or packed[version] != packed[new[-1]]):
            new.append(version)
    step = max(every or 1, -(-(len(new) - 1) // (MOST_FRAMES - 1)))
    return step, new[:-1][::step] + new[-1:]


def _as_svg(pictures: Sequence[Picture], versions: Sequence[int], speak: Any, progress: Progress) -> dict[str, Any]:
    frames = []
    for number, (version, picture) in enumerate(zip(versions, pictures, strict=True), 1):
        frames.append({"version": version, "svg": svg(picture, speak).decode()})
        progress(number / len(versions))
    return {"frames": frames}


def _as_gif(pictures: Sequence[Picture], versions: Sequence[int], speak: Any, progress: Progress) -> dict[str, Any]:
    from service.pictures.gif import moving  # the painter is loaded by the workers that paint, and nowhere else

    return {"media_type": "image/gif", "base64": b64encode(moving(pictures, speak, progress)).decode()}


_WRITERS: Final[dict[str, Callable[..., dict[str, Any]]]] = {"svg": _as_svg, "gif": _as_gif}
