"""Webhooks: what happens in a client's games is posted to it, signed as Standard Webhooks has it."""
