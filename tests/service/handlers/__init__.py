"""What is asked of games: commands, undo, votes, seats, clocks."""
