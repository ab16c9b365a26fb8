"""Starts and supervises everything that `make run` needs: two stores, the API, the workers, the sweep.

`python -m service.supervisor` runs until TERM or Ctrl-C, then ends every child within five seconds.
"""
