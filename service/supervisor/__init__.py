"""Starts and keeps everything that `make run` needs: two stores, the API, the workers, the sweep.

`python -m service.supervisor` runs until TERM or Ctrl-C, then has every child down within five seconds.
"""
