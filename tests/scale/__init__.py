"""Measures what a large community needs, and writes docs/growing.md from that: `make scale`.

The stores are real and all on this machine: a cluster of primaries for the log, stores for the queues, and moto's
server as the object store. Rates are measured with whole servers that play games, and apart from them with logs of
recorded games appended as fast as it goes. Sizes are measured with 10,000, 100,000 and 1,000,000 stored games,
which are copies of a few real ones: logs of games that run or are over, their rows in the lobby, and segments of the
archive. What counts is the processor time of each process and the bytes that it holds, not the time that passes.

`measured.json` holds the figures of the last run that was kept; `page` turns them into docs/growing.md.
"""
