"""Holds what environments need to know of each family of games: its lists of commands, and its columns.

What can be read from the ruleset itself is not repeated here: the words, places and ranges of its commands.
"""
