"""Tests the law of checkpoints: whoever follows the log may stop at any moment and go on, and misses nothing.

What comes again bears the mark that it had.

`mortal` is a store whose process dies at its n-th call. The tests are of projections, of feeds and of webhooks.
"""
