"""Plays games through a real `longroad run`, whose processes and stores are killed and cut off, and checks the rest.

`house` is the service and `parts` are its processes. `faults`, `filling`, `spoiling` and `versions` do it harm; who
plays meanwhile, and what must be true afterwards, is in `tests.trials`. `trial` puts all of this together; `inside`
plays a table without any of these processes.
"""
