"""The words of the games: one file a game or module, each with all that is said of its commands, events and frames."""
