"""Pictures of games: the shapes that a ruleset draws, written as SVG or painted in pixels."""
