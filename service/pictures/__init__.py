"""Draws games in their own style, as shapes that are written as SVG or painted in pixels."""
