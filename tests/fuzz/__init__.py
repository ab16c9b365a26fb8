"""Tests the whole API asked at random from its own contract, and clients that play through a bad network
(`make fuzz`).
"""
