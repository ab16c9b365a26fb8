"""Turns an asynchronous module into a synchronous one, word by word."""

import re

WORDS = (
    (r'\A"""[^"]*"""', r'"""Is made of the asynchronous module of the same name; change that one."""'),
    (r"^import asyncio$", "import time"),
    (r"\basyncio\.sleep\b", "time.sleep"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(Client|Connection|Seat|Operations|Iterator)\b", r"\1"),
    (r"\bhttpx\.Async", "httpx."),
    (r"\basync_(client|connection|seat|streams|operations)\b", r"\1"),
    (r"\ba(iter_lines|close|read)\b", r"\1"),
    (r"\b__a(enter|exit|iter|next)__\b", r"__\1__"),
)


def synchronous(text: str) -> str:
    """Return the module without `async`, calling the synchronous half of httpx."""
    for pattern, word in WORDS:
        text = re.sub(pattern, word, text, flags=re.MULTILINE)
    return text
