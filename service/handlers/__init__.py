"""What can be asked of a game: one file each."""
