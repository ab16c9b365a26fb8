"""Posts what happens in a client's games to its webhooks, signed according to Standard Webhooks."""
