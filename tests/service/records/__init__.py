"""Records: replays, imports, proofs."""
