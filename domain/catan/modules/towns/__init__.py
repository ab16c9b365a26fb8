"""Plays boards with towns (rulebook 003, New York and Mallorca): every map brings this whose file has towns."""
