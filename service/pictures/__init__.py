"""Draws pictures of games: the shapes of a ruleset, written as SVG or painted in pixels."""
