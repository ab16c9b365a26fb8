"""Provides a program for tests: forks a process in a session of its own, as RQ's workers do, and sleeps beside it."""

import os
import time

if os.fork() == 0:
    os.setsid()
time.sleep(600)
