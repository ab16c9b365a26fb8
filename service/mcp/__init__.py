"""Seats language models: the Model Context Protocol at `/mcp`, with tools that ask the API as any client does."""
