"""Tests the whole API with random requests from its own contract, and clients in a bad network (`make fuzz`)."""
