"""Renders what is shown of games: views, legal actions, the lobby, the proof of chance."""
