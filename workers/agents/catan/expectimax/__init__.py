"""Searches its own turn and the answers of others, over the probability of each seat to win."""
