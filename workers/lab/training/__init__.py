"""Plays games among agents, keeps them as Parquet, and fits from them what agents know of the value of a position."""
