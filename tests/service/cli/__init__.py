"""The command `longroad`."""
