"""Ratings say how strong agents are on one scale, from games that they played with each other."""
