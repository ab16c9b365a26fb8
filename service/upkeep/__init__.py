"""Does from the command line, while Longroad runs or not, what otherwise the sweep does bit by bit."""
