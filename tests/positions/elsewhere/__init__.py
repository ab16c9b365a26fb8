"""Plays games that are hosted elsewhere, each move of which is what a server of ours advises over HTTP."""
