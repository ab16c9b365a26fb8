"""Everything that `longroad run` starts."""
