"""Handles whole games as documents: replays, imports and proves them."""
