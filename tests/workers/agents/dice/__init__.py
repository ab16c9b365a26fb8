"""The optimal agent of the dice game."""
