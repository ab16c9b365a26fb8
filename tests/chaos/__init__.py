"""Tests games through a real `longroad run` whose processes and stores are killed, stopped and cut, and what is left
then.

`house` is the service, `parts` its processes. `faults`, `filling`, `spoiling` and `versions` are what happens to it;
who plays meanwhile, and what must be true afterwards, is in `tests.trials`. `trial` is all of it together; `inside` is
a table without any of these processes.
"""
