"""Keeps the store on one Redis-protocol server; the Lua scripts here make each write one call."""
