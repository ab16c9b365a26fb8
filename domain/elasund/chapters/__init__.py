"""Holds the chapters of Elasund, each in a file or a folder: messages, rules, evolve, chapter."""
