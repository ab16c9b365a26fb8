"""Describes what views and boards hold, by ruleset and module.

These schemas only document; nothing is rendered by them. Tests compare every answer with them.
"""
