"""Measures how well colors stand out from each other, as WCAG 2.2 does."""


def luminance(color: str) -> float:
    """Return how bright a color is, from 0 to 1."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21."""
    bright, dim = sorted([luminance(one), luminance(other)], reverse=True)
    return (bright + 0.05) / (dim + 0.05)
