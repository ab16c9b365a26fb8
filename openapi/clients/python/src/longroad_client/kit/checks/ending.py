"""Checks how a client ended: by itself, without an error, when its game was over."""

from __future__ import annotations

from collections.abc import Iterator

from longroad_client.kit.case import Case


def crashed(case: Case) -> Iterator[str]:
    """Find out whether the client ended with an error."""
    if case.code:
        yield f"It ended with exit code {case.code}{case.before}."


def hung(case: Case) -> Iterator[str]:
    """Find out whether the client had to be ended."""
    if case.code is None and case.seconds < case.limit_s:
        yield f"It did nothing for {case.idle_s:g} s, so it was ended{case.before}."
    elif case.code is None:
        yield f"It was not done after {case.limit_s:g} s, so it was ended{case.before}."


def unfinished(case: Case) -> Iterator[str]:
    """Find out whether the client ended before its game did."""
    if case.code == 0 and not case.games:
        yield f"It ended without having played a game{case.before}."
    elif case.code == 0 and not case.is_finished:
        states = ", ".join(f"{name} is {game['status']}" for name, game in case.games.items())
        yield f"It ended though its game is not over: {states}{case.before}."
