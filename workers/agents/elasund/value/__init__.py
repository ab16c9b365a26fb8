"""Computes the probability of each seat to win a game of Elasund, from figures of the position."""
