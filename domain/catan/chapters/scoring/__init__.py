"""Ends the game and reveals the hands (rulebook 003, End of the game)."""
