"""Posts what happens in a client's games to its webhooks; `service.webhooks.signing` signs by Standard Webhooks."""
