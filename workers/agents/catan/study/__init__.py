"""The study of plain Catan: the fitted value, trials to the end of the turn, and what speaks for a command."""
