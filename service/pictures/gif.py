"""Joins pictures to a GIF that repeats for ever."""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from service.pictures.pixels import Painter
from service.pictures.shapes import Picture
from service.pictures.svg import Speaker

_FRAME_MS: Final = 700
_LAST_MS: Final = 4000
_COLORS: Final = 96


def moving(pictures: Sequence[Picture], speak: Speaker, progress: Callable[[float], None]) -> bytes:
    """Animate the pictures, all as large as the largest; the last one has the most pieces, so it gives the colors."""
    size = (max(picture.width for picture in pictures), max(picture.height for picture in pictures))
    painter = Painter(speak)
    colors = _frame(painter.paint(pictures[-1]), size).quantize(_COLORS, Image.Quantize.MEDIANCUT)
    frames = []
    for number, picture in enumerate(pictures, 1):
        frame = _frame(painter.paint(picture), size)
        frames.append(frame.quantize(palette=colors, dither=Image.Dither.NONE))
        progress(number / len(pictures))
    durations = [_FRAME_MS] * (len(frames) - 1) + [_LAST_MS]
    body = BytesIO()
    frames[0].save(body, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=True)
    return body.getvalue()


def _frame(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Place the image at the upper left corner of a ground of this size."""
    if image.size == size:
        return image
    ground = Image.new("RGB", size, image.getpixel((0, 0)))
    ground.paste(image, (0, 0))
    return ground
