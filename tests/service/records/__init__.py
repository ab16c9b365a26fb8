"""Tests records: replays, imports and proofs."""
