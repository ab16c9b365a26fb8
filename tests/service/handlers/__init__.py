"""Tests the requests that change games: commands, undo, votes, seats and clocks."""
