"""Plays boards with towns (rulebook 003, scenarios New York and Mallorca): every map brings this whose file has towns.

Settlements stand in towns alone, empty towns stop roads, waterways join the towns on them, documents beside red paths
are harbors of the road's owner, and a Catan token goes to the first road that arrives.
"""
