"""Tests games through a real `longroad run` whose processes and stores are killed, stopped and cut, and what is left
then.

`house` is the service, `parts` its processes, `wire` the way to it. `faults`, `filling`, `spoiling` and `versions` are
what happens to it, `players`, `tables` and `following` who plays meanwhile, `checker` and `comparing` what must be true
afterwards, `report` what is told. `trial` is all of it together; `inside` is a table without any of these processes.
"""
