"""What views and boards hold, ruleset by ruleset and module by module.

These schemas document; nothing is rendered by them. The tests hold every answer against them.
"""
