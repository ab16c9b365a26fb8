"""Forks a process in a session of its own, as RQ's workers do, and sleeps beside it; tests run this as a program."""

import os
import time

if os.fork() == 0:
    os.setsid()
time.sleep(600)
