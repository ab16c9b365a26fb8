"""Tests games on two hosts over a cluster of three primaries and three replicas, whose nodes die and whose network
parts.

`proxy` is the network between all of them, `network` the hand on it, `nodes` the servers, `shards` what they know of
each other, `hosts` the two `longroad run`. `faults` and `moving` are what happens to them, `audience` who listens,
`judging` what must be true afterwards, `trial` all of it together. Who plays is in `tests.trials`.
"""
