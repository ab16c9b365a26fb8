"""Lists the pages for readers, and what a server answers besides them."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
CLIENTS: Final = sorted(ROOT.glob("openapi/clients/*/README.md"))
"""Are pages of packages, which name files of their own."""
SERVED: Final = ("/", "/docs", "/docs/glossary", "/guide/", "/openapi.json", "/openapi.yaml", "/asyncapi.yaml")
"""Lists the addresses on a server to which the pages link."""
