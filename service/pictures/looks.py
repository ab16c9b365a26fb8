"""Writes how shapes look as attributes of SVG, apart from where they are: colors, lines, letters."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.pictures.shapes import (
    GIVEN,
    NONE,
    START,
    Box,
    Circle,
    Curve,
    Group,
    Letters,
    Lines,
    Place,
    Polygon,
    Shape,
    Stamp,
    Text,
    Tint,
)

_SHORT: Final = {f"#{''.join(2 * sign for sign in short)}": f"#{short}" for short in ("fff", "000")}
_SOLID: Final = 7  # signs of a color without a share of the ground
_FULL: Final = 255


def look_of(shape: Shape) -> str:
    """Return the attributes that say how a shape looks, apart from its position."""
    return _LOOKS[type(shape)](shape)


def _fill(shape: Any) -> str:
    if shape.fill == GIVEN:
        return ""
    if shape.stroke == NONE:
        return _tint(fill=shape.fill) + color_of("fill", shape.fill)
    stroke = color_of("stroke", shape.stroke) + _width(shape)
    return _tint(fill=shape.fill, stroke=shape.stroke) + color_of("fill", shape.fill) + stroke


def _width(shape: Any) -> str:
    return f' stroke-width="{shape.width}"' if shape.width != 1 else ""


def color_of(name: str, color: str) -> str:
    """Return the attribute of a color, `#ffffff` as `#fff`."""
    if len(color) <= _SOLID:
        return f' {name}="{_SHORT.get(color, color)}"'
    return f' {name}="{color[:_SOLID]}" {name}-opacity="{round(int(color[_SOLID:], 16) / _FULL, 2)}"'


def _tint(**colors: str) -> str:
    """Return the class that names the tints of a shape, such as `fill-card stroke-rule`."""
    names = [f"{what}-{color.name}" for what, color in colors.items() if isinstance(color, Tint)]
    return f' class="{" ".join(names)}"' if names else ""


def _arc(shape: Any) -> str:
    return _fill(shape) + (' stroke-linecap="round"' if shape.is_open else "")


def _line(shape: Any) -> str:
    dash = f' stroke-dasharray="{shape.dash}"' if shape.dash else ""
    return f'{_tint(stroke=shape.stroke)} fill="none"{color_of("stroke", shape.stroke)}{_width(shape)}{dash}'


def _letter(shape: Any) -> str:
    look = f'{_tint(fill=shape.fill, stroke=shape.halo)} font-size="{shape.size}"{color_of("fill", shape.fill)}'
    look += f' text-anchor="{shape.anchor}"' if shape.anchor != START else ""
    look += ' font-weight="bold"' if shape.bold else ""
    if shape.halo != NONE:
        look += f'{color_of("stroke", shape.halo)} stroke-width="3" paint-order="stroke" stroke-linejoin="round"'
    return look


def _same_letters(shape: Any) -> str:
    look = f' class="digit" display="none" font-size="{shape.size}"{color_of("fill", shape.fill)}'
    return f'{look} text-anchor="middle" font-weight="bold"'


def _plain(shape: Any) -> str:
    return ""


_LOOKS: Final[Mapping[type, Callable[[Any], str]]] = {
    Polygon: _fill,
    Curve: _arc,
    Box: _fill,
    Circle: _fill,
    Lines: _line,
    Text: _letter,
    Letters: _same_letters,
    Group: _plain,
    Place: lambda shape: ' fill="none"',
    Stamp: _plain,
}
