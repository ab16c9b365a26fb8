"""Holds the chapters of the dice game, a file for each: messages, rules, evolve, chapter."""
