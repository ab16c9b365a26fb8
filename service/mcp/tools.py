"""Lists the tools of the MCP server by name."""

from collections.abc import Mapping
from typing import Final

from service.mcp.looking_back import LOOKING_BACK
from service.mcp.playing import PLAYING
from service.mcp.seating import SEATING
from service.mcp.tool import Tool

TOOLS: Final[Mapping[str, Tool]] = {tool.name: tool for tool in (*SEATING, *PLAYING, *LOOKING_BACK)}
