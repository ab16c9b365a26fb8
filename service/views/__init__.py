"""Renders games for the API: views, legal actions, the lobby, the proof of chance."""
