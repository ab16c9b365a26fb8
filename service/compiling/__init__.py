"""Compiles the rules with mypyc for a wheel, and proves that compiled rules do what the plain ones do.

`make wheel` builds one for this platform. Nothing else compiles: a server runs the form that it was installed with.
"""
