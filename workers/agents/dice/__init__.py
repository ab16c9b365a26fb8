"""The optimal agent of the dice game: an exact dynamic programme over sheets and turns, and how it is played by."""
