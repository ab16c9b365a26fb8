"""Tests every act on a seat, the head, a vote or a clock, by every kind of caller and at every stage of a game.

`acts` sends the requests, `world` holds the game and what is known of it, and `invariants` must hold after each
request, whatever it was. `adversary` plays one long game against the same rules.
"""
