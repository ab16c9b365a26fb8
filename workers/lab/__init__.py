"""The laboratory: environments for learning programs, data sets, training, tuning, duels and ratings of agents.

No process of a server imports anything of it.
"""
