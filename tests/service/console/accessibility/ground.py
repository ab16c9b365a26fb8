"""Measures the contrast of what is written on a page, in its pixels: text against what is below it."""

from collections import Counter
from typing import Any

from PIL import Image

from tests.contrasts import contrast
from tests.service.console.page import Page
from tests.service.console.screenshot import captured

ENOUGH = 4.5  # WCAG 2.2, 1.4.3
LARGE = 3.0  # of 24 px, or of 18.66 px in bold
NEARLY_ALL = 0.7  # of the pixels around a text: shapes beside it reach into its corners
LEAST_PX = 4
INACTIVE = "[aria-busy], [data-busy], .icon"  # what takes no press just now, and pictures beside their names

WRITTEN = """(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.textContent.trim() || !one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    if (one.closest('[aria-disabled], :disabled, .unseen, .skip, title, option, .ghost, defs')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { x, y, width, height } = range.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (width < LEAST || height < LEAST || x < 0 || y < 0) continue;
    if (x + width > innerWidth || y + height > innerHeight) continue;
    const isDrawn = one.namespaceURI.endsWith('svg');
    const part = (element) => element?.closest('svg.part');
    if (isDrawn ? part(top) !== part(one) : !(top === one || one.contains(top) || top?.contains(one))) continue;
    let [dim, shown] = [1, true];
    for (let part = one; part; part = part.parentElement) {
      const { opacity, filter } = getComputedStyle(part);
      dim *= Number(opacity);
      if (part.clientWidth === 1) shown = false;
      if (filter !== 'none') shown = false;
    }
    if (!shown || (dim < 1 && one.closest(INACTIVE))) continue;
    const style = getComputedStyle(one);
    found.push({ text: node.textContent.trim().slice(0, 30), dim, color: isDrawn ? style.fill : style.color,
      halo: isDrawn && style.stroke !== 'none' ? style.stroke : '',
      px: parseFloat(style.fontSize) * (one.getScreenCTM?.()?.a ?? 1),
      bold: Number(style.fontWeight) >= 700,
      box: [x + width / 8, y + height / 4, x + width * 0.875, y + height * 0.8] });
  }
  return found;
})()""".replace("LEAST", str(LEAST_PX)).replace("INACTIVE", repr(INACTIVE))
HIDDEN = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { color: transparent !important; transition: none !important }'
    + ' text { fill: transparent !important; stroke: transparent !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})()"""
SHOWN = "document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)"


def hexed(color: str) -> str | None:
    """Return `rgb(1, 2, 3)` as `#010203`; None for a color that lets the ground shine through."""
    parts = color.partition("(")[2].rstrip(")").split(",")
    return "#" + "".join(f"{int(float(part)):02x}" for part in parts) if len(parts) == 3 else None


def unreadable(page: Page) -> list[str]:
    """Return the texts on a page that have too little contrast to what is below them."""
    written: list[dict[str, Any]] = page.value(WRITTEN)
    assert len(written) > 5
    page.value(HIDDEN)
    picture = captured(page)
    page.value(SHOWN)
    return [fault for one in written if (fault := _fault(one, picture))]


def _fault(one: dict[str, Any], picture: Image.Image) -> str:
    color = hexed(one["color"])
    if one["dim"] < 1:
        return f"{one['text']!r} is dimmed"
    if color is None:
        return ""
    if halo := hexed(one["halo"]):
        return "" if contrast(color, halo) >= ENOUGH else f"{one['text']!r} in {color} within {halo}"
    ground = picture.crop(tuple(round(edge) for edge in one["box"]))
    counts: Counter[Any] = Counter({shade: many for many, shade in ground.getcolors(1 << 20) or []})
    enough = LARGE if one["px"] >= 24 or (one["bold"] and one["px"] >= 18.66) else ENOUGH
    well = sum(n for shade, n in counts.items() if contrast(color, "#{:02x}{:02x}{:02x}".format(*shade)) >= enough)
    if well >= NEARLY_ALL * counts.total():
        return ""
    common = "#{:02x}{:02x}{:02x}".format(*counts.most_common(1)[0][0])
    return f"{one['text']!r} in {color} on {common}: {contrast(color, common):.2f}, {well / counts.total():.0%} of it"
