"""Generates the glossary page that the server shows, from `docs/glossary.md`."""

from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

SOURCE: Final = Path(__file__).parent.parent / "docs" / "glossary.md"
PATH: Final = SOURCE.parent.parent / "service" / "routes" / "docs_page" / "glossary.html"
SERVED: Final = {"../openapi/openapi.json": "/openapi.json", "api.md": "/docs"}
"""Maps the page's links to their URLs on the server."""
FRAME: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Glossary of the Longroad API</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<style>body {{ margin: 0; }}
main {{ font-family: sans-serif; line-height: 1.5; max-width: 50em; margin: 1em auto; padding: 0 1em; }}</style>
</head>
<body>
<!-- frame -->
<main>
{body}</main>
</body>
</html>
"""


def page() -> str:
    """Return the whole page."""
    text = SOURCE.read_text(encoding="utf-8")
    for link, place in SERVED.items():
        text = text.replace(f"]({link})", f"]({place})")
    return FRAME.format(body=MarkdownIt().render(text))
